// The page of a studio: files, the text of one, the table of the game in a frame, and what was found below. All that is
// known of rules is asked of the server by forms; it knows no game.
const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const studio = find("#studio");
const known = JSON.parse(studio.dataset.known);
const code = find("#code");
const frame = find("#table-frame");
const say = (key, values = {}) => Object.entries(values).reduce((told, [name, value]) => told.replaceAll(`{${name}}`, value), known.words[key]);
const make = (name, text = "", more = {}) => Object.assign(document.createElement(name), { textContent: text }, more);
// Where no server is, the page around fills the frame of the table.
const within = globalThis.rulewright;
const showTable = (path) => {
  frame.dataset.path = path;
  within ? within.put(frame, path) : frame.setAttribute("src", path);
};
const button = (text, does, more = {}) => {
  const made = make("button", text, { type: "button", ...more });
  made.addEventListener("click", does);
  return made;
};

let files = known.files; // the mark of each file as it was read last
let current = "";
let mark = "";
let saved = ""; // the text of the open file on the disk
const drafts = new Map(); // texts that are not saved, of files that are not open, with the mark they were read at
const problems = new Map(); // by file
let lints = []; // what deserves a second look, shown where nothing is wrong
let tested = known.tested; // the files that hold scenarios
const tests = new Map();
let wave = 0; // what was asked before the last save is of no interest any more
let recorded = null; // the scenario that clicks at the table add to
code.words = new Set(known.vocabulary);

async function ask(does, fields = {}) {
  try {
    const answer = await fetch(does, { method: "POST", body: new URLSearchParams(fields) });
    const told = answer.headers.get("content-type")?.startsWith("application/json") ? await answer.json() : { fault: (await answer.text()).trim().slice(0, 300) };
    return { ok: answer.ok, status: answer.status, ...told };
  } catch {
    return { ok: false, status: 0, fault: say("lost") };
  }
}

function notice(text, ...buttons) {
  const box = make("p", `${text} `, { className: "notice" });
  box.setAttribute("role", "alert");
  box.append(...buttons.flatMap((each) => [each, " "]), button(say("dismiss"), () => box.remove()));
  find("#notices").replaceChildren(box);
}
const quiet = () => find("#notices").replaceChildren();
const isDirty = () => current && code.value !== saved;

// ---- Files

function listFiles() {
  const found = listed();
  const names = [...new Set([...Object.keys(files), ...drafts.keys(), ...(current ? [current] : [])])].sort();
  find("#files").replaceChildren(...names.map((name) => {
    const count = found.filter((each) => each.file === name).length;
    const row = make("li");
    const opener = button(name, () => open(name), { className: "link" });
    if (name === current) opener.setAttribute("aria-current", "true");
    row.append(opener);
    if (drafts.has(name) || (name === current && isDirty())) row.append(" ", make("b", "●", { title: say("unsaved") }));
    if (count) row.append(" ", make("small", String(count), { className: "count", title: say("problems_in", { n: count }) }));
    return row;
  }));
}

async function open(name, line = 0, column = 1, length = 0) {
  if (name !== current) {
    if (isDirty()) drafts.set(current, { text: code.value, mark, saved });
    else drafts.delete(current);
    const draft = drafts.get(name);
    const read = draft ? { ok: true, mark: draft.mark, text: draft.saved } : await ask("read", { file: name });
    if (!read.ok) return notice(read.fault);
    quiet();
    [current, mark, saved] = [name, read.mark, read.text];
    drafts.delete(name);
    find("#open-name").textContent = name;
    code.value = draft ? draft.text : read.text;
    showState();
    showProblems();
    if (!problems.has(name)) check();
  }
  if (line) code.go(line, column, length);
}

function take(read) {
  [mark, saved] = [read.mark, read.text];
  files = { ...files, [current]: read.mark };
  showState();
}

function showState() {
  find("#saved").textContent = isDirty() ? say("unsaved") : say("is_saved");
  find("#save").disabled = !isDirty();
  listFiles();
}

async function save() {
  if (!isDirty()) return true;
  const [name, text] = [current, code.value];
  const answer = await ask("save", { file: name, text, mark });
  if (answer.status === 409) return conflict(answer.now), false;
  if (!answer.ok) return notice(answer.fault), false;
  if (name !== current) return true;
  take(answer);
  after(answer);
  return true;
}

// What files that were written bring with them: their problems, their games, another table.
function after(answer) {
  looked(answer);
  showGames(answer.games);
  tested = answer.tested;
  if (answer.again) (showTable(answer.again), tell(say("begun_again")));
  else if (!frame.dataset.path && !severe()) table();
  everything(answer.files);
}

// Somebody else has changed the file: nothing is written, and nothing of either text is lost.
function conflict(now) {
  const theirs = () => {
    code.replace(0, code.value.length, now.text); // the browser's undo brings the other text back
    take(now);
    check();
    quiet();
  };
  const mine = () => ((mark = now.mark), quiet(), save());
  notice(say("changed_outside", { file: current }), button(say("take_theirs"), theirs), button(say("keep_mine"), mine));
}

async function watchFiles() {
  const answer = document.hidden ? {} : await ask("files");
  if (answer.ok) {
    const changed = Object.keys({ ...files, ...answer.files }).filter((each) => files[each] !== answer.files[each]);
    files = answer.files;
    if (changed.length) {
      listFiles();
      if (changed.includes(current) && (files[current] ?? "") !== mark) {
        const now = await ask("read", { file: current });
        if (now.ok && now.mark !== mark) isDirty() ? conflict(now) : ((code.value = now.text), take(now), notice(say("read_again", { file: current })));
      }
      check(true);
      everything([]);
    }
  }
  setTimeout(watchFiles, 2500);
}

// ---- Problems

function looked({ files: seen, problems: found }) {
  for (const each of seen) problems.set(each, []);
  for (const each of found) problems.set(each.file, [...(problems.get(each.file) ?? []), each]);
  showProblems();
  listFiles();
}
const severe = () => [...problems.values()].flat().some((each) => each.severity === "error");

let timer = 0;
async function check(whole = false) {
  const text = code.value;
  const answer = await ask("check", { file: current, ...(whole || !isDirty() ? {} : { text }) });
  if (answer.ok && text === code.value) looked(answer);
}

function listed() {
  const found = [...problems.values()].flat();
  const all = severe() ? found : [...found, ...lints];
  return [...new Map(all.map((each) => [`${each.file}:${each.line}:${each.column}:${each.message}`, each])).values()];
}

function showProblems() {
  const found = listed();
  code.problems = found.filter((each) => each.file === current);
  find("#n-problems").textContent = found.length ? `(${found.length})` : "";
  const list = make("ul", "", { className: "found" });
  for (const each of found) {
    const row = make("li", "", { className: each.severity === "error" ? "bad" : "warn" });
    row.append(button(`${each.file}:${each.line}`, () => open(each.file, each.line, each.column, each.length), { className: "link" }), ` ${each.message} `);
    if (each.fixes.length) row.append(...each.fixes.flatMap((fix) => [button(fix.title, () => mend(each.file, fix)), " "]));
    else if (each.hint) row.append(make("small", each.hint));
    list.append(row);
  }
  find("#problems").replaceChildren(found.length ? list : make("p", say("no_problems"), { className: "fine" }));
}

async function mend(file, fix) {
  await open(file);
  code.fix(fix);
  check();
}

// After a save all other files are looked at one after another, then all scenarios are run; a newer save ends that.
async function everything(seen) {
  const own = ++wave;
  const names = Object.keys(files).filter((each) => each.endsWith(".yaml"));
  const done = new Set(seen);
  for (const name of names) {
    if (done.has(name) || (name === current && isDirty()) || drafts.has(name)) continue;
    const answer = await ask("check", { file: name });
    if (own !== wave) return;
    if (answer.ok) (answer.files.forEach((each) => done.add(each)), looked(answer));
  }
  for (const name of [...problems.keys()]) if (!(name in files) && name !== current) problems.delete(name);
  showProblems();
  tests.clear();
  for (const name of tested) {
    await run(name);
    if (own !== wave) return;
  }
  showTests();
  for (let more = !severe() && current.endsWith(".yaml"); more; ) {
    const answer = await ask("lint", { file: current });
    if (own !== wave || !answer.ok) return;
    more = answer.more;
    if (!more) (lints = answer.problems), showProblems(), listFiles();
  }
}

// ---- Tests and coverage

async function run(name) {
  const answer = await ask("tests", { file: name });
  if (answer.ok) (tests.set(name, answer.tests), looked({ files: [], problems: answer.problems }));
  showTests();
}

function showTests() {
  const found = [...tests.values()].flat();
  const failed = found.filter((each) => !each.passed);
  find("#n-tests").textContent = found.length ? `(${found.length - failed.length}/${found.length})` : "";
  const row = (each) => {
    const made = make("li", "", { className: each.passed ? "good" : "bad" });
    const came = say(each.passed ? "passed" : "failed");
    made.append(make("span", came, { className: "unseen" }), button(`${each.passed ? "✓" : "✗"} ${each.sentence}`, () => open(each.file, each.line), { className: "link", title: came }));
    if (each.told.length) made.append(make("pre", each.told.join("\n"), { tabIndex: 0 }));
    return made;
  };
  const list = make("ul", "", { className: "found" });
  list.append(...failed.map(row), ...found.filter((each) => each.passed).map(row));
  find("#tests").replaceChildren(found.length ? list : make("p", say("no_tests"), { className: "quiet" }));
}

async function count() {
  const box = find("#coverage");
  box.replaceChildren(make("p", say("counting"), { className: "quiet" }));
  const answer = await ask("coverage");
  const found = answer.coverage;
  if (!found) return box.replaceChildren(make("p", answer.fault ?? say("no_coverage")));
  const list = make("ul", "", { className: "found" });
  for (const each of found.gaps) {
    const row = make("li", "", { className: "warn" });
    row.append(button(`${each.file}:${each.line}`, () => open(each.file, each.line), { className: "link" }), ` ${each.name}: ${each.why}`);
    list.append(row);
  }
  box.replaceChildren(make("p", say("reached", { n: found.reached, of: found.places })), ...(found.gaps.length ? [make("p", say("not_reached")), list] : [make("p", say("all_reached"), { className: "fine" })]));
}

// ---- The table

async function table(does = "") {
  const answer = await ask("table", { do: does, who: find("#who").value, game: find("#game").value || "0" });
  if (!answer.ok) return tell(answer.fault);
  tell("");
  frame.hidden = !answer.path;
  if (!answer.path) return tell(say("no_game"));
  if (frame.dataset.path !== answer.path || does) showTable(answer.path);
}

function tell(text) {
  const box = find("#told");
  box.textContent = text ?? "";
  box.hidden = !text;
}

function showGames(games) {
  const [box, was] = [find("#game"), find("#game").value];
  box.replaceChildren(...games.map(([, variant], at) => make("option", variant || known.name, { value: at })));
  box.hidden = games.length < 2;
  if (was) box.value = was;
}

// ---- A test made of choices, to which clicks at the table add what is expected

async function record(last) {
  if (!(await save())) return;
  const name = /(^|\/)scenarios\//.test(current) ? current : "";
  const answer = await ask("record", { last, file: name });
  if (!answer.ok) return notice(answer.fault);
  recorded = { file: answer.name, line: answer.line };
  await written(answer);
  find("#expecting").hidden = false;
  find("#expects").textContent = say("expect");
  showValues();
}

async function written(answer) {
  files = { ...files, [answer.name]: answer.mark };
  if (!tested.includes(answer.name)) tested = [...tested, answer.name];
  if (current === answer.name) (code.value = answer.text), take(answer);
  else (drafts.delete(answer.name), await open(answer.name));
  code.go(answer.line);
  await run(answer.name);
}

async function expectThis(thing) {
  if (!recorded || !(await save())) return;
  const answer = await ask("expect", { ...recorded, thing });
  if (!answer.ok) return void (find("#expects").textContent = answer.fault);
  await written(answer);
  find("#expects").textContent = say("expected", { test: answer.test });
}

async function showValues() {
  const answer = await ask("values");
  find("#values").replaceChildren(...(answer.values ?? []).map(([name, , tests]) => {
    const row = make("li");
    row.append(button(tests.join("; "), () => expectThis(name), { className: "link" }));
    return row;
  }));
}

frame.addEventListener("load", () => {
  frame.contentDocument?.addEventListener("click", (event) => {
    const thing = recorded && event.target.closest?.("[data-number], [data-zone]");
    if (!thing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    expectThis(thing.dataset.number ?? thing.dataset.zone);
  }, true);
});

// ---- Completion, meanings, layout

const asked = () => ({ file: current, text: code.value, ...code.place });

async function complete() {
  const text = code.value;
  const answer = await ask("complete", asked());
  if (answer.ok && text === code.value) answer.offers.length ? code.offer(answer.offers) : (find("#here").textContent = say("no_offers"));
}

// The few marks of Markdown that meanings have: paragraphs, lists, code, bold.
function page(markdown) {
  const inline = (text) => text.split(/(`[^`]*`|\*\*[^*]*\*\*|\*[^*]+\*)/).filter(Boolean).map((each) =>
    each.startsWith("`") ? make("code", each.slice(1, -1)) : each.startsWith("**") ? make("b", each.slice(2, -2)) : each.startsWith("*") ? make("i", each.slice(1, -1)) : each);
  return markdown.split(/\n\n+/).map((part) => {
    if (part.startsWith("```")) return make("pre", part.replace(/^```\w*\n?|\n?```$/g, ""), { tabIndex: 0 });
    if (part.startsWith("---")) return make("hr");
    const made = make("p");
    made.append(...inline(part.replace(/^#+ /gm, "")));
    return made;
  });
}

async function meaning() {
  const answer = await ask("meaning", asked());
  const box = find("#page");
  box.hidden = false;
  box.replaceChildren(...page(answer.page || answer.fault || say("no_meaning")), button(say("dismiss"), () => ((box.hidden = true), code.area.focus())));
}

// ---- Another name, in all files at once

const dialog = find("#renaming");
const isUnsaved = () => {
  const names = [...drafts.keys(), ...(isDirty() ? [current] : [])].join(", ");
  return Boolean(names) && (notice(say("rename_unsaved", { names })), true);
};
let renaming = null; // the name asked about, and its place
let renamed = null; // the last new name, which can be taken back

async function rename() {
  if (!(await save()) || isUnsaved()) return;
  const place = asked();
  const answer = await ask("named", place);
  if (!answer.ok) return notice(answer.fault);
  renaming = { file: place.file, line: place.line, column: place.column, old: answer.name };
  find("#head-renaming").textContent = say("rename_title", { name: answer.name });
  find("#rename-told").textContent = "";
  find("#rename-to").value = answer.name;
  dialog.showModal();
  find("#rename-to").select();
}

async function takeName(event) {
  event.preventDefault();
  const { old, ...place } = renaming;
  const told = find("#rename-told");
  find("#rename-do").disabled = true;
  told.textContent = say("renaming");
  const answer = await ask("rename", { ...place, new: find("#rename-to").value });
  find("#rename-do").disabled = false;
  if (!answer.ok) return void (told.textContent = answer.fault ?? say("changed_outside", { file: answer.now.name }));
  const now = find("#rename-to").value.trim();
  dialog.close();
  takeAll(answer, place);
  renamed = { old, place, marks: answer.marks, names: answer.changed };
  notice(say("renamed", { old, new: now, names: answer.changed.join(", ") }), button(say("rename_back"), nameBack));
}

async function nameBack() {
  if (isUnsaved()) return;
  const { old, place } = renamed;
  const answer = await ask("restore", { file: current });
  if (!answer.ok) return notice(answer.fault);
  renamed = null;
  takeAll(answer, place);
  notice(say("renamed_back", { old, names: answer.changed.join(", ") }));
}

function takeAll(answer, place) {
  if (answer.text !== code.value) code.replace(0, code.value.length, answer.text);
  take(answer);
  files = answer.marks;
  answer.changed.forEach((each) => drafts.delete(each));
  if (current === place.file) code.go(place.line, place.column);
  after(answer);
}

async function format() {
  const text = code.value;
  const answer = await ask("format", { file: current, text });
  if (!answer.text || text !== code.value) return notice(answer.fault ?? say("no_layout"));
  if (answer.text !== text) code.replace(0, text.length, answer.text);
}

code.addEventListener("typed", () => {
  lints = lints.filter((each) => each.file !== current);
  showState();
  clearTimeout(timer);
  timer = setTimeout(check, 300);
});
code.addEventListener("moved", () => {
  const here = code.problems.filter((each) => each.line === code.place.line);
  find("#here").replaceChildren(...here.flatMap((each) => [`${each.message} `, ...each.fixes.map((fix) => button(fix.title, () => mend(current, fix)))]));
});
code.addEventListener("complete", complete);
code.addEventListener("meaning", meaning);
code.addEventListener("rename", rename);

// ---- Sharing

const LONGEST = 8000;
const SPARED = [[], ["translations"], ["translations", "matches", "scenarios"]]; // folders that a game can be played without
async function share() {
  if (!(await save())) return;
  const answer = await ask("texts");
  if (!answer.ok) return notice(answer.fault);
  const part = (spared) => Object.fromEntries(Object.entries(answer.files).filter(([name]) => !spared.includes(name.split("/")[0])));
  let [link, left] = ["", []];
  for (const spared of SPARED) {
    if (link && link.length <= LONGEST) break;
    left = spared.filter((each) => Object.keys(answer.files).some((name) => name.startsWith(`${each}/`)));
    link = await sharing.linkOf(part(spared), within?.root ?? `${location.origin}/studio/shared`);
  }
  const fits = link.length <= LONGEST;
  const told = [say(fits ? "share_link" : "too_long", { n: link.length }), fits && left.length ? say("left_out", { names: left.join(", ") }) : ""];
  find("#share-told").textContent = told.join(" ").trim();
  find("#share-text").value = fits ? link : "";
  find("#share-link").hidden = find("#copy-link").hidden = !fits;
  find("#share-package").hidden = fits;
  find("#sharing").showModal();
}

async function pack() {
  const answer = await fetch("package").catch(() => null);
  if (!answer?.ok) return void (find("#share-told").textContent = answer ? (await answer.json()).fault : say("lost"));
  const address = URL.createObjectURL(await answer.blob());
  make("a", "", { href: address, download: answer.headers.get("content-disposition").match(/"(.+)"/)[1] }).click();
  URL.revokeObjectURL(address);
}

// ---- What is clicked and pressed

const on = (id, does) => find(`#${id}`).addEventListener("click", does);
on("save", save);
on("complete", () => (code.area.focus(), complete()));
on("meaning", meaning);
on("rename", rename);
on("format", format);
on("close-renaming", () => dialog.close());
find("#rename-form").addEventListener("submit", takeName);
on("count", count);
on("again", () => table("again"));
on("new-game", () => table("new"));
on("share", share);
on("package", pack);
on("done", () => ((recorded = null), (find("#expecting").hidden = true)));
on("close-sharing", () => find("#sharing").close());
on("copy-link", async () => {
  find("#share-text").select();
  await navigator.clipboard?.writeText(find("#share-text").value);
  find("#copy-link").textContent = say("copied");
});
find("#game").addEventListener("change", () => table("new"));
find("#who").addEventListener("change", () => table("again"));
find("#record").addEventListener("submit", (event) => (event.preventDefault(), record(find("#last").value)));
find("#new-file").addEventListener("submit", (event) => {
  event.preventDefault();
  open(find("#new-name").value.trim());
  find("#new-name").value = "";
});
all("[data-open]").forEach((each) => each.addEventListener("click", () => open(each.dataset.open)));
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey) return;
  const pressed = event.key.toLowerCase();
  const does = pressed === "s" ? save : pressed === "z" && event.target === code.area && isNamed() ? nameBack : null;
  if (does) (event.preventDefault(), does());
});
// Right after a new name one undo gives all files their texts back, not this one alone.
const isNamed = () => renamed?.names.includes(current) && !isDirty() && mark === renamed.marks[current];
addEventListener("beforeunload", (event) => (isDirty() || drafts.size) && event.preventDefault());

const first = Object.keys(files);
await open(find("[data-open]")?.dataset.open ?? first.find((each) => /^base\//.test(each) && !/module|lessons|table|words/.test(each)) ?? first.find((each) => each.endsWith(".yaml")) ?? "notes.md");
showGames(known.games);
table();
everything([]);
if (!known.alone) setTimeout(watchFiles, 2500);
