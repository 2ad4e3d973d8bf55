// Tables begun when this folder was written: what a first click leads to is known, and is shown while Python gets ready.
// Python is told what was clicked, and does the same again before anything else.
const NUMBERS = JSON.parse('{numbers}');
const HTML = [["content-type", "text/html"]];
const coming = new Map();
let table = null; // the one that was taken, until something is done there

async function fetched(name, root) {
  const answer = await fetch(`${root}begun/${name}.json.gz`);
  if (!answer.ok) return null;
  const found = JSON.parse(await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).text());
  return { ...found, page: found.page.replaceAll("{root}", root) };
}

// The next table of a game that this browser has not had, or null.
export async function prepare(game, taken, language, root) {
  const had = await taken;
  const number = NUMBERS[game]?.find((each) => had && !had.includes(each));
  if (!number) return null;
  if (!coming.has(number)) coming.set(number, fetched(`${number}-${language}`, root).catch(() => null));
  return coming.get(number);
}

// The picture of a game, for the first page, or null.
export async function still(path, root) {
  if (!path.startsWith("/still?")) return null;
  const of = new URLSearchParams(path.slice(7));
  const answer = await fetch(`${root}begun/still-${of.get("ruleset")}-${of.get("in")}.html`);
  return answer.ok ? page((await answer.text()).replaceAll("{root}", root), path) : null;
}

// The answer to a request, if it is known here; `promise` has Python do it as well.
export async function known(path, { method = "GET", headers = [], body = "" }, taken, language, root, promise) {
  if (method !== "POST") return null;
  if (path === "/new") {
    const made = await prepare(new URLSearchParams(body).get("ruleset"), taken, language, root);
    if (!made || String(new URLSearchParams(made.fields)) !== body || (await taken).includes(made.number)) return null;
    (await taken).push(made.number);
    table = made;
    promise({ method, path, headers, body, given: [made.number, made.seed] });
    promise({ method: "GET", path: made.path, headers: [], body: "" });
    return page(made.page, made.path);
  }
  const [here, fields] = [table, new URLSearchParams(body)];
  table = null;
  if (path !== `${here?.path}act` || fields.get("at") !== here.at || fields.has("do")) return null;
  const text = here.options[fields.has("option") ? here.codes[fields.get("option")] : fields.get("offer")];
  if (text === undefined) return null;
  promise({ method, path, headers, body });
  return page(text, path);
}

// An answer that is a page.
export const page = (text, path) => ({ status: 200, headers: HTML, body: new TextEncoder().encode(text), path });
