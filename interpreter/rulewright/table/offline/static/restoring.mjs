// Begins a Python with a memory that is kept in this folder. It is larger than that of a Python that has just started,
// which grows before it takes it; the rest of Python does not wait until it has come.
export const restoring = (create, kept) => async (settings) => {
  const module = await create(settings);
  const memory = new Uint8Array(await kept);
  if (module.HEAP8.length < memory.length) module._emscripten_resize_heap(memory.length);
  const restore = module.API.restoreSnapshot;
  module.API.restoreSnapshot = () => restore(memory);
  return module;
};

// What is given to `loadPyodide` in place of the memory.
export const LATER = new Uint8Array();

// Writes the files of a tar archive, in the form of GNU tar, their times and who may write them.
export function unpack(FS, archive) {
  const text = (from, length) => new TextDecoder().decode(archive.subarray(from, from + length)).split("\0", 1)[0];
  const number = (from, length) => parseInt(text(from, length), 8);
  for (let at = 0, long = ""; at < archive.length && archive[at]; ) {
    const [size, kind] = [number(at + 124, 12), text(at + 156, 1)];
    const data = archive.subarray(at + 512, at + 512 + size);
    const name = `/${long || text(at, 100)}`;
    long = kind === "L" ? new TextDecoder().decode(data).split("\0", 1)[0] : "";
    if (kind === "5") FS.mkdirTree(name);
    if (kind === "0") {
      FS.mkdirTree(name.slice(0, name.lastIndexOf("/")) || "/");
      FS.writeFile(name, data);
    }
    if (kind !== "L") {
      FS.chmod(name, number(at + 100, 8));
      FS.utime(name, ...Array(2).fill(number(at + 136, 12) * 1000));
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
