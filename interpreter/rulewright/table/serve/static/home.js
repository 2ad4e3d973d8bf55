// The tables whose links this browser holds, and what came of its games: the links stay here, and each is asked about by
// itself, at its own address. What is stored may be anybody's: only what has the form of our links is asked for, and what
// is kept of a game is shown as text.
const LINK = /^\/t\/\d{1,15}\/(?:\d{1,3}|table|watch|screen)\/[\w-]{32}\/$/;
const [MOST, MOST_OVER, AT_ONCE, RESULTS] = [60, 6, 3, "results"];
const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const [mine, list] = [find("#mine"), find("#mine .tables")];
const SIGN = "\u25CF ";
const name = document.title;
const OUTCOMES = ["won", "lost", "drawn"];
let most = MOST_OVER;

// ---- What is kept here: the links by when they were last opened, and the results of games by their links

const roleOf = (link) => link.split("/")[3];
const isSeat = (link) => /\d/.test(roleOf(link)) || roleOf(link) === "screen";

function held() {
  const found = Object.keys(localStorage).filter((each) => LINK.test(each)).map((each) => [each, Number(localStorage.getItem(each)) || 0]);
  return new Map(found.sort((one, other) => other[1] - one[1]));
}

function results() {
  const isOne = ([link, each]) => LINK.test(link) && typeof each?.game === "string" && typeof each.title === "string" && Number.isFinite(each.at) && OUTCOMES.includes(each.outcome);
  try {
    return new Map(Object.entries(JSON.parse(localStorage.getItem(RESULTS) ?? "{}")).filter(isOne));
  } catch {
    return new Map();
  }
}

function keep(link, { game, title, outcome, moved, state }) {
  const kept = results();
  if (state === "over" && OUTCOMES.includes(outcome)) kept.set(link, { game, title, outcome, at: Date.parse(moved) });
  else if (!kept.delete(link)) return;
  localStorage.setItem(RESULTS, JSON.stringify(Object.fromEntries(kept)));
}

function forget(link) {
  const kept = results();
  kept.delete(link);
  for (const each of [link, `said:${link}`]) localStorage.removeItem(each);
  localStorage.setItem(RESULTS, JSON.stringify(Object.fromEntries(kept)));
}

// ---- Cards

// A table is drawn as it is there, by its own styles, which are kept from those of this page.
function still(template) {
  const box = Object.assign(document.createElement("div"), { className: "still", inert: true, ariaHidden: "true" });
  const inside = box.attachShadow({ mode: "open" });
  const sheets = template.dataset.sheets.split(" ").filter(Boolean).map((href) => Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  const loaded = sheets.map((each) => new Promise((then) => (each.onload = each.onerror = then)));
  inside.append(...sheets, template.content);
  const board = find(".board", inside);
  Object.assign(board.style, { position: "absolute", inset: "0 auto auto 0", width: "60rem", transformOrigin: "0 0", visibility: "hidden" });
  template.replaceWith(box);
  Promise.all(loaded).then(() => requestAnimationFrame(() => (fit(box, board), tint(box, inside))));
}

// The colours of seats are those of the game, whose style is inside.
function tint(box, inside) {
  for (const plate of all(".plate", box.parentElement ?? undefined)) {
    const probe = inside.appendChild(Object.assign(document.createElement("i"), { className: plate.className }));
    for (const name of ["--tint", "--edge"]) plate.style.setProperty(name, getComputedStyle(probe).getPropertyValue(name));
    probe.remove();
  }
}

// What is looked at first is in the middle, as large as it may be: the largest map, or else all parts, of which the
// beginning is seen where they are too tall.
function fit(box, board) {
  const frame = box.getBoundingClientRect();
  const seen = (selector) => all(selector, board).map((each) => each.getBoundingClientRect()).filter((each) => each.width);
  const size = (each) => each.width * each.height;
  const [map] = seen(".map").sort((one, other) => size(other) - size(one));
  const parts = map ? [map] : seen(".area");
  if (!parts.length) return;
  const [left, top] = ["left", "top"].map((side) => Math.min(...parts.map((each) => each[side])));
  const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...parts.map((each) => each[side])));
  const [across, down] = [(frame.width - 12) / (right - left), (frame.height - 12) / (bottom - top)];
  const scale = map ? Math.min(across, down) : Math.min(across, Math.max(down, 0.75 * across));
  const x = (frame.width - (right - left) * scale) / 2 - (left - frame.left) * scale;
  const y = Math.max(6, (frame.height - (bottom - top) * scale) / 2) - (top - frame.top) * scale;
  const [whole, over] = [board.getBoundingClientRect(), map ? 4 : 9999];
  const cut = [top - whole.top - over, whole.right - right - over, whole.bottom - bottom - over, left - whole.left - over];
  Object.assign(board.style, { transform: `translate(${x}px, ${y}px) scale(${scale})`, clipPath: `inset(${cut.join("px ")}px)`, visibility: "" });
}

const UNITS = [["year", 31_536_000], ["month", 2_592_000], ["day", 86_400], ["hour", 3600], ["minute", 60]];
function ago(time) {
  const seconds = (time - Date.now()) / 1000;
  const [unit, of] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ["minute", 60];
  return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" }).format(Math.round(seconds / of), unit);
}

function dressed(link, card) {
  card.dataset.link = link;
  all("template", card).forEach(still);
  all("[data-said]", card).forEach((each) => (each.hidden = each.dataset.said * 1000 <= Number(localStorage.getItem(link))));
  all("time", card).forEach((each) => (each.textContent = ago(new Date(each.dateTime))));
  const button = find("#forget-one").content.cloneNode(true).firstChild;
  button.addEventListener("click", () => (forget(link), card.remove(), told(), find("#mine a, #forget")?.focus()));
  card.append(button);
  return card;
}

// ---- Pictures of games, one after another, as they come into sight

const wishes = [];
let draws = false;
async function drawNext() {
  if (draws || !wishes.length) return;
  draws = true;
  const link = wishes.shift();
  const answer = await fetch(link.dataset.still).catch(() => null);
  const template = answer?.ok && find("template", new DOMParser().parseFromString(await answer.text(), "text/html"));
  if (template) (link.prepend(document.importNode(template, true)), still(find("template", link)));
  draws = false;
  drawNext();
}

const eye = new IntersectionObserver((seen) => {
  for (const { target } of seen.filter((each) => each.isIntersecting)) (eye.unobserve(target), wishes.push(target));
  drawNext();
}, { rootMargin: "200px" });
all("[data-still]").forEach((each) => eye.observe(each));

// ---- Asking about links

async function asked(link) {
  const answer = await fetch(`${link}card`, { headers: { "x-rulewright-part": "1" } }).catch(() => null);
  if (!answer?.ok) return answer?.status ?? 0;
  return find("li.held", new DOMParser().parseFromString(await answer.text(), "text/html")) ?? 0;
}

const ORDER = ["yours", "waiting", "over"];
const before = (one, other) => ORDER.indexOf(one.dataset.state) - ORDER.indexOf(other.dataset.state) || other.dataset.moved.localeCompare(one.dataset.moved);

function put(link, card) {
  all(".tables > li", mine).filter((each) => each.dataset.link === link).forEach((each) => each.remove());
  const next = all(".tables > .held", mine).find((each) => before(card, each) < 0);
  list.insertBefore(card, next ?? null);
}

// A table is shown once for each seat that is held; without one, by whichever link there is.
function wanted() {
  const [links, kept] = [[...held().keys()], results()];
  const seated = new Set(links.filter(isSeat).map((each) => each.split("/")[2]));
  const shown = new Set();
  const own = links.filter((each) => isSeat(each) || (!seated.has(each.split("/")[2]) && !shown.has(each.split("/")[2]) && shown.add(each.split("/")[2])));
  const over = own.filter((each) => kept.has(each));
  find("#more-tables").hidden = over.length <= most;
  return [...own.filter((each) => !kept.has(each)).slice(0, MOST), ...over.slice(0, most)];
}

let run = 0;
const gone = new Set();
async function ask() {
  const [now, links] = [++run, wanted()];
  gone.clear();
  all(".tables > li", mine).filter((each) => !links.includes(each.dataset.link)).forEach((each) => each.remove());
  told();
  const one = async () => {
    for (let link; now === run && (link = links.shift()); ) {
      const card = await asked(link);
      if (now !== run) return;
      if (card instanceof Element) (keep(link, card.dataset), put(link, dressed(link, document.importNode(card, true))));
      else if ([403, 404, 410].includes(card)) (gone.add(link), all(".tables > li", mine).filter((each) => each.dataset.link === link).forEach((each) => each.remove()));
      told();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

// ---- What came of the games, and whose turn it is in the title

function told() {
  const rows = new Map();
  for (const { game, title, outcome, at } of results().values()) {
    const row = rows.get(game) ?? { title, plays: 0, wins: 0, at: 0 };
    rows.set(game, { title: at >= row.at ? title : row.title, plays: row.plays + 1, wins: row.wins + (outcome === "won"), at: Math.max(at, row.at) });
  }
  const cell = (kind, text) => Object.assign(document.createElement(kind), { textContent: text });
  find("#record tbody").replaceChildren(...[...rows.values()].sort((one, other) => other.at - one.at).map((row) => {
    const line = document.createElement("tr");
    const share = Object.assign(document.createElement("meter"), { max: row.plays, value: row.wins, ariaHidden: "true" });
    const wins = cell("td", `${row.wins} `);
    wins.append(share);
    line.append(Object.assign(cell("th", row.title.slice(0, 80)), { scope: "row" }), cell("td", row.plays), wins, cell("td", ago(row.at)));
    return line;
  }));
  const has = held().size > 0 || rows.size > 0;
  find("#record").hidden = !rows.size;
  mine.hidden = !has;
  find("#held-by").hidden = !has;
  find("#gone").hidden = !gone.size;
  find("#gone span").textContent = find("#gone").dataset.gone.replace("{n}", gone.size);
  document.title = (find(".held.yours") ? SIGN : "") + name;
}

function forgetAll() {
  run += 1;
  gone.clear();
  for (const each of [...[...held().keys()].flatMap((link) => [link, `said:${link}`]), RESULTS]) localStorage.removeItem(each);
  list.replaceChildren();
  told();
}

find("#forget").addEventListener("click", forgetAll);
find("#gone button").addEventListener("click", () => (gone.forEach((each) => localStorage.removeItem(each)), gone.clear(), told()));
find("#more-tables button").addEventListener("click", () => ((most += 24), ask()));
document.addEventListener("visibilitychange", () => document.hidden || ask());
addEventListener("pageshow", ({ persisted }) => persisted && ask());
ask();
