"use strict";
const byId = (id) => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// The theme is the system's until the button is pressed.
const root = document.documentElement;
const isDark = () => (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
function showTheme(theme) {
  if (theme) root.dataset.theme = theme;
  byId("theme").textContent = isDark() ? "Light" : "Dark";
}
let kept = "";
try { kept = localStorage.getItem("theme") ?? ""; } catch { /* no storage */ }
showTheme(kept);
byId("theme").addEventListener("click", () => {
  showTheme(isDark() ? "light" : "dark");
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* not remembered */ }
});

// Search: a figure is shown if it has all words, or if one of its claims is shown.
const form = byId("filter");
const plain = (text) => text.toLowerCase().replace(/\s+/g, " ").replace(/(\d),(?=\d{3})/g, "$1");
const index = all(".figure, .paper").map((element) => ({
  element,
  words: plain(element.textContent + " " + element.id),
  claims: all(".claim", element).map((claim) => ({ element: claim, words: plain(claim.textContent) })),
}));

function filter() {
  const { q, verdict, of } = Object.fromEntries(new FormData(form));
  const words = plain(q.trim()).split(" ").filter(Boolean);
  const has = (text) => words.every((word) => text.includes(word));
  let figures = 0, claims = 0;
  for (const { element, words: text, claims: own } of index) {
    let some = 0;
    for (const { element: claim, words: said } of own) {
      const fits = (!verdict || claim.dataset.verdict === verdict) && (!of || claim.dataset.of === of);
      claim.hidden = !fits || !(has(said) || has(text));
      some += claim.hidden ? 0 : 1;
    }
    element.hidden = !(some || (!verdict && !of && has(text)));
    claims += some;
    figures += !element.hidden && element.matches(".figure") ? 1 : 0;
    for (const fold of all(".decided", element)) if (verdict || of) fold.open = some > 0;
  }
  for (const part of all(".chapter")) part.hidden = all(".figure, .paper", part).every((inner) => inner.hidden);
  for (const part of all(".findings, nav")) part.hidden = Boolean(words.length || verdict || of);
  byId("shown").textContent = `${figures} figures, ${claims} claims`;
  byId("nothing").hidden = all(".chapter").some((part) => !part.hidden);
}

// The address has the question: `?q=parquet&verdict=does-not-hold&of=papers`.
function addressed() {
  const asked = new URLSearchParams(location.search);
  for (const name of ["query", "verdict", "of"]) byId(name).value = asked.get(byId(name).name) ?? "";
  filter();
}
function address() {
  const asked = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  try { history.replaceState(null, "", location.pathname + (asked.size ? `?${asked}` : "")); } catch { /* it stays */ }
}
form.addEventListener("input", () => { filter(); address(); });
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("popstate", addressed);
addressed();

// A link to a claim opens the fold that has it; `#kwon-dfp/fig6` is the figure whose name begins so.
function arrive() {
  const name = decodeURIComponent(location.hash.slice(1));
  const target = name && (byId(name) ?? document.querySelector(`[id^="${CSS.escape(name)}"]`));
  if (!target) return;
  if (target.closest("[hidden]")) { form.reset(); filter(); }
  for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", arrive);
arrive();
