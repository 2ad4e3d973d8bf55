// Makes the files of the interpreter ready for the Python that the page runs, by running it here: twice, for what
// compiles a game is not needed by those who only play it; and once more for the memory that the page begins with, with
// all that players load in it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LATER, restoring, unpack } from "./restoring.mjs";

const [, , folder, staged, out] = process.argv;
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const { default: create } = await import(pathToFileURL(join(folder, "pyodide.asm.mjs")));

const BEGIN = `
import json, os, sys
from pathlib import Path
os.environ["XDG_CACHE_HOME"] = os.environ["XDG_DATA_HOME"] = "/kept"
sys.path.insert(0, "/program")
from rulewright.author.at_tables import STUDIO, TOOLS
import rulewright.table.offline.prepared
from rulewright.table.offline.baking import bake, packed, parted, rehearse
program, kept = Path("/program"), Path("/kept")
`;

async function begun(archive) {
  const python = await loadPyodide({ indexURL: `${folder}/` });
  unpack(python.FS, archive);
  return python;
}

async function packed(python, paths) {
  await python.runPythonAsync(`Path("/packed.tar").write_bytes(packed(${paths}))`);
  return python.FS.readFile("/packed.tar");
}

// The memory of a Python that has everything ready for its first visitor, and the files of the modules in it. What is
// free is filled with zeros, which pack well.
async function prepared(archive, pages) {
  const python = await loadPyodide({ indexURL: `${folder}/`, _makeSnapshot: true });
  unpack(python.FS, archive);
  const held = await python.runPythonAsync(`
import json, os, sys
os.environ["XDG_CACHE_HOME"] = os.environ["XDG_DATA_HOME"] = "/kept"
sys.path.insert(0, "/program")
from rulewright.author.at_tables import STUDIO, TOOLS
from rulewright.table.offline.prepared import prepare
held = json.dumps(await prepare(TOOLS, STUDIO, ${JSON.stringify(pages)}))
filled = [bytearray(1 << size) for size in (18, 16, 14, 12, 11) for _ in range((1 << 20) >> size)]
filled += [bytes(464) for _ in range(40_000)]
del filled
held`);
  return [python.makeMemorySnapshot(), held];
}

// A page begins with this memory, and with the files that a page has.
async function tried(memory, files, page) {
  const python = await loadPyodide({ indexURL: `${folder}/`, _loadSnapshot: LATER, createPyodideModule: restoring(create, memory) });
  unpack(python.FS, files);
  await python.runPythonAsync(`
from rulewright.author.at_tables import STUDIO, TOOLS
from rulewright.table.offline.prepared import opened, warm_up
server = opened(TOOLS, STUDIO, "", lambda name, data, kind: "", lambda: b"", b"", "{}", "{}")
status, _, text = await server.ask("GET", "${page}", (), b"")
assert status == 200, text.decode()
await warm_up(TOOLS, STUDIO, server)`);
}

try {
  const first = await begun(readFileSync(staged));
  await first.runPythonAsync(`${BEGIN}await bake(program, TOOLS)`);
  const second = await begun(await packed(first, '[*sorted(program.rglob("*")), *sorted(kept.rglob("*"))]'));
  const told = await second.runPythonAsync(`${BEGIN}
pages = json.dumps(await rehearse(program, TOOLS, STUDIO))
first, later = parted(program)
first += sorted(kept.rglob("*"))
pages`);
  const paths = [...new Set(Object.keys(JSON.parse(told)).map((each) => each.split(" ")[1]))];
  const [memory, held] = await prepared(await packed(second, "first"), paths);
  second.globals.set("held", held);
  const files = await packed(second, "path for path in first if str(path) not in json.loads(held)");
  await tried(memory, files, paths[0]);
  const made = { "files.tar": files, "later.tar": await packed(second, "later"), "pages.json": told, "memory.bin": memory };
  for (const [name, data] of Object.entries(made)) writeFileSync(join(out, name), data);
} catch (fault) {
  console.error(String(fault.message ?? fault));
  process.exit(1);
}
