// First in each page inside the frame: what it would ask a server it asks the worker, by way of the page around it. A
// studio has one more frame inside, with its table, for which it is the page around.
const { ask, stream, filled, root, link } = parent.rulewright;
const visit = (path, options) => parent.rulewright.visit(path, options, frameElement);
const FRAMED = ["sec-fetch-dest", "iframe"];
async function put(frame, path, { headers = [], ...options } = {}) {
  const page = filled(await ask(path, { ...options, headers: [...headers, FRAMED] }));
  if (page !== null) frame.srcdoc = page;
}
window.rulewright = { ask, stream, filled, root, link, put, visit: (path, options, frame) => put(frame, path, options) };
const inside = (address) => {
  const url = new URL(address, document.baseURI);
  return url.origin === new URL(document.baseURI).origin && !url.href.startsWith(`${root}assets/`) ? url.pathname + url.search : null;
};
const sent = (body) => (body == null ? "" : String(body));
const FORM = [["content-type", "application/x-www-form-urlencoded"]];

window.fetch = async (address, { method = "GET", headers = {}, body, signal } = {}) => {
  const path = inside(address);
  if (path === null) throw new TypeError("nothing is asked of a network here");
  const heads = [...new Headers(headers), ...(method === "POST" ? FORM : [])];
  const answer = await ask(path, { method, headers: heads, body: sent(body) });
  signal?.throwIfAborted();
  const empty = answer.status === 204 || answer.status === 304;
  return new Response(empty ? null : answer.body, { status: answer.status, headers: answer.headers });
};

window.EventSource = class extends EventTarget {
  static CLOSED = 2;
  constructor(address) {
    super();
    this.readyState = 1;
    let text = "";
    this.end = stream(inside(address), (more) => {
      const whole = (text + more).split("\n\n");
      text = whole.pop();
      for (const each of whole) this.#hear(each);
    });
    addEventListener("pagehide", () => this.close());
    setTimeout(() => this.onopen?.());
  }
  #hear(block) {
    const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: ?(.*)/s)));
    if (fields.event) this.dispatchEvent(new MessageEvent(fields.event, { data: fields.data }));
  }
  close() {
    this.readyState = 2;
    this.end();
  }
};

// Behind all listeners of the page: what they have left alone leads to another page.
addEventListener("DOMContentLoaded", () => {
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || link.target) return;
    const [path, url, here] = [inside(link.href), new URL(link.href), new URL(document.baseURI)];
    if (path === null) return;
    event.preventDefault();
    const place = url.hash && path === here.pathname + here.search && document.getElementById(url.hash.slice(1));
    if (!place) return void visit(path);
    place.scrollIntoView();
    place.tabIndex = place.tabIndex < 0 ? -1 : place.tabIndex;
    place.focus();
  });
  addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented) return;
    event.preventDefault();
    const [path, fields] = [inside(form.action), new URLSearchParams(new FormData(form, submitter))];
    if (form.method === "get") visit(`${path.split("?")[0]}?${fields}`);
    else visit(path, { method: "POST", headers: FORM, body: String(fields) });
  });
});
