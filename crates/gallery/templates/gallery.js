const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// Search and filter. A figure is shown when it matches itself or one of its claims is shown; notes match row by row. Digits are
// compared as whole numbers, without grouping; `equation 26`, `eq (26)` and `(26)` are `eq. 26`, and `eq. 24 to 26` are three.
const EQUATIONS = /\beq(?:uation)?s?\.? ?\(?(\d+)\b\)?((?:(?:, | and | to |–)(?:eq\. )?\(?\d+\b\)?)*)/g;
function equations(first, more) {
  const found = [Number(first)];
  for (const [, between, text] of more.matchAll(/(,| and| to|–)\D*(\d+)/g)) {
    const [last, next] = [found.at(-1), Number(text)];
    if (/to|–/.test(between) && next - last < 30) while (found.at(-1) < next - 1) found.push(found.at(-1) + 1);
    found.push(next);
  }
  return found.map((number) => `eq.${number}`).join(" ");
}
const plain = (text) => text.toLowerCase().replace(/\s+/g, " ").replace(/(?<=\d),(?=\d{3}(?!\d))/g, "")
  .replace(EQUATIONS, (_, first, more) => equations(first, more)).replace(/(?<!\S)\((\d+)\b\)?/g, "eq.$1");
// What a question has besides its subject.
const LITTLE = new Set(("a an are at by can do does filter filters for how i in is it item items may my of on paper papers should the to use what "
  + "when which with wrong your").split(" "));
function wordsAsked(text) {
  const words = plain(text.trim()).replace(/\?$/, "").split(" ").filter(Boolean), subject = words.filter((word) => !LITTLE.has(word));
  return subject.length ? subject : words;
}
const pattern = (word) =>
  new RegExp(`${/^\d/.test(word) ? "(?<![\\d.])" : ""}${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}${/\d$/.test(word) ? "(?!\\.?\\d)" : ""}`);
const wordsOf = (elements) => plain(elements.map((element) => element.textContent).join(" "));
function indexed() {
  const ofPaper = new Map(all(".paper").map((element) => [element.id, wordsOf(all("h3, .authors", element))]));
  const paperOf = (element) => ofPaper.get(element.closest("[data-paper]").dataset.paper);
  const claims = all(".claim").map((element) =>
    ({ element, verdict: element.dataset.verdict, words: `${wordsOf([element])} ${paperOf(element)}` }));
  const figures = all("article.figure").map((element) => ({
    element,
    words: [plain(element.id), paperOf(element), wordsOf([...all("h3, figcaption p, .assumptions, .source", element),
      element.closest(".chapter").querySelector("h2"), ...all(`.findings [href="#${element.id}"]`)])].join(" "),
    claims: claims.filter((claim) => element.contains(claim.element)),
  }));
  const notes = all(".notes").map((element) => {
    const rows = all("tbody tr, li, p", element).filter((row) => !row.parentElement.closest("tbody tr, li"));
    const parts = (row) => (row.matches("tr") ? all("td", row) : [row]);
    return { element, rows: rows.map((row) => ({ element: row, words: `${wordsOf(parts(row))} ${paperOf(row)}` })) };
  });
  return { claims, figures, notes };
}
let index = null;
const form = byId("filter");
const [query, verdict] = [byId("query"), byId("verdict")];

function filter() {
  const { claims, figures, notes } = index ??= indexed();
  const asked = wordsAsked(query.value), wanted = asked.map(pattern);
  const isAsked = Boolean(wanted.length || verdict.value);
  const matches = (words) => wanted.every((word) => word.test(words));
  const shown = new Set();
  const show = (item, visible) => {
    item.element.hidden = !visible;
    if (visible) shown.add(item);
  };
  const ofFigure = new Map(figures.flatMap((figure) => figure.claims.map((claim) => [claim, figure])));
  for (const claim of claims) {
    const isMeant = matches(claim.words) || (ofFigure.has(claim) && matches(ofFigure.get(claim).words));
    show(claim, isMeant && (!verdict.value || claim.verdict === verdict.value));
  }
  for (const figure of figures) {
    show(figure, figure.claims.some((claim) => shown.has(claim)) || (!verdict.value && matches(figure.words)));
  }
  for (const note of notes) {
    for (const row of note.rows) row.element.hidden = !matches(row.words);
    show(note, !verdict.value && (!wanted.length || note.rows.some((row) => !row.element.hidden)));
  }
  showErrata(verdict.value || !wanted.length ? [] : notes, asked);
  for (const others of all(".others")) others.hidden = all(".claim", others).every((claim) => claim.hidden);
  for (const tiles of all(".tiles")) tiles.hidden = isAsked;
  for (const part of [...all(".paper"), ...all(".chapter")]) {
    part.hidden = false;
    part.hidden = isAsked && all(".figure, .others, .notes", part).every((inner) => inner.hidden || inner.closest(".paper[hidden]"));
  }
  for (const fold of all(".fold")) if (isAsked) fold.open = true;
  for (const first of all(".findings")) first.parentElement.hidden = isAsked;
  for (const lead of all(".lead, main > nav")) lead.hidden = isAsked;
  const counted = (items) => `${items.filter((item) => shown.has(item)).length} of ${items.length}`;
  byId("shown").textContent = `${counted(figures)} figures, ${counted(claims)} claims`;
  byId("nothing").hidden = all(".chapter").some((part) => !part.hidden);
}

// The errata that match stand first, those about the equation itself before those that mention it.
function showErrata(notes, asked) {
  const rows = notes.flatMap(({ element, rows }) => rows.filter((row) => !row.element.hidden && element.dataset.kind === "errata")
    .map((row) => ({ ...row, section: element })));
  const isAbout = ({ element }) => asked.some((word) => pattern(word).test(plain((element.querySelector("td") ?? element).textContent)));
  const found = [...rows.filter(isAbout), ...rows.filter((row) => !isAbout(row))].slice(0, 4);
  byId("errata").hidden = !found.length;
  byId("errata-found").replaceChildren(...found.map(({ element, section }) => {
    const item = document.createElement("li"), cells = all("td", element), parts = cells.length ? cells.slice(0, 2) : [element];
    const paper = Object.assign(document.createElement("a"), { href: `#${section.closest(".paper").id}`, textContent: section.closest(".paper").querySelector("h3").textContent });
    parts.forEach((part, i) => item.append(...(i ? [": "] : []), ...[...part.childNodes].map((node) => node.cloneNode(true))));
    item.append(" (", paper, ")");
    return item;
  }));
}

// The address has what is asked for: `?q=parquet&verdict=does-not-hold`; a part of a verdict's name is enough.
function asAddressed() {
  const address = new URLSearchParams(location.search);
  const named = address.get("verdict") ?? "";
  const values = [...verdict.options].map((option) => option.value);
  query.value = address.get("q") ?? "";
  verdict.value = values.find((value) => value === named) ?? values.find((value) => value.includes(named)) ?? "";
  if (index || query.value || verdict.value) filter();
}
function address() {
  const asked = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  try { history.replaceState(null, "", `${location.pathname}${asked.size ? "?" : ""}${asked}`); } catch { /* the address stays */ }
}
form.addEventListener("input", () => { filter(); address(); });
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("popstate", asAddressed);
asAddressed();

// The height of every figure has to be known before anything is scrolled into view.
const layOut = () => document.documentElement.classList.add("laid-out");
if (performance.getEntriesByType("navigation")[0]?.type !== "navigate") layOut();

// A link to what is folded or hidden shows it; `#kwon-dfp/fig6` is the figure whose name begins so.
function arrive() {
  const name = decodeURIComponent(location.hash.slice(1));
  const target = name && (byId(name) ?? document.querySelector(`[id^="${CSS.escape(name)}-"]`));
  if (!target) return;
  layOut();
  if (target.closest("[hidden]")) {
    form.reset();
    filter();
  }
  const fold = target.closest(".fold");
  if (fold) fold.open = true;
  target.scrollIntoView({ behavior: "instant" });
}
addEventListener("hashchange", arrive);
arrive();

// j and k, or the arrow keys that no control uses, go from figure to figure.
const isShown = (element) => element.checkVisibility();
function goTo(direction) {
  layOut();
  const stops = all(".stop").filter(isShown);
  const here = document.activeElement?.closest?.(".stop");
  const isNear = here && here.getBoundingClientRect().top < innerHeight && here.getBoundingClientRect().bottom > 0;
  const top = (stop) => stop.getBoundingClientRect().top;
  const next = isNear ? stops[stops.indexOf(here) + direction]
    : direction > 0 ? stops.find((stop) => top(stop) > 0) : stops.findLast((stop) => top(stop) < 0);
  if (!next) return;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ behavior: "instant", block: "start" });
}
addEventListener("keydown", (event) => {
  const direction = { j: 1, k: -1, ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const isTaken = event.ctrlKey || event.metaKey || event.altKey || byId("viewer").open;
  if (!direction || isTaken || event.target.closest("input, select, summary, [role=region]")) return;
  event.preventDefault();
  goTo(direction);
});

// The viewer: a picture as large as wanted.
const viewer = byId("viewer");
const canvas = viewer.querySelector(".canvas");
const step = 1.25;
let large = null;
const width = () => large.getBoundingClientRect().width;
function setWidth(pixels) {
  const before = width() || pixels;
  const [x, y] = [canvas.scrollLeft + canvas.clientWidth / 2, canvas.scrollTop + canvas.clientHeight / 2];
  large.style.width = `${Math.min(Math.max(pixels, 160), 12000)}px`;
  const ratio = width() / before;
  canvas.scrollTo({ left: x * ratio - canvas.clientWidth / 2, top: y * ratio - canvas.clientHeight / 2, behavior: "instant" });
}
const fitting = () => Math.min(canvas.clientWidth, canvas.clientHeight * large.viewBox.baseVal.width / large.viewBox.baseVal.height);
const zoom = {
  in: () => setWidth(width() * step),
  out: () => setWidth(width() / step),
  fit: () => setWidth(fitting()),
  close: () => viewer.close(),
};
function enlarge(figure) {
  const small = figure.querySelector("svg");
  large = small.cloneNode(true);
  large.removeAttribute("height");
  large.style.maxWidth = "none";
  for (const part of all("[id]", large)) part.removeAttribute("id");
  byId("viewer-title").textContent = small.getAttribute("aria-label");
  canvas.replaceChildren(large);
  figure.querySelector(".enlarge").focus({ preventScroll: true });
  viewer.showModal();
  canvas.focus();
  // never smaller than drawn, so that its texts can be read
  setWidth(Math.max(fitting(), small.width.baseVal.value));
  canvas.scrollTo(0, 0);
}
byId("content").addEventListener("click", (event) => {
  const picture = event.target.closest(".picture");
  if (picture) enlarge(picture.closest("article"));
});
for (const button of all("[data-zoom]")) button.addEventListener("click", () => zoom[button.dataset.zoom]());
viewer.addEventListener("keydown", (event) => {
  const action = { "+": "in", "=": "in", "-": "out", "0": "fit" }[event.key];
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  zoom[action]();
});
viewer.addEventListener("close", () => canvas.replaceChildren());
canvas.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  setWidth(width() * (event.deltaY < 0 ? step : 1 / step));
}, { passive: false });
// a mouse drags; touch scrolls by itself
canvas.addEventListener("pointerdown", (event) => {
  if (event.pointerType !== "mouse" || event.button !== 0) return;
  canvas.setPointerCapture(event.pointerId);
  event.preventDefault();
  canvas.focus();
});
canvas.addEventListener("pointermove", (event) => {
  if (canvas.hasPointerCapture(event.pointerId)) canvas.scrollBy({ left: -event.movementX, top: -event.movementY, behavior: "instant" });
});
