// Makes the files of the interpreter ready for the Python that the page runs, by running it here: twice, for what
// compiles a game is not needed by those who only play it; and once more for the memory that the page begins with.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , folder, staged, out] = process.argv;
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));

async function run(archive, script, taken) {
  const python = await loadPyodide({ indexURL: `${folder}/` });
  python.FS.writeFile("/archive.tar", archive);
  await python.runPythonAsync(`
import os, sys, tarfile
from pathlib import Path
with tarfile.open("/archive.tar") as archive:
    archive.extractall("/", filter="fully_trusted")
os.unlink("/archive.tar")
os.environ["XDG_CACHE_HOME"] = os.environ["XDG_DATA_HOME"] = "/kept"
sys.path.insert(0, "/program")
from rulewright.author.at_tables import STUDIO, TOOLS
from rulewright.table.offline.baking import bake, parted, rehearse
program, kept = Path("/program"), Path("/kept")
${script}`);
  return taken.map((name) => python.FS.readFile(name));
}

// The memory of a Python that has started and imported a few modules of its library, as the page begins with it. What is
// free is filled with zeros, which pack well. It must fit into the memory that a Python starts with: that is tried.
async function begun() {
  const python = await loadPyodide({ indexURL: `${folder}/`, _makeSnapshot: true });
  python.runPython(`
import gc
import asyncio, base64, concurrent.futures, dataclasses, decimal, hashlib, html, http.cookies, inspect, json, logging
import pickle, random, secrets, sqlite3, tarfile, textwrap, tomllib, typing, urllib.parse, uuid, zipfile
gc.collect()
filled = [bytearray(1 << size) for size in (18, 16, 14, 12, 11) for _ in range((1 << 20) >> size)]
del filled`);
  const memory = python.makeMemorySnapshot();
  await loadPyodide({ indexURL: `${folder}/`, _loadSnapshot: memory });
  return memory;
}

try {
  const [baked] = await run(readFileSync(staged), `
await bake(program, TOOLS)
with tarfile.open("/baked.tar", "w") as archive:
    archive.add(program, "program")
    archive.add(kept, "kept")
`, ["/baked.tar"]);
  const made = await run(baked, `
import json
pages = await rehearse(program, TOOLS, STUDIO)
Path("/pages.json").write_text(json.dumps(pages))
now, later = parted(program, kept)
Path("/now.tar").write_bytes(now)
Path("/later.tar").write_bytes(later)
`, ["/now.tar", "/later.tar", "/pages.json"]);
  ["now.tar", "later.tar", "pages.json"].forEach((name, at) => writeFileSync(join(out, name), made[at]));
  writeFileSync(join(out, "memory.bin"), await begun());
} catch (fault) {
  console.error(String(fault.message ?? fault));
  process.exit(1);
}
