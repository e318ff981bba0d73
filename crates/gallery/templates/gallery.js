const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// Search and filter. A figure is shown when it matches itself or one of its claims is shown; notes match row by row.
const plain = (text) => text.toLowerCase().replace(/\s+/g, " ");
const wordsOf = (elements) => plain(elements.map((element) => element.textContent).join(" "));
const claims = all(".claim").map((element) => ({ element, verdict: element.dataset.verdict, words: wordsOf([element]) }));
const figures = all("article.figure").map((element) => ({
  element,
  words: plain(element.id) + " " + wordsOf(all("h3, figcaption, .assumptions, .origin", element)),
  claims: claims.filter((claim) => element.contains(claim.element)),
}));
const notes = all(".notes").map((element) => {
  const rows = all("tbody tr, li, p", element).filter((row) => !row.parentElement.closest("tbody tr, li"));
  return { element, rows: rows.map((row) => ({ element: row, words: wordsOf([row]) })) };
});

function filter() {
  const wanted = plain(byId("query").value).split(" ").filter(Boolean);
  const verdict = document.querySelector("[name=verdict]:checked").value;
  const matches = (words) => wanted.every((word) => words.includes(word));
  const shown = new Set();
  const show = (item, visible) => {
    item.element.hidden = !visible;
    if (visible) shown.add(item);
  };
  const ofFigure = new Map(figures.flatMap((figure) => figure.claims.map((claim) => [claim, figure])));
  for (const claim of claims) {
    const isMeant = matches(claim.words) || (ofFigure.has(claim) && matches(ofFigure.get(claim).words));
    show(claim, isMeant && (!verdict || claim.verdict === verdict));
  }
  for (const figure of figures) {
    show(figure, figure.claims.some((claim) => shown.has(claim)) || (!verdict && matches(figure.words)));
  }
  for (const note of notes) {
    for (const row of note.rows) row.element.hidden = !matches(row.words);
    show(note, !verdict && (!wanted.length || note.rows.some((row) => !row.element.hidden)));
  }
  for (const others of all(".others")) others.hidden = all(".claim", others).every((claim) => claim.hidden);
  for (const paper of all(".paper")) {
    paper.hidden = all(".figure, .others, .notes", paper).every((part) => part.hidden);
  }
  const counted = (items) => `${items.filter((item) => shown.has(item)).length} of ${items.length}`;
  byId("shown").textContent = `${counted(figures)} figures and ${counted(claims)} claims shown`;
  byId("nothing").hidden = all(".paper").some((paper) => !paper.hidden);
}
const form = byId("filter");
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
form.hidden = false;
filter();

// A link to what the filter hides shows everything again.
addEventListener("hashchange", () => {
  const target = byId(decodeURIComponent(location.hash.slice(1)));
  if (target && target.closest("[hidden]")) {
    form.reset();
    filter();
    target.scrollIntoView();
  }
});

// j and k, or the arrow keys that no control uses, go from figure to figure.
const isShown = (element) => element.checkVisibility();
function goTo(direction) {
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
  if (!direction || isTaken || event.target.closest("input, summary, [role=region]")) return;
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
for (const figure of all("article.figure")) {
  const button = figure.querySelector(".enlarge");
  button.hidden = false;
  figure.querySelector(".picture").addEventListener("click", () => enlarge(figure));
}
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
