// Tells somebody that it is their turn: title and icon always, a sound and a notification where they are wanted;
// and until when others may take their time. Keeps the link of the table in this browser.
const find = (selector) => document.querySelector(selector);
const [call, icon] = [find("#call"), find("link[rel=icon]")];
const SIGN = "\u25CF ";
const name = document.title.replace(SIGN, "");
const wanted = (each) => localStorage.getItem(each) === "1";
const here = new URL(".", document.baseURI).pathname;
let yours = null;
let audio = null;
const hold = () => localStorage.setItem(here, Date.now()); // the first page finds the links that are held here
hold();
addEventListener("pagehide", () => here in localStorage && hold());

function told() {
  const bar = find(".banner[data-version]");
  if (!bar) return; // steps are being looked at; whose turn it is stays as it was
  const now = bar.classList.contains("yours");
  if (now === yours) return;
  document.title = (now ? SIGN : "") + name;
  icon.href = now ? icon.dataset.yours : icon.dataset.idle;
  if (now && yours === false) (wanted("call-sound") && sound(), wanted("call-note") && note());
  yours = now;
}

const settle = () => wanted("call-confirm") && setTimeout(() => find("#confirm")?.click());

function sound() {
  audio ??= new AudioContext();
  audio.resume();
  [660, 880].forEach((pitch, at) => {
    const [tone, volume, begin] = [audio.createOscillator(), audio.createGain(), audio.currentTime + at * 0.16];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.15, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.3);
  });
}

function note() {
  if (Notification.permission !== "granted" || (!document.hidden && document.hasFocus())) return;
  try {
    const shown = new Notification(name, { body: call.dataset.called, icon: icon.dataset.yours, tag: here });
    shown.onclick = () => (focus(), shown.close());
  } catch {
    return; // a phone that shows notifications of installed pages only
  }
}

const mayNote = isSecureContext && "Notification" in window;
if (call) {
  call.hidden = false;
  for (const each of call.querySelectorAll("input")) {
    each.checked = wanted(each.id) && (each.id !== "call-note" || (mayNote && Notification.permission === "granted"));
    each.closest("label").hidden = each.id === "call-note" && !mayNote;
    each.addEventListener("change", async () => {
      if (each.checked && each.id === "call-note") each.checked = (await Notification.requestPermission()) === "granted";
      if (each.checked && each.id === "call-sound") sound();
      localStorage.setItem(each.id, each.checked ? "1" : "");
    });
  }
}
const put = (each, text) => each.textContent !== text && (each.textContent = text);
const tellTime = (each, how) => put(each, new Date(each.dateTime).toLocaleString(document.documentElement.lang, how));

// Times are told as the reader's clock has them; what may be done once a time is over shows then.
let over = 0;
function times() {
  clearTimeout(over);
  const how = { weekday: "short", hour: "2-digit", minute: "2-digit" };
  document.querySelectorAll("time[datetime]:not([data-left])").forEach((each) => tellTime(each, how));
  for (const each of document.querySelectorAll("[data-due]")) {
    const left = each.dataset.due * 1000 - Date.now();
    each.hidden = left > 0;
    if (left > 0) over = setTimeout(times, Math.min(left + 500, 2 ** 31 - 1));
  }
  for (const each of document.querySelectorAll("[data-left]")) {
    const left = Math.max(0, new Date(each.dateTime) - Date.now()) / 1000;
    if (left > 3600) tellTime(each, how);
    else {
      put(each, `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`);
      if (left > 0) (clearTimeout(over), (over = setTimeout(times, 1000)));
    }
  }
}

if (icon?.dataset.yours) {
  new MutationObserver(() => (told(), times(), settle())).observe(find("#table"), { subtree: true, childList: true, attributes: true, attributeFilter: ["class", "data-version"] });
  told();
  times();
  settle();
}
