// How large a table of few areas is drawn: as large as the window holds it without scrolling. It is found when the page
// opens and when the window is another one; while a game is played it only becomes smaller, where no room is left, so
// that nothing moves because something else is asked.
const SIZES = [2.4, 2.2, 2, 1.8, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1];
const USUAL = SIZES.indexOf(1.4);
const MOST_WORDS = 1.5; // words grow less than things
const LEAST = 24; // so many pixels too low are no reason to move anything
const BELOW = 8; // so many stay free below the table
const table = document.querySelector("#table");
const style = document.documentElement.style;
let at = 0;
let due = 0;

const areas = () => table.querySelector(".areas");
const isFew = () => areas()?.parentElement.matches(".few");
const tooLow = () => areas().getBoundingClientRect().bottom + scrollY + BELOW - innerHeight;
const right = (each) => each.getBoundingClientRect().right;
const isTooWide = () => [...areas().querySelectorAll(".part")].some((part) => [...part.querySelectorAll(".piece, .zone, .bed")].some((each) => each.checkVisibility() && right(each) > right(part) + 1)); // what is folded away has a place as well

function draw(size) {
  at = size;
  style.setProperty("--larger", Math.min(SIZES[at], MOST_WORDS));
  style.setProperty("--things", Math.max(1, SIZES[at] / MOST_WORDS));
}

function choose(first) {
  style.removeProperty("--tall");
  grow(first);
  style.setProperty("--tall", `${areas().offsetHeight - tooLow()}px`);
}

function grow(first) {
  const map = areas().querySelector(".map");
  for (draw(map ? Math.max(first, USUAL) : first); at < SIZES.length - 1 && isTooWide(); ) draw(at + 1);
  if (map) return void style.setProperty("--room", `${map.offsetHeight - tooLow()}px`);
  while (at < SIZES.length - 1 && (tooLow() > 0 || isTooWide())) draw(at + 1);
}

function anew() {
  style.removeProperty("--room");
  style.removeProperty("--tall");
  if (isFew()) choose(0);
}

new ResizeObserver(() => {
  cancelAnimationFrame(due);
  due = requestAnimationFrame(() => isFew() && !table.querySelector(".standing") && (tooLow() > LEAST || isTooWide()) && choose(at));
}).observe(table);
addEventListener("resize", anew);
anew();
