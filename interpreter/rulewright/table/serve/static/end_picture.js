// The end of a game as a picture: who has won and the table as it is on the page, drawn by the browser from the page's own
// elements and style, and handed to what shares pictures here, or kept as a file.
const NS = "http://www.w3.org/2000/svg";
const ROOM = 16;

async function asData(address) {
  const bytes = await (await fetch(address)).blob();
  const reader = new FileReader();
  const read = new Promise((then) => (reader.onload = () => then(reader.result)));
  reader.readAsDataURL(bytes);
  return read;
}

// A picture loads nothing: what the style names by an address is put into it.
async function style() {
  const rules = [...document.styleSheets].flatMap((each) => [...each.cssRules].map((rule) => rule.cssText)).join("\n");
  const addresses = new Set([...rules.matchAll(/url\("([^"#]+)"\)/g)].map((each) => each[1]).filter((each) => !each.startsWith("data:")));
  let found = rules;
  for (const each of addresses) found = found.replaceAll(`url("${each}")`, `url("${await asData(new URL(each, document.baseURI)).catch(() => "data:,")}")`);
  return found;
}

function copied(selector) {
  const copy = document.querySelector(selector)?.cloneNode(true);
  copy?.querySelectorAll("button.info").forEach((each) => each.remove());
  return copy ?? "";
}

async function drawing(board) {
  const [width, height] = [board.offsetWidth + 2 * ROOM, board.offsetHeight + 4 * ROOM + 40];
  const sheet = Object.assign(document.createElement("div"), { className: "board shared" });
  const told = Object.assign(document.createElement("p"), { className: "winner" });
  told.append(document.querySelector(".banner h1").firstChild.textContent.trim(), ": ", ...document.querySelector(".banner .asks").cloneNode(true).childNodes);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const own = `padding: ${ROOM}px; width: ${width}px; min-height: ${height}px; background: var(--ground); color: var(--ink); font: 16px/1.45 system-ui, sans-serif; color-scheme: ${dark ? "dark" : "light"}; ${document.documentElement.getAttribute("style") ?? ""}`;
  const look = Object.assign(document.createElement("style"), { textContent: `${await style()} .shared { ${own} }` });
  sheet.append(look, told, copied(".plates"), copied(".table"));
  const svg = document.createElementNS(NS, "svg");
  Object.entries({ width, height }).forEach(([name, value]) => svg.setAttribute(name, value));
  const inside = document.createElementNS(NS, "foreignObject");
  Object.entries({ width, height }).forEach(([name, value]) => inside.setAttribute(name, value));
  inside.append(sheet);
  svg.append(inside);
  return { width, height, address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}` };
}

export async function share() {
  const { width, height, address } = await drawing(document.querySelector(".board"));
  const image = new Image();
  await new Promise((then, fail) => Object.assign(image, { onload: then, onerror: fail, src: address }));
  const scale = Math.max(1, Math.min(2, 4000 / Math.max(width, height)));
  const canvas = Object.assign(document.createElement("canvas"), { width: width * scale, height: height * scale });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const bytes = await new Promise((then) => canvas.toBlob(then, "image/png"));
  const file = new File([bytes], "table.png", { type: "image/png" });
  const asked = { files: [file], title: document.title };
  if (navigator.canShare?.(asked)) return navigator.share(asked).catch(() => {});
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(bytes), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
