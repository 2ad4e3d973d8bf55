// Runs the interpreter: Python by Pyodide, brought along in this folder, and the server that answers the page.
import { LATER, restoring, unpack } from "./restoring.mjs";

const here = new URL(".", import.meta.url).href;
const TOTAL = Number("{bytes}");
let came = 0;

// Until the page has drawn what it knows nothing is unpacked or compiled, which takes all that a small machine has.
let go;
const drawn = new Promise((settle) => setTimeout((go = settle), 4000));

// Files that a server may send as they are: they are packed in the folder already.
async function unpacked(name, kind) {
  const answer = await plain(new URL(`${name}.gz`, here));
  if (!answer.ok) throw new Error(`${name}.gz is missing from this folder`);
  const counted = new TransformStream({
    transform(bytes, next) {
      came += bytes.length;
      postMessage({ kind: "came", part: came / TOTAL });
      next.enqueue(bytes);
    },
  });
  await drawn;
  const stream = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "content-type": kind } });
}

const plain = self.fetch.bind(self);
const bytes = (name) => unpacked(name, "").then((answer) => answer.arrayBuffer());

// All that Python takes comes at once, and what runs it is compiled while it comes.
const engine = WebAssembly.compileStreaming(unpacked("python/pyodide.asm.wasm", "application/wasm"));
const [memory, files] = [bytes("python/memory.bin"), bytes("program.tar")];
const [code, loader] = [import("./python/pyodide.asm.mjs"), import("./python/pyodide.mjs")];
self.fetch = (asked, options) => (String(asked.url ?? asked).endsWith(".asm.wasm") ? new Promise(() => {}) : plain(asked, options));
WebAssembly.instantiateStreaming = async (_, imports) => {
  const module = await engine;
  return { module, instance: await WebAssembly.instantiate(module, imports) };
};

// ---- What is kept in this browser from one visit to the next

const base = new Promise((settle) => {
  const opened = indexedDB.open(`rulewright ${here}`, 1);
  opened.onupgradeneeded = () => opened.result.createObjectStore("kept");
  opened.onsuccess = () => settle(opened.result);
  opened.onerror = () => settle(null); // nothing is kept then
});
const done = (request) => new Promise((settle) => {
  request.onsuccess = () => settle(request.result);
  request.onerror = () => settle(undefined);
});
const store = async (mode) => (await base)?.transaction("kept", mode).objectStore("kept");
const read = async (name) => {
  const from = await store("readonly");
  return from && done(from.get(name));
};

// Drafts are kept one by one: pages of other tabs have theirs.
const DRAFT = "draft ";
async function readDrafts() {
  const from = await store("readonly");
  if (!from) return "{}";
  const range = IDBKeyRange.bound(DRAFT, `${DRAFT}\uffff`);
  const [keys, texts] = await Promise.all([done(from.getAllKeys(range)), done(from.getAll(range))]);
  return JSON.stringify(Object.fromEntries((keys ?? []).map((key, at) => [key.slice(DRAFT.length), texts?.[at] ?? ""])));
}

const kept = Promise.all([...["tables", "cookies", "taken"].map(read), readDrafts()]);
kept.then(([tables, , numbers]) => postMessage({ kind: "taken", numbers: tables && !numbers ? null : (numbers ?? []) }));

// ---- The server

let server = null;
let warm = null;
const SHEETS = "{sheets}".split(" ");
const published = (name, bytes, kind) => SHEETS.includes(name) ? `${here}begun/${name}` : URL.createObjectURL(new Blob([bytes.toJs()], { type: kind }));

async function begin() {
  const [{ loadPyodide }, { default: create }] = await Promise.all([loader, code]);
  const python = await loadPyodide({
    indexURL: `${here}python/`, checkAPIVersion: false, _loadSnapshot: LATER, createPyodideModule: restoring(create, memory),
  });
  performance.mark("restored");
  unpack(python.FS, new Uint8Array(await files));
  const [tables, cookies, , drafts] = await kept;
  const [open, warming] = python.runPython(OPEN).toJs();
  const language = new URLSearchParams(location.search).get("lang");
  const made = open(here, published, late, tables ?? new Uint8Array(), cookies ?? JSON.stringify({ language }), drafts);
  warm = () => warming(made);
  if (!(await base)) postMessage({ kind: "unkept" });
  performance.mark("ready");
  return made;
}

// Modules that few visits want come when Python imports one, which cannot wait.
function late() {
  const asked = new XMLHttpRequest();
  asked.open("GET", new URL("later.tar.gz", here), false);
  asked.responseType = "arraybuffer";
  asked.send();
  if (asked.status !== 200) throw new Error("later.tar.gz is missing from this folder");
  return new Uint8Array(asked.response);
}

// The memory of this Python has all that players use; it has no files.
const OPEN = `
from rulewright.author.at_tables import STUDIO, TOOLS
from rulewright.table.offline.prepared import opened, warm_up
async def warm(server):
    await warm_up(TOOLS, STUDIO, server)
def open(root, published, late, tables, cookies, drafts):
    return opened(TOOLS, STUDIO, root, published, lambda: late().to_bytes(), tables.to_bytes(), cookies, drafts)
(open, warm)
`;

async function answered({ method, path, headers, body, given }) {
  const sent = new TextEncoder().encode(body);
  const found = await (given ? server.begin(given, sent) : server.ask(method, path, headers, sent));
  const [status, heads, bytes] = found.toJs();
  found.destroy();
  return { status, headers: heads, body: bytes };
}

async function keep() {
  const into = await store("readwrite");
  const made = server.kept();
  const [tables, cookies] = made.toJs();
  made.destroy();
  const numbers = server.numbers()?.toJs();
  const changed = server.drafts_changed();
  const drafts = changed.toJs();
  changed.destroy();
  if (!into) return drafts.length && postMessage({ kind: "unkept" });
  const kept = new Promise((settle) => {
    into.transaction.oncomplete = () => settle(true);
    into.transaction.onerror = into.transaction.onabort = () => settle(false);
  });
  try {
    for (const [key, text] of drafts) text == null ? into.delete(DRAFT + key) : into.put(text, DRAFT + key);
    (into.put(tables, "tables"), into.put(cookies, "cookies"), into.put(numbers, "taken"));
  } catch {
    return postMessage({ kind: "unkept" });
  }
  if (!(await kept)) postMessage({ kind: "unkept" }); // it is full
}

async function perform(data) {
  const { number } = data;
  try {
    const answer = await answered(data);
    if (server.changes(data.method, data.path)) await keep(); // what is acknowledged is kept
    postMessage({ number, ...answer });
  } catch (fault) {
    postMessage({ number, fault: String(fault).split("\n").slice(-2).join(" ") });
  }
}

const begun = begin().then((made) => (server = made));
let before = begun;
begun.then(async () => {
  for (let last = null; last !== before; ) await (last = before);
  postMessage({ kind: "ready" });
  setTimeout(warm); // what is asked meanwhile comes first
}).catch((fault) => postMessage({ kind: "failed", told: String(fault.message ?? fault) }));

onmessage = async ({ data }) => {
  const { number, kind } = data;
  if (kind === "drawn") return go();
  if (data.promised) return void (before = before.then(() => perform(data))); // the page has answered it: it comes first
  await before;
  if (kind === "follow") return server.follow(number, data.path, (text) => (postMessage({ kind: "heard", number, text }), void keep()));
  if (kind === "leave") return server.leave(number);
  perform(data);
};
