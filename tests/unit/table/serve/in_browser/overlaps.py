"""What lies over what on a page: texts that cross, that leave their frame, or that something is drawn over."""

from __future__ import annotations

from playwright.sync_api import Page

_MEASURED = """
() => {
  const found = [];
  const parents = function* (each) { for (; each instanceof Element; each = each.parentElement) yield each; };
  const style = (each) => getComputedStyle(each);
  const stuck = (each) => [...parents(each)].find((one) => ['fixed', 'sticky'].includes(style(one).position)) ?? null;
  const heard = (each) => style(each).position === 'absolute' && style(each).clip + style(each).clipPath !== 'autonone';
  const shown = (each) =>
    each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && ![...parents(each)].some(heard);
  const inSight = (each, box) => {  // what is left of a box within everything that cuts it
    for (const one of parents(each)) {
      if (one === document.body) break;
      if (one.tagName === 'svg' || style(one).overflowX !== 'visible' || style(one).overflowY !== 'visible') {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        box = { left: Math.max(box.left, left), top: Math.max(box.top, top),
                right: Math.min(box.right, right), bottom: Math.min(box.bottom, bottom) };
      }
    }
    return box;
  };
  const place = (each) => [...parents(each)].slice(0, 4)
    .map((one) => [one.tagName.toLowerCase() + (one.id ? '#' + one.id : ''), ...one.classList].join('.')).join(' < ');

  // The lines of all texts in sight: as high as their letters, which need less than a line does.
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, each = text.parentElement;
    if (!text.data.trim() || each.closest('script, style, option, title, desc, template') || !shown(each)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const drawn = each instanceof SVGElement;
    for (const line of drawn ? [each.getBoundingClientRect()] : range.getClientRects()) {
      const middle = (line.top + line.bottom) / 2;
      const high = Math.min(line.height, drawn ? line.height * 0.7 : parseFloat(style(each).fontSize) * 0.75) / 2;
      const box = inSight(each, { left: line.left, right: line.right, top: middle - high, bottom: middle + high });
      if (box.right - box.left > 1 && box.bottom - box.top > 1) {
        texts.push({ each, said: text.data.trim().slice(0, 40), stuck: stuck(each), ...box });
      }
    }
  }

  texts.forEach((one, at) => texts.slice(at + 1).forEach((other) => {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (one.stuck === other.stuck && one.each !== other.each && wide > 1.5 && high > 1.5) {
      found.push(`'${one.said}' crosses '${other.said}': ${place(one.each)} and ${place(other.each)}`);
    }
  }));

  for (const one of texts) {
    const frame = one.each.closest('.piece, .card, .chip, .slot, button, td, .place, .region');
    if (frame === null || one.stuck !== null) continue;
    const { left, top, right, bottom } = frame.getBoundingClientRect();
    if (Math.max(left - one.left, one.right - right, top - one.top, one.bottom - bottom) > 2) {
      found.push(`'${one.said}' leaves its frame: ${place(one.each)}`);
    }
  }

  // What is drawn over a text is above it where one points, once everything can be pointed at.
  const reached = new CSSStyleSheet();
  reached.replaceSync('* { pointer-events: auto !important }');
  document.adoptedStyleSheets.push(reached);
  const clear = (colour) => colour === 'none' || /^(transparent|rgba?\\(.*, 0(\\.[0-4]\\d*)?\\))$/.test(colour);
  const covers = (each) => {
    if (!shown(each) || stuck(each) !== null || ['svg', 'g', 'text', 'tspan'].includes(each.tagName)) return false;
    return each.tagName === 'IMG' || !clear(each.ownerSVGElement ? style(each).fill : style(each).backgroundColor);
  };
  const before = scrollY;
  for (const one of texts.filter((each) => each.stuck === null)) {
    scrollTo(0, one.top + before - innerHeight / 2);
    const y = (one.top + one.bottom) / 2 + before - scrollY;
    for (const x of [one.left + 2, (one.left + one.right) / 2, one.right - 2]) {
      const hit = document.elementsFromPoint(x, y), at = hit.indexOf(one.each);
      const over = hit.slice(0, Math.max(at, 0))
        .find((each) => !each.contains(one.each) && !one.each.contains(each) && covers(each));
      if (over !== undefined) {
        found.push(`'${one.said}' is covered: ${place(one.each)} by ${place(over)}`);
        break;
      }
    }
  }
  scrollTo(0, before);
  document.adoptedStyleSheets.pop();
  return [...new Set(found)];
}
"""


def overlaps(page: Page) -> list[str]:
    """What on a page lies over a text, or out of its frame; a sentence each."""
    return list(page.evaluate(_MEASURED))
