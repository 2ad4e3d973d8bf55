// What a page does beside its links and forms: posts a choice and takes the new picture, keeps focus and scroll, lets
// pieces travel, listens for news, tells why. It knows no game; without it everything works by forms.
const PART = { "x-rulewright-part": "1" };
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const why = find("#why");
const live = "live" in document.body.dataset;
let busy = 0;
let checking; // the form that is being looked at
let wanted = "";
let retry = 0;
let lost = 0; // answers lost one after another: soon asked for again, then less often
let timer = 0;
const people = document.body.dataset.people && find(".plates") ? import(document.body.dataset.people) : null; // what a table of one does not need
const address = () => document.baseURI; // not the location: on a site without a server that of the frame says nothing
const seat = new URL(address()).searchParams.get("seat");

// ---- A new picture in the place of the old one

const pieces = (within) => new Map(all("[data-piece]", within).map((each) => [each.dataset.piece, each]));
const home = (piece) => {
  const [area, part, region] = [".area", ".part", ".region, .space"].map((each) => piece.closest(each));
  const told = [".zone .label", ".slot .nr", ".cell .nr"].map((each) => {
    const [inside, sign] = each.split(" ");
    const near = piece.closest(inside);
    return near && find(sign, near)?.textContent;
  });
  return [area?.id, part && all(".part", area).indexOf(part), region?.className.replace(/ (open|shut).*/, ""), ...told].join();
};
function kept(within) {
  const focused = within.contains(document.activeElement) ? document.activeElement : null;
  const scrolled = all("[id]", within).filter((each) => each.scrollTop || each.scrollLeft);
  const places = scrolled.map((each) => [each.id, each.scrollLeft, each.scrollTop]);
  const folded = all("details[id]", within).map((each) => [each.id, each.open]);
  const panel = !!focused?.closest("#panel, .doing");
  const marked = { at: find("[name=at]", within)?.value, order: marks() };
  return { id: focused?.id, key: focused?.dataset.key, panel, places, folded, marked, over: !!find(".standing", within) };
}

function restore(within, before) {
  if (before.marked.at === find("[name=at]", within)?.value && !marks().length) before.marked.order.forEach((each) => toggle(boxOf(each), true));
  before.folded.forEach(([id, open]) => document.getElementById(id)?.toggleAttribute("open", open));
  if (!before.over && find(".standing", within)) showFrom(find(".standing", within), "start");
  for (const [id, left, top] of before.places) document.getElementById(id)?.scrollTo({ left, top, behavior: "instant" });
  const same = before.key && all("[data-key]", within).find((each) => each.dataset.key === before.key);
  const next = before.panel && (find("#confirm", within) ?? find("#question", within));
  (same || (before.id && before.id !== "typed" && document.getElementById(before.id)) || next || null)?.focus({ preventScroll: true });
}

// What is the same stays the very same element; so only what has changed is laid out and painted anew.
const same = (one, other) =>
  one.nodeType === 1 && one.nodeName === other.nodeName && one.id === other.id && one.nodeName !== "INPUT" &&
  one.dataset.piece === other.dataset.piece && one.dataset.key === other.dataset.key;

function morph(old, now) {
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  within(old, now);
}

// A part that the page has is not sent again: its mark stands for it, and it stays among others that are new.
const shownParts = (within) => new Map(all("[data-has]", within).flatMap((each) => {
  const [marks, parts] = [each.dataset.has.split(" "), [...each.children]];
  return parts.map((part, at) => [marks[at], part]).filter(([mark]) => mark);
}));
let known = new Map();
const filled = (fresh) => (fresh.nodeType === 1 && all("[data-as]", fresh).forEach((each) => each.replaceWith(known.get(each.dataset.as))), fresh);

function assemble(old, now) {
  const wanted = [...now.children].map((each) => known.get(each.dataset.as) ?? each);
  const stays = new Set(wanted);
  let next = old.firstChild;
  const passed = (each) => ((next = each.nextSibling), each);
  for (const each of wanted) {
    while (next && !stays.has(next) && each.parentNode === old) passed(next).remove();
    if (each === next) passed(each);
    else if (next && !stays.has(next) && same(next, each)) morph(passed(next), each);
    else old.insertBefore(filled(each), next);
  }
  while (next) if (!stays.has(next)) passed(next).remove(); else passed(next);
}

function within(old, now) {
  if (now.dataset?.has !== undefined) return assemble(old, now);
  const [had, has] = [[...old.childNodes], [...now.childNodes]];
  has.forEach((child, at) => {
    if (!had[at]) old.append(filled(child));
    else if (had[at].isEqualNode(child)) return;
    else if (same(had[at], child)) morph(had[at], child);
    else had[at].replaceWith(filled(child));
  });
  had.slice(has.length).forEach((each) => each.remove());
}

function show(target, fresh) {
  const [old, now, before] = [pieces(target), pieces(fresh), kept(target)];
  const moved = [...now.keys()].filter((each) => old.has(each) && home(old.get(each)) !== home(now.get(each))).slice(0, 24);
  const from = moved.map((each) => old.get(each).getBoundingClientRect());
  hush();
  known = shownParts(target);
  within(target, fresh);
  all(".lit", target).forEach((each) => each.classList.remove("lit")); // parts that stay are as they were
  restore(target, before);
  go();
  if (!calm.matches && moved.length) travel(pieces(target), moved, from);
}

function travel(placed, moved, from) {
  const to = moved.map((each) => placed.get(each).getBoundingClientRect());
  moved.forEach((each, at) => {
    const way = `${from[at].left - to[at].left}px ${from[at].top - to[at].top}px`;
    const frames = [{ translate: way, zIndex: 5 }, { translate: "0 0", zIndex: 5 }];
    if (from[at].width && to[at].width) placed.get(each).animate(frames, { duration: 280, easing: "ease-in-out" });
  });
}

function complain(sentence) {
  const notice = Object.assign(document.createElement("p"), { className: "notice bad", textContent: sentence });
  notice.setAttribute("role", "alert");
  const bar = find("#table .banner");
  all(":scope > .notice", bar ?? undefined).forEach((each) => bar && each.remove());
  bar ? bar.append(notice) : find("#main")?.prepend(notice);
}

async function take(target, url, options = {}, has = [...shownParts(target).keys()]) {
  busy += 1;
  target.setAttribute("aria-busy", "true");
  try {
    const asked = fetch(url, { ...options, headers: { ...PART, "x-rulewright-has": has.join(" ") } });
    const [answer, text] = await asked.then(async (each) => [each, await each.text()]).catch(() => []);
    if (!answer) return void (options.method === "POST" && !options.signal?.aborted && complain(document.body.dataset.lost ?? "…"));
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const whole = fresh.getElementById(target.id);
    const here = shownParts(target);
    if (all("[data-as]", fresh).some((each) => !here.has(each.dataset.as))) // the page has become another one meanwhile
      return await take(target, options.method === "POST" ? address() : url, {}, []);
    if (!whole && answer.status >= 400 && answer.status !== 409) complain(fresh.body.textContent.trim().slice(0, 300));
    else {
      const before = choices();
      show(target, whole ?? fresh.body);
      if (live && before < choices() && wish.get() && !find(".standing")) later = `steps?from=${before}${seat ? `&seat=${seat}` : ""}`;
    }
    return answer;
  } catch (fault) { // what is here cannot be made into what has come: all is drawn anew
    reportError(fault);
    const anew = document.body.appendChild(document.createElement("a"));
    anew.href = address();
    anew.click();
  } finally {
    busy -= 1;
    if (!options.signal?.aborted) target.removeAttribute("aria-busy");
    if (!busy && later) look([later, (later = "")][0]);
    else if (!busy && !retry) renew();
  }
}

// ---- Several that are picked at once: they are marked here, in the list or on the table, and sent together

const boxes = () => all("#panel [name=mark]");
const boxOf = (number) => boxes().find((each) => each.value === number);
const marks = () => boxes().filter((each) => each.checked).sort((one, other) => (one.dataset.made ?? 0) - (other.dataset.made ?? 0)).map((each) => each.value);
let made = 0;
function toggle(box, on = !box?.checked) {
  if (box && !(on && box.disabled)) (box.checked = on), (box.dataset.made = ++made);
  showMarks();
}
function showMarks() {
  const wanted = find("#wanted");
  if (!wanted) return;
  const { least, most, pattern } = wanted.dataset;
  const count = marks().length;
  const full = count >= Number(most);
  const drawn = new Map(all("#choosing [data-option]").map((each) => [each.dataset.option, each]));
  for (const box of boxes()) {
    box.disabled = full && !box.checked;
    const thing = drawn.get(box.dataset.code);
    thing?.setAttribute("aria-pressed", box.checked);
    thing?.classList.toggle("marked", box.checked);
    thing?.classList.toggle("full", box.disabled);
  }
  wanted.textContent = pattern.replace("{}", count);
  find("[data-take]").disabled = count < Number(least);
  const does = find("[data-some]");
  does.textContent = count ? does.dataset.some : does.dataset.none;
}
addEventListener("change", ({ target }) => target.name === "mark" && ((target.dataset.made = ++made), showMarks()));

// ---- A move between regions: where it begins is clicked, then where it leads, of which only that is lit

const begins = { at: "", place: "" };
function showMoves() {
  const [starts, at] = [all("#choosing [data-start]"), find("#choosing [name=at]")?.value];
  const places = new Set(starts.map((each) => each.dataset.start));
  if (begins.at !== at || !places.has(begins.place)) Object.assign(begins, { at, place: places.size === 1 ? [...places][0] : "" });
  const goals = all("#choosing [data-from]");
  for (const each of goals) each.hidden = each.dataset.from !== begins.place;
  for (const region of new Set([...starts, ...goals].map((each) => each.parentElement))) {
    const [start, goal] = [find("[data-start]", region), find("[data-from]:not([hidden])", region)];
    const begun = !!start && start.dataset.start === begins.place;
    start?.setAttribute("aria-pressed", begun);
    region.classList.toggle("open", !!(start || goal));
    region.classList.toggle("begun", begun);
    region.classList.toggle("goal", !!goal);
  }
  find(".table")?.classList.toggle("begins", !!begins.place);
  const listed = new Set(goals.map((each) => each.dataset.listed));
  const open = new Set(goals.filter((each) => !each.hidden).map((each) => each.dataset.listed));
  const one = begins.place && places.size > 1;
  for (const each of all("#panel [data-key]")) each.parentElement.hidden = !!one && listed.has(each.dataset.key) && !open.has(each.dataset.key);
}
function begin(place) {
  const again = begins.place === place;
  begins.place = again ? "" : place;
  showMoves();
}

addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const box = submitter?.name === "option" && boxes().find((each) => each.dataset.code === submitter.value);
  if (box) return event.preventDefault(), toggle(box);
  const table = form.closest("#table");
  const checks = form.id === "new" && submitter?.value !== "start";
  if (form.id === "new" && !checks) find("#main").setAttribute("aria-busy", "true"); // until the table is there
  if ((!table && !checks) || "plain" in form.dataset) return;
  event.preventDefault();
  if (busy && !checks) return;
  checking?.abort(); // what is picked now holds
  const { signal } = (checking = checks ? new AbortController() : undefined) ?? {};
  const fields = new FormData(form, submitter ?? find("button[value=typed]", form));
  const body = submitter?.value === "add" ? fields : new URLSearchParams(fields);
  if (table && find("#typed")) find("#typed").value = ""; // an element that stays keeps what was typed
  all("[data-once]", form).forEach((each) => (each.value = ""));
  take(table ?? find("#main"), submitter?.getAttribute("formaction") ?? form.action, { method: "POST", body, signal });
});

addEventListener("change", ({ target }) => {
  if ("again" in target.dataset) {
    target.form.elements.changed.value = target.name.startsWith("module") ? target.value : target.name;
    target.form.requestSubmit(find(`button[value=${target.dataset.again || "check"}]`, target.form));
  }
  if (target.closest("[data-by-itself]")) (wish.set(target.checked), go());
  if ("slide" in target.dataset) look(`replay?at=${target.value}`);
});

async function look(url) {
  await take(find("#table"), url);
  if (!live) history.replaceState(null, "", url);
}

// ---- Steps: what others did is shown one thing after another, by itself where somebody wants that

const wish = { get: () => localStorage.getItem("steps") === "1", set: (on) => localStorage.setItem("steps", on ? "1" : "") };
const choices = () => Number(find(".banner")?.dataset.choices ?? NaN);
let onward = 0;
let later = "";

function go() {
  clearTimeout(onward);
  showMarks();
  showMoves();
  showFresh();
  all("[data-by-itself]").forEach((each) => ((each.hidden = false), (find("input", each).checked = wish.get())));
  if (!find(".steps")) return showOpen();
  all(".told [data-lights]").forEach(lightUp);
  inSight(find(".board .lit"));
  if (wish.get()) onward = setTimeout(() => (find("#step-on") ?? find("#step-end"))?.click(), 2200);
}

// What can be chosen is brought into sight once for each question, where none of it is seen; at the end who has won. Of a
// map, or of what the own seat has, that the panel of a phone would cover, all is brought into sight that there is room
// for, and what lies above it stays there.
let shown = "";
function showOpen() {
  const [now, open] = [find("#choosing [name=at]")?.value ?? "", all("#choosing .open, .winner")];
  const whole = low() < innerHeight && (find("#choosing .map:has(.open)") ?? find("#choosing .own:has(.open)"));
  if (shown !== now && whole && whole.offsetHeight <= low() - high()) reveal(whole);
  else if (shown !== now && !open.some(isSeen)) inSight(whole && isBelowHead(whole, open[0]) ? whole : open[0]);
  shown = now;
}

const smoothly = () => (calm.matches ? "instant" : "smooth");
const high = () => (find(".banner")?.offsetHeight ?? 0) + (find(".ways")?.offsetHeight ?? 0);

// Whether what can be chosen is seen as well where the part that it is in begins below the bar.
function isBelowHead(whole, open) {
  return whole.contains(open) && open.getBoundingClientRect().bottom - whole.getBoundingClientRect().top <= low() - high();
}

function reveal(thing) {
  const { top, bottom } = thing.getBoundingClientRect();
  scrollBy({ top: bottom > low() ? bottom - low() : Math.min(0, top - high()), behavior: smoothly() });
}

const low = () => (matchMedia("(max-width: 59.99rem)").matches && find("#panel")?.getBoundingClientRect().top) || innerHeight;

function isSeen(thing) {
  const { top, bottom } = thing.getBoundingClientRect();
  return top >= high() && bottom <= low();
}

function inSight(thing) {
  if (thing && !isSeen(thing)) showFrom(thing, low() < innerHeight ? "start" : "center");
}

// A page that frames a table of ours stays where it is.
function showFrom(thing, block) {
  const around = "framed" in document.body.dataset ? parent : null;
  const [left, top] = [around?.scrollX, around?.scrollY];
  thing.scrollIntoView({ block, behavior: smoothly() });
  around?.scrollTo({ left, top, behavior: "instant" });
}

// ---- News from the table

function renew(version = "") {
  wanted = version || wanted;
  if (busy || !wanted || (live && find(".steps"))) return;
  const asked = wanted;
  if (find("[data-version]")?.dataset.version === asked) return void (wanted = "");
  clearTimeout(retry);
  retry = -1; // until it is known whether this answer comes
  take(find("#table"), address(), { signal: AbortSignal.timeout(20_000) }).then((answer) => {
    retry = 0;
    connected(!!answer?.ok);
    lost = answer?.ok ? 0 : lost + 1;
    if (lost) retry = setTimeout(() => ((retry = 0), renew()), Math.min(2000, 250 << lost));
    else if (wanted === asked) wanted = "";
    else renew();
  });
}

// The notice of a lost connection stands in the bar and goes when it is over.
function connected(is) {
  const notice = find("[data-net]");
  if (notice) notice.textContent = is ? "" : (document.body.dataset.offline ?? "…");
}

if (live) {
  let stream = null;
  let poll = 0;
  // A hidden page asks now and then: a browser opens few connections to one server, and they are for those in sight.
  const ask = async () => {
    const answer = await fetch(`events?once=1${seat ? `&seat=${seat}` : ""}`).catch(() => null);
    if (answer?.ok) renew(await answer.text());
  };
  const listen = () => {
    clearInterval(poll);
    if (document.hidden) return void (stream?.close(), (stream = null), (poll = setInterval(ask, 15_000)));
    if (stream && stream.readyState !== EventSource.CLOSED) return;
    stream = new EventSource(`events${new URL(address()).search}`);
    stream.addEventListener("news", ({ data }) => renew(data));
    stream.addEventListener("here", ({ data }) => people?.then((each) => each.here(data)));
    stream.onopen = () => connected(true);
    stream.onerror = () => {
      connected(false);
      if (stream?.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
    };
  };
  document.addEventListener("visibilitychange", listen);
  // A stream that is open when its page is left ends as an error; who only downloads something listens on.
  addEventListener("beforeunload", () => (stream?.close(), (stream = null), setTimeout(listen, 2000)));
  addEventListener("pageshow", ({ persisted }) => persisted && (listen(), ask()));
  listen();
}

// ---- Why: what is pointed at, or everything that is not open

function hush() {
  clearTimeout(timer);
  if (why) why.hidden = true;
}

async function tell(url, near) {
  const answer = await fetch(url, { headers: PART });
  if (!answer.ok || !near.isConnected) return;
  if (answer.status === 204) return hush(); // there is nothing to tell of it
  why.replaceChildren(...new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes);
  why.hidden = false;
  const at = near.getBoundingClientRect();
  const below = at.bottom + 8 + why.offsetHeight < innerHeight;
  why.style.left = `${Math.max(8, Math.min(at.left, innerWidth - why.offsetWidth - 8))}px`;
  why.style.top = `${Math.max(8, below ? at.bottom + 8 : at.top - why.offsetHeight - 8)}px`;
}

function question({ dataset }) {
  const [number, of, ...given] = (dataset.number ?? "").split(".");
  const { why: option, thing } = dataset;
  const asked = new URLSearchParams(option ? { option } : thing ? { thing } : { number });
  if (asked.has("number")) given.forEach((each) => asked.append("given", each));
  if (asked.has("number") && of) asked.set("of", Number(of) + 1);
  if (seat) asked.set("seat", seat);
  return `why?${asked}`;
}

const ASKED = "[data-why], [data-thing], [data-number]";
let pressed = ""; // where the pointer was pressed last: what comes there by that is not asked about while it rests
const spot = ({ clientX, clientY }) => [clientX, clientY].map(Math.floor).join();
const soon = (event) => {
  const { target } = event;
  if (event.type === "pointerover" && spot(event) === pressed) return;
  const asked = target.closest?.(ASKED);
  if (why?.contains(target)) return clearTimeout(timer);
  clearTimeout(timer);
  if (asked) timer = setTimeout(() => tell(question(asked), asked), 250);
  else if (why && !why.hidden) timer = setTimeout(hush, 300);
};
addEventListener("pointerover", soon);
addEventListener("focusin", soon);
addEventListener("click", (event) => {
  pressed = spot(event);
  const picture = event.target.closest("[data-picture]"); // its script is fetched when it is wanted
  if (picture) import(picture.dataset.picture).then((each) => each.share());
  if (find("#rulebook") && event.target.closest("[data-rules]")) return (event.preventDefault(), openRules(find("[data-rules]").href));
  const start = event.target.closest("[data-start]");
  if (start || (begins.place && !event.target.closest("button, a, summary, input, select, .why"))) begin(start?.dataset.start ?? "");
  const asked = event.target.closest(`${ASKED}, [data-why-all]`);
  const step = event.target.closest(live ? "a.step, a.onward" : "a.step");
  if (step) (event.preventDefault(), look(live && step.matches(".back") ? address() : step.href));
  else if (asked && why && (!event.target.closest("button") || asked.ariaDisabled)) {
    event.preventDefault();
    tell(asked.href ?? question(asked), asked);
  } else {
    if (why && !why.contains(event.target)) hush();
    if (!event.target.closest("button, a")) event.target.closest(".holder")?.querySelector(".info")?.click();
  }
});

// ---- The rules stand beside the table, fetched when they are first wanted

async function openRules(url) {
  const book = find("#rulebook");
  if (book.open) return book.close();
  const answer = await fetch(url, { headers: PART });
  if (!answer.ok) return;
  const close = Object.assign(document.createElement("button"), { className: "second close", textContent: book.dataset.close });
  close.addEventListener("click", () => book.close());
  book.replaceChildren(close, ...new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes);
  book.show();
  find("h1", book)?.focus();
  book.onclose = () => find("[data-rules]")?.focus();
}

// ---- What a line of the log is about is lit while it is pointed at or has the focus

const LINE = "[data-lights]";
function light({ target }) {
  all(".lit").forEach((each) => each.classList.remove("lit"));
  const line = target.closest?.(LINE) ?? document.activeElement?.closest(LINE);
  all(".told [data-lights]").forEach(lightUp);
  if (line) lightUp(line);
}
const things = ({ dataset }) =>
  dataset.lights.split(" ").flatMap((each) => {
    const [kind, named] = each.split("=");
    return all(`.board [data-${kind}="${CSS.escape(named)}"]`);
  });
const lightUp = (line) => things(line).forEach((thing) => thing.classList.add("lit"));

// Pieces and places of the last action are marked, and otherwise those of what waits to be confirmed.
const PLACED = ".piece, .region, .space, .cell";
function showFresh() {
  all(".board :is(.fresh, .pending)").forEach((each) => each.classList.remove("fresh", "pending"));
  const mark = (told, as) => told.flatMap(things).forEach((each) => each.matches(PLACED) && each.classList.add(as));
  mark(all("#log p.action[data-lights], #log .action > summary[data-lights]").slice(-1), "fresh");
  mark(all(".trail [data-lights]"), "pending");
}
addEventListener("pointerover", light);
addEventListener("focusin", light);

function nextLine(event) {
  const lines = all(LINE, find("#log")).filter((each) => each.checkVisibility());
  const at = lines.indexOf(document.activeElement);
  const next = at < 0 ? lines.at(-1) : lines[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (next) (event.preventDefault(), next.focus());
}

// ---- Keys: numbers as at the screen, Enter to confirm, u to take back, ? for why, arrows to look back and along the log

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") return find("#rulebook[open]") && find("#why")?.hidden !== false ? find("#rulebook").close() : begins.place && why.hidden ? begin("") : (find("#ahead-off")?.click(), hush());
  if (event.target.matches("input:not([name=mark]), textarea, select")) return;
  const press = (selector) => find(selector) && (event.preventDefault(), find(selector).click());
  if (/^[0-9]$/.test(event.key)) find("#typed")?.focus();
  else if (event.key === "Enter" && (!event.target.matches("a, button, summary") || event.target.ariaPressed)) press("#confirm, #take");
  else if (/^Arrow(Up|Down)$/.test(event.key) && event.target.closest("#log")) nextLine(event);
  else if (event.key === "u" && marks().length) toggle(boxOf(marks().at(-1)), false);
  else if (event.key === "u") press("#undo");
  else if (event.key === "?") press("[data-why-all]");
  else if (event.key === "h") press("[data-rules]");
  else if (event.key === "ArrowLeft" && !event.target.matches("[tabindex]")) press("#step-back");
  else if (event.key === "ArrowRight" && !event.target.matches("[tabindex]")) press("#step-on");
});

// ---- A thing is dragged to its place: it is chosen as it is taken up, and what it is dropped on as it is let go

let drag = null;
addEventListener("pointerdown", (event) => {
  const thing = event.target.closest?.("#choosing [data-leads]");
  if (thing && event.button === 0 && event.pointerType !== "touch") drag = { thing, x: event.clientX, y: event.clientY };
});
addEventListener("pointermove", (event) => {
  if (!drag) return;
  if (!drag.ghost) {
    if (busy || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8) return;
    const { left, top, width, height } = drag.thing.getBoundingClientRect();
    const ghost = (drag.ghost = drag.thing.cloneNode(true));
    all("[id], [name], [data-piece]", ghost).concat(ghost).forEach((each) => ["id", "name", "data-piece", "data-option"].forEach((name) => each.removeAttribute(name)));
    Object.assign(ghost.style, { position: "fixed", left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    ghost.classList.add("dragged");
    find(".table").append(ghost);
    drag.asked = find("#choosing [name=at]").value;
    const body = new URLSearchParams(new FormData(find("#choosing"), drag.thing));
    drag.taken = take(find("#table"), find("#choosing").action, { method: "POST", body }).then(() => ghost.isConnected || find(".table").append(ghost));
  }
  drag.ghost.style.translate = `${event.clientX - drag.x}px ${event.clientY - drag.y}px`;
});
addEventListener("pointerup", async (event) => {
  const { ghost, taken, asked } = drag ?? {};
  drag = null;
  if (!ghost) return;
  const swallow = (click) => (click.preventDefault(), click.stopImmediatePropagation());
  addEventListener("click", swallow, true);
  await new Promise((then) => setTimeout(then)); // the click that ends a drag is over
  removeEventListener("click", swallow, true);
  await taken;
  ghost.remove();
  if (find("#choosing [name=at]")?.value === asked) return;
  const place = document.elementFromPoint(event.clientX, event.clientY)?.closest("#choosing .open");
  (place?.matches("button") ? place : (find("button.cover", place ?? ghost) ?? find("#undo")))?.click();
});
addEventListener("pointercancel", () => (drag?.ghost?.remove(), (drag = null)));

// ---- Invitations are copied

all("[data-copy]").forEach((each) => {
  each.hidden = !navigator.clipboard;
  each.addEventListener("click", async () => {
    await navigator.clipboard.writeText(each.dataset.copy);
    each.textContent = each.dataset.copied;
  });
});

// ---- Files are dropped where their text may be pasted

addEventListener("dragover", (event) => event.target.matches?.("[data-drop]") && event.preventDefault());
addEventListener("drop", async (event) => {
  const [file] = event.dataTransfer.files;
  if (!event.target.matches?.("[data-drop]") || !file) return;
  event.preventDefault();
  event.target.value = await file.text();
  event.target.dispatchEvent(new Event("change", { bubbles: true }));
});

go();
