// Where options are so many that a page does not say what each leads to, one that is pointed at or has the focus does, in
// the list or on the board: it is asked for then, once.
const find = (selector) => document.querySelector(selector);
const asked = () => find("#choosing [name=at]")?.value;
const seat = new URL(document.baseURI).searchParams.get("seat");
let timer = 0;

async function foresee(listed) {
  const [code, now] = [listed.dataset.ahead, asked()];
  delete listed.dataset.ahead;
  const answer = await fetch(`why?ahead=${code}${seat ? `&seat=${seat}` : ""}`, { headers: { "x-rulewright-part": "1" } }).catch(() => null);
  if (answer?.status !== 200 || asked() !== now || !listed.isConnected) return;
  listed.append(...new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes);
}

function soon({ target }) {
  const option = target.closest?.("[data-ahead], [data-option]");
  const listed = option && find(`#panel [data-ahead="${CSS.escape(option.dataset.ahead ?? option.dataset.option)}"]`);
  clearTimeout(timer);
  if (listed) timer = setTimeout(() => foresee(listed), 150);
}

addEventListener("pointerover", soon);
addEventListener("focusin", soon);
