// A text box for rules: line numbers, problems beside their lines, completion by a key, a coloured copy behind the text.
// The text area stays a plain one, for screen readers, phones and the browser's own undo. It knows no game.
const find = (selector, within) => within.querySelector(selector);
const make = (name, class_ = "", text = "") => Object.assign(document.createElement(name), { className: class_, textContent: text });
const TOKEN = /((?:^|(?<=\s))#.*$)|("(?:\\.|[^"\\])*"?)|([\w./-]+)(?=\s*:(?:\s|$))|(\b\d+\b)|([A-Za-z_]\w*)/g;
const SORTS = ["comment", "string", "key", "number"];
const MOST = 12;

class CodeText extends HTMLElement {
  connectedCallback() {
    this.area = find("textarea", this);
    this.lines = find(".lines", this);
    this.list = find(".offers", this);
    this.words = new Set();
    this.found = [];
    this.shown = [];
    this.offers = [];
    this.area.addEventListener("input", () => (this.draw(), this.narrow(), this.tell("typed")));
    this.area.addEventListener("beforeinput", (event) => {
      if (event.inputType !== "insertLineBreak") return;
      event.preventDefault();
      const { selectionStart: from, selectionEnd: to, value } = this.area;
      this.replace(from, to, `\n${value.slice(value.lastIndexOf("\n", from - 1) + 1, from).match(/^ *(?:- )?/)[0].replace("-", " ")}`);
    });
    this.area.addEventListener("keydown", (event) => this.pressed(event));
    this.area.addEventListener("blur", () => setTimeout(() => this.contains(document.activeElement) || this.close(), 150));
    for (const name of ["keyup", "pointerup"]) this.area.addEventListener(name, () => this.moved());
    this.list.addEventListener("pointerdown", (event) => (event.preventDefault(), this.take(event.target.closest("li")?.dataset.at)));
  }

  tell(name) { this.dispatchEvent(new CustomEvent(name)); }
  get value() { return this.area.value; }
  set value(text) { (this.area.value = text), this.close(), this.draw(), this.area.setSelectionRange(0, 0); }
  get problems() { return this.found; }
  set problems(found) { (this.found = found), this.draw(), this.moved(true); }

  // Line and column from 1, in characters as the server counts them.
  get place() {
    const before = this.value.slice(0, this.area.selectionStart).split("\n");
    return { line: before.length, column: [...before.at(-1)].length + 1 };
  }
  offset(line, column = 1) {
    const lines = this.value.split("\n").slice(0, line);
    const last = lines.length < line ? "" : lines.pop();
    return lines.reduce((sum, each) => sum + each.length + 1, 0) + [...last].slice(0, column - 1).join("").length;
  }
  go(line, column = 1, length = 0) {
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(this.offset(line, column), this.offset(line, column + length));
    const [box, shown] = [this.lines.parentElement, this.lines.children[line - 1]];
    if (shown) box.scrollTo(0, shown.offsetTop - box.clientHeight / 2);
    this.moved();
  }
  // What is written by hand or by a button can be taken back by the browser's undo.
  replace(from, to, text) {
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(from, to);
    if (!document.execCommand(text ? "insertText" : "delete", false, text)) {
      this.area.setRangeText(text, from, to, "end");
      this.area.dispatchEvent(new Event("input"));
    }
  }
  fix({ line, column, length, text }) { this.replace(this.offset(line, column), this.offset(line, column + length), text); }

  draw() {
    const texts = this.value.split("\n");
    const by = new Map();
    for (const each of this.found) by.set(each.line, [...(by.get(each.line) ?? []), each]);
    const keys = texts.map((text, at) => `${text}\u0000${JSON.stringify(by.get(at + 1) ?? "")}`);
    texts.forEach((text, at) => {
      if (this.shown[at] === keys[at]) return;
      const line = this.drawn(text, by.get(at + 1) ?? []);
      this.lines.children[at] ? this.lines.children[at].replaceWith(line) : this.lines.append(line);
    });
    while (this.lines.children.length > texts.length) this.lines.lastChild.remove();
    this.shown = keys;
    this.lines.dataset.digits = String(texts.length).length;
  }
  drawn(text, problems) {
    const severe = problems.some((each) => each.severity === "error") ? "bad" : problems.length ? "warn" : "";
    const line = make("div", severe);
    const marks = [...text].map(() => "");
    for (const { column, length } of problems) marks.fill("marked", column - 1, column - 1 + Math.max(length, 1));
    const put = (part, sort, from) => {
      const chars = [...part];
      for (let at = 0, next; at < chars.length; at = next) {
        for (next = at + 1; next < chars.length && marks[from + next] === marks[from + at]; ) next += 1;
        line.append(make("span", `${sort} ${marks[from + at]}`.trim(), chars.slice(at, next).join("")));
      }
    };
    let at = 0;
    const length = (part) => [...part].length;
    let done = 0;
    for (const token of text.matchAll(TOKEN)) {
      const between = text.slice(at, token.index);
      put(between, "", done);
      done += length(between);
      const sort = SORTS.find((_, number) => token[number + 1] !== undefined) ?? (this.words.has(token[0]) ? "word" : "");
      put(token[0], sort, done);
      done += length(token[0]);
      at = token.index + token[0].length;
    }
    put(text.slice(at), "", done);
    if (problems.length) line.dataset.said = problems.map((each) => each.message).join(" · ");
    if (!text) line.append(make("br"));
    return line;
  }

  moved(same = false) {
    const { line, column } = this.place;
    if (!same && `${line}:${column}` === this.was) return;
    this.was = `${line}:${column}`;
    this.tell("moved");
  }

  // ---- Completion

  offer(offers) {
    this.offers = offers;
    this.at = 0;
    this.list.hidden = false;
    this.narrow();
  }
  get before() { return this.value.slice(0, this.area.selectionStart).match(/[\w-]*$/)[0]; }
  narrow() {
    if (this.list.hidden) return;
    const typed = this.before.toLowerCase();
    const fits = this.offers.filter((each) => each.label.toLowerCase().startsWith(typed));
    this.fitting = [...fits, ...this.offers.filter((each) => !fits.includes(each) && typed && each.label.toLowerCase().includes(typed))];
    if (!this.fitting.length) return this.close();
    this.at = Math.min(this.at, this.fitting.length - 1);
    const from = Math.max(0, Math.min(this.at - MOST / 2, this.fitting.length - MOST));
    this.list.replaceChildren(...this.fitting.slice(from, from + MOST).map((each, number) => {
      const item = make("li", "", each.label);
      Object.assign(item, { id: `offer-${from + number}`, role: "option", ariaSelected: String(from + number === this.at) });
      item.dataset.at = from + number;
      item.append(" ", make("small", "", each.detail));
      return item;
    }));
    this.area.setAttribute("aria-activedescendant", `offer-${this.at}`);
    const line = this.lines.children[this.place.line - 1].getBoundingClientRect();
    const here = this.getBoundingClientRect();
    const below = line.bottom - here.top;
    this.list.style.top = `${below + this.list.offsetHeight > here.height && below > this.list.offsetHeight ? below - line.height - this.list.offsetHeight : below}px`;
  }
  take(at = this.at) {
    const taken = this.fitting?.[at];
    if (!taken) return;
    const to = this.area.selectionStart;
    const from = to - this.before.length;
    this.close();
    this.replace(from, to, taken.text);
  }
  close() {
    this.list.hidden = true;
    this.area.removeAttribute("aria-activedescendant");
  }
  pressed(event) {
    const open = !this.list.hidden;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: MOST, PageUp: -MOST }[event.key];
    if (event.key === " " && event.ctrlKey) (event.preventDefault(), this.tell("complete"));
    else if (open && step) {
      event.preventDefault();
      this.at = Math.max(0, Math.min(this.fitting.length - 1, this.at + step));
      this.narrow();
    } else if (open && event.key === "Enter") (event.preventDefault(), this.take());
    else if (open && event.key === "Escape") (event.preventDefault(), event.stopPropagation(), this.close());
    else if (open && event.key.startsWith("Arrow")) this.close();
    else if (event.key === "F1") (event.preventDefault(), this.tell("meaning"));
    else if (event.key === "F2") (event.preventDefault(), this.tell("rename"));
  }
}
customElements.define("code-text", CodeText);
