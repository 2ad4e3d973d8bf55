// The people at a table: who has it in sight now, told by a sign and a word on each plate, and how many lines of the chat
// are new since it was last in sight. Fetched once a table of several seats is there; the table itself does not need it.
const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const words = document.body.dataset;
const toChat = find("#to-chat");
const key = `said:${new URL(".", document.baseURI).pathname}`;
const put = (each, text) => each.textContent !== text && (each.textContent = text);

// ---- Who is here

let known = null;
export function here(told) {
  known = JSON.parse(told);
  showPeople();
}

function word(within, name, kind) {
  const found = find(`.${name}`, within) ?? within.appendChild(document.createElement(kind));
  if (found.className !== name) found.className = name;
  return found;
}

function showPeople() {
  const plates = known && find("#choosing .plates");
  if (!plates) return;
  for (const plate of all(".plate:not([data-bot])", plates)) {
    const is = known.screen || known.seats.includes(Number(plate.dataset.seat));
    const told = is ? words.here : words.away;
    find(".marker", plate).title = told;
    plate.classList.toggle("present", is);
    plate.classList.toggle("absent", !is);
    find(`.p-seat.s-${plate.dataset.seat}`)?.classList.toggle("present", is);
    put(word(plate, "unseen", "span"), `, ${told}`);
  }
  const bar = find(".banner .where"); // where it moves nothing
  if (known.watching) put(word(bar, "watching", "p"), words.watching.replace("{}", known.watching));
  else find(".watching", bar)?.remove();
}

// ---- Who confirms without a click gives up, or proposes an end, without one

addEventListener("click", (event) => {
  const summary = event.target.closest?.(".leave > summary");
  if (summary && localStorage.getItem("call-confirm") === "1") (event.preventDefault(), find("button", summary.parentElement).click());
});

// ---- What is new in the chat

const lines = () => all("#said [data-said]").filter((each) => !("own" in each.dataset));
const seen = () => Number(localStorage.getItem(key)) || 0;
let fresh = 0;

function isSeen(chat) {
  const { left, top, width, height } = chat.getBoundingClientRect();
  return !document.hidden && chat.contains(document.elementFromPoint(left + width / 2, top + height / 2)); // or is covered
}

function showChat() {
  const chat = find("#chat");
  if (!toChat) return;
  toChat.hidden = !chat;
  const numbers = lines().map((each) => Number(each.dataset.said));
  fresh = numbers.filter((each) => each > seen()).length;
  if (fresh && isSeen(chat)) (localStorage.setItem(key, Math.max(...numbers)), (fresh = 0));
  const told = fresh ? words.talk.replace("{}", fresh) : "";
  put(find("b", toChat), fresh ? String(fresh) : "");
  toChat.title = told || toChat.ariaLabel;
  put(find("#talk"), told);
}

toChat?.addEventListener("click", (event) => (event.preventDefault(), find("#chat").scrollIntoView(), find("#say").focus()));
document.addEventListener("visibilitychange", showChat);
addEventListener("storage", (event) => event.key === key && showChat()); // read on another page of this browser
addEventListener("scroll", () => fresh && showChat(), { passive: true, capture: true });
new MutationObserver(() => (showPeople(), showChat())).observe(find("#table"), { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
showChat();
