// The page: the state in the fragment, the answers, the plot.
const FIELDS = ["items", "bits", "hashes", "rate", "scheme", "library"];
const SUFFIXES = { "%": 0.01, k: 1e3, K: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50 };
// 1024, 1,000,000, 1e6, 2^20, 16Ki, 1.5M; rates also as 1%; null for nothing.
function number(field, text) {
  const plain = text.replace(/\s/g, "").replace(field === "rate" ? "" : /(?<=\d),(?=\d{3}(?!\d))/g, "");
  if (!plain) return null;
  const [, mantissa, power, suffix] = plain.match(/^(\d*\.?\d+(?:[eE][+-]?\d+)?)(?:\^(\d+)|([kKMGTP]|[KMGTP]i|%))?$/) ?? [];
  const product = power ? mantissa ** power : mantissa * (SUFFIXES[suffix] ?? 1), nearest = Math.round(product);
  const value = Math.abs(product - nearest) <= product * 2 ** -52 ? nearest : product;
  const isFit = field === "rate" ? value >= 0 && (!suffix || suffix === "%") : Number.isInteger(value) && suffix !== "%";
  return isFit ? value : refuse(field, text, field === "rate" ? "a number such as 0.01, 1e-6 or 1%" : "a whole number such as 1024, 2^20, 1e6 or 16Ki");
}
const grouped = (value) => value.toLocaleString("en");
const brief = (value) => (value < 1e6 ? grouped(value) : Number(value.toPrecision(3)).toExponential().replace("+", ""));
const digits = (value, count = 12) => (value >= 1e-4 ? String(+value.toPrecision(count)) : value.toExponential(count - 1).replace(/\.?0+e/, "e"));
const put = (id, text) => { byId(id).textContent = text; };
const row = (cells) => `<tr><th scope="row">${cells[0]}</th>${cells.slice(1).map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
function show(found, query) {
  const { items, bits, hashes, rate, textbook: promised, growth } = found;
  put("exact", digits(rate));
  put("textbook", promised === null ? "no formula for this filter" : digits(promised));
  put("times", promised === null ? "" : `${digits(rate / promised)} times the textbook rate`);
  put("sizes", `${grouped(items)} items in ${grouped(bits)} bits${hashes === null ? "" : ` with ${hashes} hash functions`}`);
  put("kept", query.rate === null ? "" : `The filter ${rate <= query.rate ? "keeps" : "misses"} the target rate of ${digits(query.rate)}.`);
  put("smallest", query.rate === null ? "Fill in a target rate." : "Searching …");
  byId("growth").innerHTML = growth.map(({ percent, items: count, rate: later }) => row([`${percent} %`, grouped(count), digits(later, 6), (later / rate).toPrecision(4)])).join("");
  const library = LIBRARIES.find(({ name }) => name === query.library), scheme = SCHEMES[query.library ? "independent" : query.scheme];
  put("law", scheme.walks ? `With up to ${scheme.most} hash functions. Bits that you leave empty are those of independent positions${query.scheme === "km-partition" && query.bits ? "" : ", and so are hash functions"}.` : !library ? ""
    : library.exact ? "Positions are derived as in the source of this version." : "The exact law of this library's positions is not computed here; the nearest law stands in for it.");
  showPlans(bits, items, query.rate ?? rate);
  byId("results").setAttribute("aria-busy", "true");
  inFrames(afterwards(found, scheme), change);
}
// The smallest filter and the plot, a rate at a time.
function* afterwards(found, scheme) {
  const least = found.search && (yield* found.search);
  if (found.search) {
    put("smallest", least ? `${grouped(least.bits)} bits with ${least.hashes} hash functions${scheme.walks && least.hashes === scheme.most ? ", the most that are tried here" : ""}, at a rate of ${digits(least.rate)}.`
      : `More than 2^${Math.log2(scheme.mostBits)} bits.`);
  }
  const step = 2 ** Math.max(Math.ceil(Math.log2(found.items / 20)), 0), points = [];
  for (let count = step; count <= 2 * found.items; count += step) {
    points.push([count, rates(found.law, [count])[0]]);
    yield;
  }
  plot(found, points);
}
// Work in parts of 8 ms, one in each frame, until it is done or the question changes.
let change = 0;
function inFrames(work, asked) {
  const start = performance.now();
  let done = false;
  while (!done && performance.now() - start < 8) done = work.next().done;
  if (done) byId("results").removeAttribute("aria-busy");
  else requestAnimationFrame(() => asked === change && inFrames(work, asked));
}
// From tables: the entry nearest below.
const below = (values, value) => Math.max(Math.min(...values), ...values.filter((known) => known <= value));
function showPlans(bits, items, target) {
  const rate = below(PLANS.recycling.map((plan) => plan.target), target);
  const size = below(PLANS.recycling.map((plan) => plan.bits), bits);
  const plan = PLANS.recycling.find((known) => known.target === rate && known.bits === size);
  put("recycling", `For ${grouped(size)} bits and a target of ${digits(rate)}: ${plan.hashes} hash functions, cleared above ${grouped(plan.sigma)} set bits, `
    + `${grouped(+plan.messages.toPrecision(6))} messages a cycle, at an average rate of ${digits(plan.rate, 6)}.`);
  const perItem = below(PLANS.deletable.map((filter) => filter.bits / filter.items), bits / items);
  const filters = PLANS.deletable.filter((filter) => filter.bits / filter.items === perItem);
  put("deletable-size", `${grouped(filters[0].items)} items in ${grouped(filters[0].bits)} bits with ${filters[0].hashes} hash functions`);
  byId("deletable").innerHTML = filters.map(({ name, deletability, rate }) => row([name, digits(deletability), digits(rate)])).join("");
}

function plot({ items, bits, hashes, rate }, points) {
  const [width, height, left, right, top, bottom, low] = [byId("plot").clientWidth, 300, 52, 16, 14, 44, Math.floor(Math.log10(rate)) - 1];
  const x = (count) => left + (width - left - right) * count / (2 * items);
  const y = (value) => top + (height - top - bottom) * Math.log10(value) / low;
  const line = (curve, more) => `<polyline fill="none" stroke-width="2" ${more} points="${curve.filter(([, value]) => value >= 10 ** low)
    .map(([count, value]) => `${x(count).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}"/>`;
  const text = (at, down, anchor, words) => `<text x="${at}" y="${down}" text-anchor="${anchor}">${words}</text>`;
  const powersOfTen = Array.from({ length: 7 }, (_, i) => -i * Math.ceil(-low / 6)).filter((power) => power >= low);
  byId("plot").innerHTML = `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="plot-title" aria-describedby="plot-caption">`
    + `<g class="paper"><rect width="${width}" height="${height}" fill="#ffffff"/></g>`
    + powersOfTen.map((power) => `<path stroke="#dddddd" d="M${left} ${y(10 ** power)}H${width - right}"/>${text(left - 6, y(10 ** power) + 4, "end", power ? `1e${power}` : "1")}`).join("")
    + ["start", "middle", "end"].map((anchor, i) => text(x(i * items), height - bottom + 18, anchor, brief(i * items))).join("")
    + `<path stroke="#777777" d="M${x(items)} ${top}V${height - bottom}"/>${text((left + width - right) / 2, height - 6, "middle", "items")}`
    + (hashes ? line(points.map(([count]) => [count, textbook(bits, count, hashes)]), 'stroke="#8a5a00" stroke-dasharray="5 4"') : "")
    + line(points, 'stroke="#0b4f8a"') + `<circle cx="${x(items)}" cy="${y(rate)}" r="4.5" fill="#0b4f8a"/></svg>`;
}

function refresh() {
  const query = Object.fromEntries(FIELDS.map((name) => [name, byId(name).value]));
  const given = FIELDS.filter((name) => query[name] && !(name === "scheme" && query.library));
  // a browser may refuse to change the address of a page that it embeds
  try { history.replaceState(null, "", `#${new URLSearchParams(given.map((name) => [name, query[name]]))}`); } catch { /* the address stays */ }
  for (const name of FIELDS) byId(name).removeAttribute("aria-invalid");
  for (const name of ["bits", "hashes", "scheme"]) byId(name).disabled = Boolean(query.library);
  change++;
  put("error", "");
  try {
    for (const name of FIELDS.slice(0, 4)) query[name] = number(name, query[name]);
    show(answer(query), query);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    put("error", error.message);
    byId(error.field)?.setAttribute("aria-invalid", "true");
  }
  byId("results").hidden = byId("error").textContent !== "";
}
function load() {
  const state = new URLSearchParams(location.hash.slice(1) || "items=1e6&rate=0.01");
  for (const name of FIELDS) {
    const [field, value] = [byId(name), state.get(name) ?? (name === "scheme" ? "independent" : "")];
    // a scheme or a library that the page does not know stays in its list, for the message and the address
    if (field.options && [...field.options].every((option) => option.value !== value)) field.add(new Option(`${value} (unknown)`, value));
    field.value = value;
  }
  refresh();
}
byId("library").append(...LIBRARIES.map(({ name, version }) => new Option(`${name} ${version}`, name)));
byId("question").addEventListener("input", refresh);
byId("question").addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", load);
addEventListener("resize", refresh);
load();
