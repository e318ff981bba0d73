// The page: the question in the address, the answer, what can be copied.
const FIELDS = ["items", "bits", "hashes", "rate", "scheme", "library"];
const SHORT = { n: "items", m: "bits", k: "hashes", p: "rate" };
const put = (id, text) => { byId(id).textContent = text.replace(/ (?=[%‰]|[KMGTP]iB\b)/g, "\u00a0"); };

function show(found, query) {
  const { bits, items, hashes, rate, measured, kind, standIn } = found;
  const hasFormula = bits && hashes && rate !== null;
  const isDerived = query.library ? rate === null && hashes && !standIn : query.scheme === "double";
  const facts = {
    "size": bits && kind !== "size" ? sizeOf(found) : bits ? `${rounded(bits / items, 4)} bits per item` : "",
    "exact": rate === null || kind === "rate" ? "" : inFull(rate),
    "measured": measured ? measuredAs(measured, found.known) : "",
    "independent": isDerived ? percent(independent(bits, hashes)(items)) : "",
    "textbook": hasFormula ? ofTextbook(found) : "",
  };
  for (const [name, text] of Object.entries(facts)) {
    put(name, text);
    byId(name).parentElement.hidden = !text;
  }
  put("headline", headline(found, query));
  // of a size under double hashing only the rate is exact, as the search is among primes
  put("how", kind === "size" && query.scheme === "double" ? "" : told(found).how);
  put("remark", remark(found, query));
  put("line-command", found.command);
  byId("line-command").parentElement.parentElement.hidden = !found.command;
  byId("growth-part").hidden = !found.growth.length;
  byId("growth").replaceChildren();
  for (const [more, count, later] of found.growth) {
    const [row, cells] = [byId("growth").insertRow(), [`${more} % more`, grouped(count), percent(later)]];
    for (const text of cells) row.insertCell().textContent = text;
  }
}
function complain(error, typing) {
  if (!(error instanceof Refusal)) throw error;
  const isIncomplete = typing === error.field || error.isMissing;
  put(isIncomplete ? "incomplete" : "error", error.message);
  if (!isIncomplete) byId(error.field).setAttribute("aria-invalid", "true");
}
function readQuery(given) {
  const own = (name) => (byId(name).disabled ? "" : given[name]);
  const read = ["items", "hashes", "rate"].map((name) => [name, number(name, own(name))]);
  const query = { ...given, ...Object.fromEntries(read), ...bitsOf(own("bits")) };
  if (query.each !== null && !query.library) {
    within("items", query.items, 1, MOST_ITEMS);
    query.bits = Math.round(query.each * query.items);
  }
  return query;
}
function refresh(event) {
  const given = Object.fromEntries(FIELDS.map((name) => [name, byId(name).value]));
  const isScheme = given.scheme !== "independent" && !given.library;
  const filled = FIELDS.filter((name) => given[name] && (name !== "scheme" || isScheme));
  const link = `#${new URLSearchParams(filled.map((name) => [name, given[name]]))}`;
  // a browser may refuse to change the address of a page that it embeds
  try { history.replaceState(null, "", location.pathname + link); } catch { /* the address stays */ }
  put("line-link", location.href.replace(/[?#].*/, "") + link);
  const setting = LIBRARIES.find(({ name }) => name === given.library)?.setting;
  for (const name of FIELDS) {
    byId(name).disabled = Boolean(setting) && !["items", "library", setting].includes(name);
    byId(name).removeAttribute("aria-invalid");
  }
  for (const name of ["error", "incomplete", "copied"]) put(name, "");
  byId("results").hidden = true;
  try {
    const query = readQuery(given);
    show(answer(query), query);
    byId("results").hidden = false;
  } catch (error) {
    complain(error, event?.type === "input" ? event.target.id : "");
  }
}
// The question of the address: by its fragment, or as ?n=…&p=…&m=…&k=…, where a p above 1 is 1 in p.
function load() {
  const link = location.hash.slice(1) || location.search.slice(1) || "items=1e6&rate=1 %";
  const state = new Map([...new URLSearchParams(link)].map(([name, value]) =>
    [SHORT[name] ?? name, name === "p" && value > 1 ? `1 in ${value}` : value]));
  for (const name of FIELDS) {
    const [field, value] = [byId(name), state.get(name) ?? (name === "scheme" ? "independent" : "")];
    const isUnknown = field.options && [...field.options].every((option) => option.value !== value);
    // it stays in its list, for the message and the address
    if (isUnknown) field.add(new Option(`${value} (unknown)`, value));
    field.value = value;
  }
  refresh();
}
async function copy({ dataset }) {
  const text = byId(dataset.copy).textContent;
  try {
    await navigator.clipboard.writeText(text);
    put("copied", `Copied: ${text}`);
  } catch { // a browser may refuse
    getSelection().selectAllChildren(byId(dataset.copy));
    put("copied", "Selected: copy it with the keyboard.");
  }
}
for (const button of document.querySelectorAll("[data-copy]")) button.onclick = () => copy(button);
for (const kind of ["input", "change"]) byId("question").addEventListener(kind, refresh);
byId("question").addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", load);
load();
