// Makes the text of a component smaller until all of it is on the component, and a map until it is on its sheet.
// Whether text is cut is asked of the component and of its parts; a picture gives way to text first.
"use strict";
const MOST = 1.4, LEAST = 0.35, STEP = 0.05;
const isCut = (each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1;
for (const piece of document.querySelectorAll(".cell .piece")) {
  let fit = MOST;
  piece.style.setProperty("--fit", fit);
  while (fit > LEAST && (isCut(piece) || [...piece.querySelectorAll(".name, .print")].some(isCut))) {
    fit -= STEP;
    piece.style.setProperty("--fit", fit.toFixed(2));
  }
}
for (const whole of document.querySelectorAll(".whole > .scaled")) {
  const room = whole.parentElement.getBoundingClientRect().bottom - whole.getBoundingClientRect().top;
  const scale = Math.min(1, room / whole.scrollHeight, whole.clientWidth / whole.scrollWidth);
  if (scale < 1) whole.style.transform = `scale(${scale})`;
}
