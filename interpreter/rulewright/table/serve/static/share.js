// A link that holds a game: its texts, deflated, in the fragment, which no browser sends to a server. What comes by a link
// is shown, and nothing of it is written or run before somebody says so.
const MOST_BYTES = 1_000_000;
const MOST_FILES = 200;

async function through(bytes, stream, most = Infinity) {
  const parts = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let part; !(part = await reader.read()).done; parts.push(part.value)) {
    size += part.value.length;
    if (size > most) throw (reader.cancel(), new Error("too large"));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function linkOf(files, address) {
  const packed = await through(new TextEncoder().encode(JSON.stringify(files)), new CompressionStream("deflate-raw"));
  const written = btoa([...packed].map((each) => String.fromCharCode(each)).join(""));
  return `${address}#g=${written.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

async function filesOf(link) {
  const written = link.match(/#g=([A-Za-z0-9_-]+)$/)?.[1];
  if (!written) throw new Error("no link");
  const packed = Uint8Array.from(atob(written.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
  const found = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await through(packed, new DecompressionStream("deflate-raw"), MOST_BYTES)));
  const texts = Object.entries(found);
  if (Array.isArray(found) || !texts.length || texts.length > MOST_FILES || texts.some(([, text]) => typeof text !== "string")) throw new Error("no files");
  return Object.fromEntries(texts);
}

globalThis.sharing = { linkOf, filesOf };

const page = document.querySelector("#shared");
if (page) {
  const find = (selector) => document.querySelector(selector);
  const words = JSON.parse(page.dataset.words);
  const show = async (link) => {
    const files = await filesOf(link.trim()).catch(() => null);
    find("#fault").hidden = !!files;
    find("#take").hidden = !files;
    if (!files) return void (find("#fault").textContent = words.unreadable);
    const names = Object.keys(files);
    find("#count").textContent = words.holds.replace("{n}", names.length);
    find("#files").value = JSON.stringify(files);
    find("#name").value = files["ruleset.yaml"]?.match(/^id: *([a-z][\w-]*)/m)?.[1] ?? (names.length === 1 ? names[0].replace(/\.yaml$/, "").replace(/[^a-z0-9_-]/g, "_") : "shared_game");
    find("#texts").replaceChildren(...names.map((name) => {
      const [box, head, text] = ["details", "summary", "pre"].map((each) => document.createElement(each));
      [head.textContent, text.textContent, text.tabIndex, text.className] = [name, files[name], 0, "diff"];
      box.open = names.length < 4;
      box.append(head, text);
      return box;
    }));
  };
  find("#paste").addEventListener("submit", (event) => (event.preventDefault(), show(find("#link").value)));
  const given = globalThis.rulewright?.link() ?? location.href;
  if (given.includes("#g=")) show(given);
  addEventListener("hashchange", () => show(location.href));
}
