// Shows what the server inside the worker answers: each page in one frame, its address behind the # of this page.
import { known, page, prepare, still } from "./begun.js";

const frame = document.getElementById("page");
const wait = document.getElementById("wait");
const root = new URL(".", location.href).href;
const language = spoken();
const worker = new Worker(new URL(`worker.js?lang=${language}`, root), { type: "module" });
const waiting = new Map();
const streams = new Map();
const FIRST = "{first}";
const SHARED = "/studio/shared";
const BEGUN = JSON.parse('{begun}');
const [SLOW, REST] = [400, 500]; // milliseconds
let last = 0;
let shown = "";
let isReady = false;
let turn = 0;
let coming = 0;
let resting = 0;
let tell;
const taken = new Promise((settle) => (tell = settle)); // numbers of tables, as the worker knows them when it starts
let link = ""; // the address that brought a game behind its #

worker.onerror = (event) => failed(event.message || "the worker cannot be started");
worker.onmessage = ({ data }) => {
  if (data.kind === "taken") return tell(data.numbers && [...data.numbers, ...had]);
  if (data.kind === "came") return void (document.getElementById("came").value = data.part);
  if (data.kind === "unkept") return unkept();
  if (data.kind === "failed") return failed(data.told);
  if (data.kind === "ready") return ready();
  if (data.kind === "heard") return streams.get(data.number)?.(data.text);
  const { settle, fail } = waiting.get(data.number);
  waiting.delete(data.number);
  data.fault ? fail(new TypeError(data.fault)) : settle(data);
};

function spoken() {
  const known = "{languages}".split(" ");
  const wider = (tag) => tag.split("-").map((_, at, parts) => parts.slice(0, parts.length - at).join("-"));
  const wanted = [localStorage.getItem("language"), ...navigator.languages.flatMap(wider)];
  return wanted.find((each) => known.includes(each)) ?? known[0];
}

document.getElementById("told").textContent = JSON.parse('{waits}')[language];

// The page that the address names. A link with a game in it leads to the page that shows the game, and stays as it is.
function wanted() {
  const named = location.hash.slice(1);
  if (!named.startsWith("g=")) return named;
  link = location.href;
  return SHARED;
}

function unkept() {
  const box = document.getElementById("unkept");
  box.textContent = JSON.parse('{unkept}')[language];
  box.hidden = false;
}

// Before the worker is ready a page is shown as it was made with this folder. Forms sent from it wait.
async function begin() {
  const path = wanted() || (localStorage.getItem("played") && !FIRST.startsWith("/studio/") ? "/" : FIRST);
  await show(path, true);
  if (["/", "/studio/"].includes(path) && turn === 1) show(path, true, {}); // with the tables and drafts that this browser has
}

async function made(path) {
  if (!isReady && drawn(path)) return drawn(path);
  const answer = path in BEGUN && !isReady ? await fetch(`pages/${BEGUN[path]}-${language}.html`) : null;
  if (!answer?.ok || isReady) return null;
  return page((await answer.text()).replaceAll("{root}", root), path);
}

function ready() {
  isReady = true;
  rest();
  document.getElementById("came").removeAttribute("value"); // what takes long now, nobody knows for how long
  navigator.serviceWorker?.register("sw.js").catch(() => {}); // it only makes the next visit work offline
}

// Nothing is announced any more if nothing is to come.
function rest() {
  if (isReady && !coming && !wait.classList.contains("bad")) wait.hidden = true;
}

function failed(told) {
  wait.hidden = false;
  wait.classList.add("bad");
  document.getElementById("told").textContent = told;
}

const told = (message) => new Promise((settle, fail) => {
  waiting.set(++last, { settle, fail });
  worker.postMessage({ number: last, ...message });
});

// What has been answered here already is done by the worker, too, and noted until it is: the next visit does it if this
// one ends before.
let promised = JSON.parse(localStorage.getItem(`promised ${root}`) ?? "[]");
function note(those) {
  promised = those;
  try {
    localStorage.setItem(`promised ${root}`, JSON.stringify(those));
  } catch {
    return unkept();
  }
}
async function redo(asked) {
  const answer = await told({ kind: "ask", promised: true, ...asked }).catch(() => null);
  note(promised.filter((each) => each !== asked));
  if (answer?.status > 399 && shown.startsWith("/t/")) show(shown, true, {});
}
const promise = (asked) => (note([...promised, asked]), redo(asked));
const had = promised.map(({ given }) => given?.[0]);
promised.forEach(redo);

// An answer, after all that it leads on to; with the address that it is of.
async function ask(path, { method = "GET", headers = [], body = "" } = {}) {
  const drawn = await still(path, root);
  if (drawn) return drawn;
  const now = isReady ? null : await known(path, { method, headers, body }, taken, language, root, promise);
  if (now) return rests(), now;
  if (method === "POST") begins();
  for (let hops = 0; hops < 10; hops += 1) {
    const answer = await told({ kind: "ask", method, path, headers, body });
    const to = answer.headers.find(([name]) => name === "location")?.[1];
    if (answer.status < 300 || answer.status > 399 || !to) return { ...answer, path };
    const next = new URL(to, new URL(path, "http://page"));
    [method, body, path] = ["GET", "", next.pathname + next.search];
    headers = headers.filter(([name]) => name.toLowerCase() !== "content-type");
  }
  throw new TypeError("this leads in a circle");
}

function put(answer, replaces) {
  const page = filled(answer);
  if (page === null) return;
  shown = answer.path;
  if (shown !== SHARED) link = "";
  const hash = link ? new URL(link).hash : `#${shown}`;
  if (location.hash !== hash) history[replaces ? "replaceState" : "pushState"](null, "", hash);
  if (!isReady && shown.startsWith("/new?")) prepare(new URL(shown, root).searchParams.get("ruleset"), taken, language, root);
  frame.onload = entered;
  frame.srcdoc = page;
}

// The text of a frame that shows an answer, or null for one that is downloaded instead.
function filled(answer) {
  const given = answer.headers.find(([name]) => name === "content-disposition")?.[1];
  const kind = answer.headers.find(([name]) => name === "content-type")?.[1] ?? "";
  if (given) return download(answer.body, kind, /filename="([^"]+)"/.exec(given)?.[1] ?? "rulewright"), null;
  const text = new TextDecoder().decode(answer.body);
  const whole = kind.startsWith("text/html") ? text : `<!DOCTYPE html><head></head><pre>${escaped(text)}</pre>`;
  return whole.replace("<head>", () => `<head>${headOf(answer.path)}`);
}

const headOf = (path) => `<base href="${escaped(new URL(path, location.origin).href)}"><script src="${escaped(root)}frame.js"></script>`;

const escaped = (text) => text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);

function download(body, kind, name) {
  const url = URL.createObjectURL(new Blob([body], { type: kind }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// The frame has a page: its title and icon are those of the tab.
function entered() {
  frame.hidden = false;
  rests();
  wait.classList.add("beside");
  const inside = frame.contentDocument;
  const follow = () => {
    document.title = inside.title || "Rulewright";
    frame.title = document.title;
    localStorage.setItem("language", inside.documentElement.lang);
    if (shown.startsWith("/t/")) localStorage.setItem("played", "1");
    document.documentElement.lang = inside.documentElement.lang || "en";
    const icon = inside.querySelector("link[rel=icon]")?.href;
    if (icon) document.querySelector("link[rel=icon]").href = icon;
  };
  follow();
  new MutationObserver(follow).observe(inside.head, { subtree: true, childList: true, characterData: true, attributes: true });
  frame.contentWindow.focus();
}

// Python begins when it is asked for something, or as soon as nobody clicks for a moment.
const begins = () => isReady || worker.postMessage({ kind: "drawn" });
function rests() {
  clearTimeout(resting);
  resting = setTimeout(begins, REST);
}

// A table is kept as it was last drawn, and is there at once when its page is opened again.
function keepDrawn() {
  if (!/^\/t\/\d+\/\d+\/[^/]+\/$/.test(shown) || !frame.contentDocument?.getElementById("table")) return;
  const whole = frame.contentDocument.documentElement.outerHTML.replace(headOf(shown), "");
  const text = whole.replace(/ (?:style|aria-busy)="[^"]*"/g, ""); // what scripts have set
  try {
    localStorage.setItem(`drawn ${root}`, JSON.stringify(text.includes("blob:") ? [] : [shown, text]));
  } catch {
    localStorage.removeItem(`drawn ${root}`);
  }
}
function drawn(path) {
  const [of, text] = JSON.parse(localStorage.getItem(`drawn ${root}`) ?? "[]");
  return of === path && text ? page(text, path) : null;
}
addEventListener("pagehide", keepDrawn);
addEventListener("visibilitychange", () => document.hidden && keepDrawn());

// Whoever has meanwhile asked for another page gets that one. A page that is slow to come is announced.
async function show(path, replaces = false, options = null) {
  const mine = ++turn;
  clearTimeout(resting);
  const slow = setTimeout(() => (wait.hidden = false), SLOW);
  coming += 1;
  try {
    const ready = options ? null : await made(path);
    if (!ready && !options) begins();
    const answer = ready ?? (await ask(path, options ?? {}));
    if (mine === turn) put(answer, replaces);
  } catch (fault) {
    failed(String(fault.message ?? fault));
  }
  clearTimeout(slow);
  coming -= 1;
  rest();
}

function stream(path, heard) {
  const number = ++last;
  streams.set(number, heard);
  worker.postMessage({ kind: "follow", number, path });
  return () => streams.delete(number) && worker.postMessage({ kind: "leave", number });
}

function leave() {
  for (const number of streams.keys()) worker.postMessage({ kind: "leave", number });
  streams.clear();
}

const visit = (path, options) => (leave(), show(path, false, options));
addEventListener("popstate", () => location.hash !== (link ? new URL(link).hash : `#${shown}`) && (leave(), show(wanted() || "/", true)));
window.rulewright = { ask, visit, stream, filled, root, link: () => link };
begin();
