// The page: the state in the address, the answers, the plot.
const FIELDS = ["items", "bits", "hashes", "rate", "scheme", "library"], SHORT = { n: "items", m: "bits", k: "hashes", p: "rate" };
// A unit stays with its number.
const put = (id, text) => { byId(id).textContent = text.replace(/ (?=%|[KMGTP]iB\b)/g, "\u00a0"); };
const row = (cells) => `<tr><th scope="row">${cells[0]}</th>${cells.slice(1).map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
function show(found, query) {
  const { rate, textbook: promised, growth, exact, limit, measured } = found, shown = exact ? 4 : 3;
  put("verdict", verdict(found, query));
  put("sizes", sizesOf(found));
  put("rate-label", rateLabel(found));
  put("exact", rateOf(found));
  put("textbook", promised === null ? "" : percent(promised));
  const isDerived = !query.library && query.scheme !== "independent";
  byId("independent-row").hidden = !isDerived;
  const shorter = withHashes(found, query);
  put("hashed", shorter);
  byId("hashed-row").hidden = !shorter;
  put("independent", isDerived ? besideIndependent(rate, rates(independent(found.bits, found.hashes), [found.items])[0]) : "");
  const [headline, interval] = measured ? measuredAs(measured, query.library) : ["", ""];
  put("measured", headline);
  put("interval", interval);
  byId("measured-row").hidden = !measured;
  byId("textbook-row").hidden = promised === null;
  byId("rates").classList.toggle("stand-in", measured !== null && !exact && !limit && !found.blocks);
  const beside = promised === null ? "" : `; textbook ${digits(promised)}; ratio ${digits(rate / promised)}`;
  put("digits", exact ? digits(rate) + beside : "");
  byId("more").hidden = !exact;
  put("law", caveat(found, query));
  byId("growth").innerHTML = growth.filter((one, i) => one.items !== growth[i + 1]?.items).map((one) =>
    row([`${one.percent} %`, grouped(one.items), percent(one.rate, shown), (one.rate / rate).toPrecision(shown)])).join("");
  for (const [name, line] of Object.entries(lines(found, query))) put(`line-${name}`, line);
  put("smallest", "Searching …");
  byId("smallest-part").hidden = query.rate === null;
  byId("against").hidden = Boolean(query.library) || found.hashes > SCHEMES[query.scheme].most;
}
// An answer to an earlier question stays, in grey, and cannot be copied.
function setStale(isStale) {
  byId("results").classList.toggle("stale", isStale);
  put("answer-title", isStale ? "The previous answer" : "The answer");
  for (const button of document.querySelectorAll("[data-copy]")) button.disabled = isStale;
}
const sayBusy = () => byId("results").setAttribute("aria-busy", "true");
// The smallest filter and the plot, a rate at a time. Of schemes whose rate rises and falls with the bits it is the answer itself.
function* work(found, query) {
  const scheme = SCHEMES[query.library ? "independent" : query.scheme], isAnswer = scheme.walks && query.bits === null && found.search;
  if (!isAnswer) show(found, query);
  else {
    put("verdict", "Searching for the smallest filter …");
    setStale(true);
  }
  const least = found.search && (yield* found.search);
  if (isAnswer && !least) refuseAs("items", `Items: the rate needs more than 2^${Math.log2(scheme.mostBits)} bits. A larger rate suffices.`);
  if (isAnswer) show(found = answer({ ...query, bits: least.bits, hashes: least.hashes }), query);
  byId("results").hidden = false;
  setStale(false);
  if (query.rate !== null) {
    byId("smallest-part").hidden = !query.library && least?.bits === found.bits && least.hashes === found.hashes;
    const plain = query.library ? "A plain filter with independent positions needs " : "";
    const most = scheme.walks && least?.hashes === scheme.most ? ", the most that are tried here" : "";
    put("smallest", least ? `${plain}${counted(least.bits, "bit")} (${bytes(least.bits)}) with ${counted(least.hashes, "hash function")}${most}: `
      + `${percent(least.rate)}.` : `More than 2^${Math.log2(scheme.mostBits)} bits.`);
  }
  const axis = byId("against").hidden ? "items" : byId("axis").value, points = [];
  for (const [at, items, bits, hashes, law] of AXES[axis](found, scheme)) {
    points.push([at, rates(law(), [items])[0], hashes === null ? null : textbook(bits, items, hashes)]);
    yield;
  }
  plot(found, axis, points);
}
// What the curve runs over: a point and what it stands for, items, bits, hash functions and the distribution.
const AXES = {
  *items({ items, bits, hashes, law }) {
    const step = 2 ** Math.max(Math.ceil(Math.log2(items / 20)), 0);
    for (let count = step; count <= 2 * items; count += step) yield [count, count, bits, hashes, () => law];
  },
  *bits({ items, bits, hashes }, scheme) {
    const step = upTo(scheme.unit(hashes), Math.max(Math.ceil(bits / 20), 1));
    for (let size = step; size <= Math.min(2 * bits, scheme.mostBits); size += step) {
      if (size >= scheme.least(hashes)) yield [size, items, size, hashes, () => scheme.checked(size, hashes)];
    }
  },
  *hashes({ items, bits, hashes }, scheme) {
    for (let k = 1; k <= Math.min(Math.max(2 * hashes, 8), Math.max(scheme.most, hashes)); k++) {
      if (bits % scheme.unit(k) === 0 && bits >= scheme.least(k)) yield [k, items, bits, k, () => scheme.checked(bits, k)];
    }
  },
};
// Work in parts of 8 ms, one in each frame, until it is done or the question changes.
let [change, asked] = [0, null];
function inFrames(search, turn, typing) {
  const start = performance.now();
  let done = false;
  try {
    while (!done && performance.now() - start < 8) done = search.next().done;
  } catch (error) {
    done = true;
    complain(error, typing);
  }
  if (done) byId("results").removeAttribute("aria-busy");
  else requestAnimationFrame(() => turn === change && inFrames(search, turn, typing));
}
// What is being typed is incomplete, not wrong: the last answer stays, in grey.
function complain(error, typing) {
  if (!(error instanceof Refusal)) throw error;
  const isIncomplete = typing === error.field || error.isMissing;
  put("incomplete", isIncomplete ? error.message : "");
  put("error", isIncomplete ? "" : error.message);
  if (!isIncomplete) byId(error.field)?.setAttribute("aria-invalid", "true");
  (byId(error.field) ?? byId("library")).parentElement.append(byId("error"), byId("incomplete"));
  setStale(true);
}

// The curve of the rate and the dashed one of the textbook, and the value at the point that is nearest to the pointer.
const PLOTTED = { items: ["item", "items", "the planned number of items"], bits: ["bit", "bits", "this filter"], hashes: ["hash function", "hash functions", "this filter"] };
let pointAt = () => {};
function plot({ rate, exact, limit, blocks, ...found }, axis, points) {
  const here = found[axis], most = Math.max(2 * here, ...points.map(([at]) => at)), least = Math.min(rate, ...points.map(([, value]) => value));
  const low = Math.max(Math.floor(Math.log10(rate)) - (axis === "items" ? 1 : 6), Math.floor(Math.log10(Math.max(least, rate * 1e-7))) - 1);
  const [width, height, left, right, top, bottom] = [byId("plot").clientWidth, 300, 52, 16, 14, 44];
  const x = (count) => left + (width - left - right) * count / most;
  const y = (value) => top + (height - top - bottom) * Math.log10(value) / low;
  const line = (curve, more) => `<polyline fill="none" stroke-width="2" ${more} points="${curve.filter(([, value]) => value >= 10 ** low)
    .map(([count, value]) => `${x(count).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}"/>`;
  const text = (at, down, anchor, words) => `<text x="${at}" y="${down}" text-anchor="${anchor}">${words}</text>`;
  const powersOfTen = Array.from({ length: 7 }, (_, i) => -i * Math.ceil(-low / 6)).filter((power) => power >= low);
  const [one, many, marked] = PLOTTED[axis];
  put("plot-caption", `Blue: the rate${exact || limit || blocks ? "" : " if positions were independent"}${axis === "items" ? ", up to twice the items" : ""}. `
    + `Dashed: the textbook formula. The grey line marks ${marked}.`);
  byId("plot").innerHTML = `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="plot-title" aria-describedby="plot-caption">`
    + `<g class="paper"><rect width="${width}" height="${height}" fill="#ffffff"/></g>`
    + powersOfTen.map((power) => `<path stroke="#dddddd" d="M${left} ${y(10 ** power)}H${width - right}"/>${text(left - 6, y(10 ** power) + 4, "end", power ? `1e${power}` : "1")}`).join("")
    + ["start", "middle", "end"].map((anchor, i) => text(x(i * most / 2), height - bottom + 18, anchor, brief(i * most / 2))).join("")
    + `<path stroke="#777777" d="M${x(here)} ${top}V${height - bottom}"/>${text((left + width - right) / 2, height - 6, "middle", many)}`
    + (points.some(([,, promised]) => promised !== null) ? line(points.map(([at,, promised]) => [at, promised]), 'stroke="#8a5a00" stroke-dasharray="5 4"') : "")
    + line(points, 'stroke="#0b4f8a"') + `<circle cx="${x(here)}" cy="${y(rate)}" r="4.5" fill="#0b4f8a"/><circle class="pointer" r="5" fill="none" stroke="#0b4f8a" stroke-width="2" visibility="hidden"/></svg>`;
  put("plot-value", "Point at the curve for its values.");
  let index = points.findLastIndex(([at]) => at <= here);
  pointAt = (across, step = 0) => {
    const off = ([at]) => Math.abs(x(at) - across);
    index = step ? Math.min(Math.max(index + step, 0), points.length - 1) : points.reduce((best, point, i) => (off(point) < off(points[best]) ? i : best), 0);
    const [at, value, promised] = points[index], ring = byId("plot").querySelector(".pointer");
    put("plot-value", `${counted(at, one)}: ${percent(value, exact ? 4 : 3)}${promised === null ? "" : `, textbook ${percent(promised)}`}`);
    ring.setAttribute("cx", x(at));
    ring.setAttribute("cy", Math.min(y(value), height - bottom));
    ring.setAttribute("visibility", "visible");
  };
}
for (const kind of ["pointermove", "pointerdown"]) {
  byId("plot").addEventListener(kind, (event) => pointAt(event.clientX - byId("plot").getBoundingClientRect().left));
}
byId("plot").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  pointAt(0, step);
});
byId("axis").addEventListener("change", () => refresh());

function refresh(event) {
  const query = Object.fromEntries(FIELDS.map((name) => [name, byId(name).value]));
  const typing = event?.type === "input" ? event.target.id : "";
  const given = FIELDS.filter((name) => query[name] && !(name === "scheme" && query.library));
  const link = `#${new URLSearchParams(given.map((name) => [name, query[name]]))}`;
  // a browser may refuse to change the address of a page that it embeds
  try { history.replaceState(null, "", location.pathname + link); } catch { /* the address stays */ }
  put("line-link", location.href.replace(/[?#].*/, "") + link);
  for (const name of FIELDS) byId(name).removeAttribute("aria-invalid");
  const takesBits = libraryNamed(query.library)?.takesBits;
  for (const name of ["bits", "hashes", "scheme"]) byId(name).disabled = Boolean(query.library) && !(takesBits && name === "bits");
  change++;
  put("error", "");
  put("incomplete", "");
  try {
    for (const name of FIELDS.slice(0, 4)) query[name] = byId(name).disabled ? null : number(name, query[name]);
    const found = answer(asked = query);
    sayBusy();
    inFrames(work(found, query), change, typing);
  } catch (error) {
    byId("results").removeAttribute("aria-busy");
    complain(error, typing);
  }
}
// The question of the address: by its fragment, or as ?n=…&p=…&m=…&k=…, where a p above 1 is 1 in p.
function load() {
  const asked = [...new URLSearchParams(location.hash.slice(1) || location.search.slice(1) || "items=1e6&rate=0.01")];
  const state = new Map(asked.map(([name, value]) => [SHORT[name] ?? name, name === "p" && value > 1 ? `1 in ${value}` : value]));
  for (const name of FIELDS) {
    const [field, value] = [byId(name), state.get(name) ?? (name === "scheme" ? "independent" : "")];
    // a scheme or a library that the page does not know stays in its list, for the message and the address
    if (field.options && [...field.options].every((option) => option.value !== value)) field.add(new Option(`${value} (unknown)`, value));
    field.value = value;
  }
  refresh();
}
for (const language of ["Engines", "C", "C++", "Java", "Python", "Rust"]) {
  const group = byId("library").appendChild(Object.assign(document.createElement("optgroup"), { label: language }));
  const own = LIBRARIES.filter((library) => library.language === language);
  group.append(...own.map(({ name, version }) => new Option(`${name} ${version}`, name)));
}
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const text = byId(button.dataset.copy).textContent;
    try {
      await navigator.clipboard.writeText(text);
      put("copied", `Copied: ${text}`);
    } catch { // a browser may refuse
      getSelection().selectAllChildren(byId(button.dataset.copy));
      put("copied", "Selected: copy it with the keyboard.");
    }
  });
}
for (const kind of ["input", "change"]) byId("question").addEventListener(kind, refresh);
byId("question").addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", load);
let width = innerWidth;
addEventListener("resize", () => {
  if (innerWidth !== width) refresh();
  width = innerWidth;
});
load();
