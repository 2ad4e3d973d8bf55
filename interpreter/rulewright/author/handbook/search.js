(function () {
  "use strict";
  var field = document.getElementById("search");
  var box = document.getElementById("searching");
  var found = document.getElementById("found");
  if (!field || !box || !found) return;
  box.hidden = false;
  var entries = Array.prototype.slice.call(document.querySelectorAll("article, .design, table.state tbody tr, table.words tbody tr"));
  var parts = Array.prototype.slice.call(document.querySelectorAll("section.part, section.chapter"));
  var texts = null;
  function look() {
    var words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!texts) texts = entries.map(function (entry) { return entry.textContent.toLowerCase(); });
    var count = 0;
    entries.forEach(function (entry, place) {
      var fits = words.every(function (word) { return texts[place].indexOf(word) >= 0; });
      entry.classList.toggle("out", !fits);
      if (fits) count += 1;
    });
    parts.forEach(function (part) {
      part.classList.toggle("out", words.length > 0 && !part.querySelector("article:not(.out), .design:not(.out), tbody tr:not(.out)"));
    });
    document.body.classList.toggle("searched", words.length > 0);
    at = -1;
    mark(words);
    found.textContent = !words.length ? "" : count ? found.dataset.some + " " + count : found.dataset.none;
  }
  // Enter leads to one finding after another; the words are marked where the browser can.
  var at = -1;
  function mark(words) {
    if (!window.Highlight || !CSS.highlights) return;
    CSS.highlights.delete("found");
    if (!words.length) return;
    var ranges = [];
    entries.forEach(function (entry) {
      if (entry.classList.contains("out") || ranges.length > 500) return;
      var walk = document.createTreeWalker(entry, NodeFilter.SHOW_TEXT), node;
      while ((node = walk.nextNode())) words.forEach(function (word) {
        var place = node.data.toLowerCase().indexOf(word);
        if (place < 0) return;
        var range = document.createRange();
        range.setStart(node, place);
        range.setEnd(node, place + word.length);
        ranges.push(range);
      });
    });
    CSS.highlights.set("found", new (Function.prototype.bind.apply(Highlight, [null].concat(ranges)))());
  }
  function next() {
    var hits = entries.filter(function (entry) { return !entry.classList.contains("out"); });
    if (!hits.length || !field.value.trim()) return;
    at = (at + 1) % hits.length;
    hits[at].scrollIntoView({ block: "center" });
  }
  var timer = 0;
  field.addEventListener("input", function () { clearTimeout(timer); timer = setTimeout(look, 120); });
  field.addEventListener("keydown", function (event) {
    if (event.key === "Escape") { field.value = ""; look(); }
    if (event.key !== "Enter") return;
    event.preventDefault();
    clearTimeout(timer);
    if (at < 0) look();
    next();
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "/" && document.activeElement === document.body) { event.preventDefault(); field.focus(); }
  });
  var narrow = window.matchMedia("(max-width: 60rem)");
  var menu = document.querySelector("nav .menu");
  if (menu && narrow.matches) menu.open = false;
  document.addEventListener("click", function (event) {
    var to = event.target.closest ? event.target.closest("a[href^='#']") : null;
    if (!to) return;
    if (menu && narrow.matches && menu.contains(to)) menu.open = false;
    var goal = document.getElementById(decodeURIComponent(to.getAttribute("href").slice(1)));
    if (goal && goal.closest(".out")) { field.value = ""; look(); }
  });
  function open() {
    var goal = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (var at = goal; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    if (goal) goal.scrollIntoView();
  }
  window.addEventListener("hashchange", open);
  if (location.hash) open();
})();
