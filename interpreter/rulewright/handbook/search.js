(function () {
  "use strict";
  var field = document.getElementById("search");
  var box = document.getElementById("searching");
  var found = document.getElementById("found");
  if (!field || !box || !found) return;
  box.hidden = false;
  var entries = Array.prototype.slice.call(document.querySelectorAll("article, table.state tbody tr, table.words tbody tr"));
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
      part.classList.toggle("out", words.length > 0 && !part.querySelector("article:not(.out), tbody tr:not(.out)"));
    });
    document.body.classList.toggle("searched", words.length > 0);
    found.textContent = !words.length ? "" : count ? found.dataset.some + " " + count : found.dataset.none;
  }
  var timer = 0;
  field.addEventListener("input", function () { clearTimeout(timer); timer = setTimeout(look, 120); });
  field.addEventListener("keydown", function (event) { if (event.key === "Escape") { field.value = ""; look(); } });
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
