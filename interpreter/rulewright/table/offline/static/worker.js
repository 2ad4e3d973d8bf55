// Runs the interpreter: Python by Pyodide, brought along in this folder, and the server that answers the page.
import { loadPyodide } from "./python/pyodide.mjs";

const here = new URL(".", import.meta.url).href;
const TOTAL = Number("{bytes}");
let came = 0;

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
  const stream = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "content-type": kind } });
}

const plain = self.fetch.bind(self);
self.fetch = (asked, options) =>
  String(asked.url ?? asked).endsWith(".asm.wasm") ? unpacked("python/pyodide.asm.wasm", "application/wasm") : plain(asked, options);

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

// ---- The server

let server = null;
const published = (bytes, kind) => URL.createObjectURL(new Blob([bytes.toJs()], { type: kind }));

async function begin() {
  const [files, tables, cookies] = [unpacked("program.tar", "").then((answer) => answer.arrayBuffer()), read("tables"), read("cookies")];
  const drafts = readDrafts();
  const memory = unpacked("python/memory.bin", "").then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({ indexURL: `${here}python/`, checkAPIVersion: false, _loadSnapshot: memory });
  python.FS.writeFile("/program.tar", new Uint8Array(await files));
  const make = python.runPython(START);
  const language = new URLSearchParams(location.search).get("lang");
  const made = make(here, published, late, (await tables) ?? new Uint8Array(), (await cookies) ?? JSON.stringify({ language }), await drafts);
  if (!(await base)) postMessage({ kind: "unkept" });
  make.destroy();
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

// The memory of this Python has what its library brings to each page; it has no files, and no chance of its own.
const START = `
import os, random, sys, tarfile
from pathlib import Path
random.seed()
with tarfile.open("/program.tar") as archive:
    archive.extractall("/", filter="fully_trusted")
os.unlink("/program.tar")
os.environ["XDG_CACHE_HOME"] = os.environ["XDG_DATA_HOME"] = "/kept"
sys.path.insert(0, "/program")
def make(root, published, late, tables, cookies, drafts):
    import json
    from rulewright.author.at_tables import STUDIO, TOOLS
    from rulewright.table.offline.late import installed
    from rulewright.table.offline.gathering import has_studio, languages_inside, packages_inside
    from rulewright.table.offline.page_server import PageServer
    program = Path("/program")
    installed(program, lambda: late().to_bytes())
    names = json.loads((program / "names.json").read_text())
    packages, spoken = packages_inside(program), languages_inside(program)
    return PageServer(names, Path("/tables"), root, published, TOOLS, tables.to_bytes(), cookies, packages, spoken, STUDIO if has_studio(program) else None, drafts)
make
`;

async function answered({ method, path, headers, body }) {
  const found = await server.ask(method, path, headers, new TextEncoder().encode(body));
  const [status, heads, bytes] = found.toJs();
  found.destroy();
  return { status, headers: heads, body: bytes };
}

async function keep() {
  const into = await store("readwrite");
  const made = server.kept();
  const [tables, cookies] = made.toJs();
  made.destroy();
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
    (into.put(tables, "tables"), into.put(cookies, "cookies"));
  } catch {
    return postMessage({ kind: "unkept" });
  }
  if (!(await kept)) postMessage({ kind: "unkept" }); // it is full
}

const ready = begin().then((made) => {
  server = made;
  postMessage({ kind: "ready" });
}, (fault) => postMessage({ kind: "failed", told: String(fault.message ?? fault) }));

onmessage = async ({ data }) => {
  const { number, kind } = data;
  await ready;
  if (kind === "follow") return server.follow(number, data.path, (text) => (postMessage({ kind: "heard", number, text }), void keep()));
  if (kind === "leave") return server.leave(number);
  try {
    const answer = await answered(data);
    if (server.changes(data.method, data.path)) await keep(); // what is acknowledged is kept
    postMessage({ number, ...answer });
  } catch (fault) {
    postMessage({ number, fault: String(fault).split("\n").slice(-2).join(" ") });
  }
};
