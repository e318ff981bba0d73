// What is wrong with the page as it is shown now, as a list of sentences.
(() => {
  const faults = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const named = (element) => `${element.tagName.toLowerCase()}${element.id && "#" + element.id} "${element.textContent.trim().slice(0, 40)}"`;

  for (const picture of all("article.figure svg")) {
    const box = picture.getBoundingClientRect();
    if (box.width < 50 || box.height < 50) faults.push(`a figure has no size: ${picture.getAttribute("aria-label")}`);
    if (!picture.querySelector("path, polyline, polygon, circle, rect")) faults.push("a figure is empty");
    const described = picture.querySelector("desc");
    if (picture.getAttribute("role") !== "img" || !picture.getAttribute("aria-label") || !described?.textContent.trim()) {
      faults.push(`a figure has no text in its place: ${named(picture.closest("article"))}`);
    }
  }
  for (const bars of all(".bars")) {
    const lengths = [...bars.querySelectorAll(".length")].map((bar) => parseFloat(getComputedStyle(bar, "::before").width));
    if (lengths.length < 2 || !(Math.min(...lengths) >= 2)) faults.push(`a finding has no bars: ${named(bars)}`);
    for (const value of bars.querySelectorAll("strong")) {
      if (value.getClientRects().length !== 1 || value.getBoundingClientRect().right > bars.getBoundingClientRect().right) faults.push(`no room beside a bar: ${named(bars)}`);
    }
  }
  if (all("article.figure").length !== all("article.figure svg, article.figure table.shown").length) faults.push("a figure without picture");
  if (all("img:not([alt])").length) faults.push("an image has no text in its place");

  const ids = all("[id]").map((element) => element.id);
  for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) faults.push(`the id ${id} is not unique`);
  for (const selector of ["body > header", "nav", "main", "[role=search]", "body > footer", "h1"]) {
    if (all(selector).length !== 1) faults.push(`not one ${selector}`);
  }
  let level = 0;
  for (const heading of all("h1, h2, h3, h4, h5, h6").filter((heading) => !heading.closest("dialog"))) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) faults.push(`heading out of order: ${named(heading)}`);
    level = next;
  }
  for (const control of all("button, a, input, summary").filter((control) => control.checkVisibility())) {
    if (!(control.getAttribute("aria-label") || control.textContent.trim() || control.labels?.length)) faults.push(`no name: ${control.outerHTML.slice(0, 80)}`);
  }
  if (document.documentElement.lang !== "en") faults.push("no language");

  // contrast and size of every text that is shown
  const numbers = (colour) => (colour.match(/[\d.]+/g) || []).map(Number);
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const background = (element) => {
    for (let up = element; up; up = up.parentElement) {
      const [r, g, b, alpha = 1] = numbers(getComputedStyle(up).backgroundColor);
      if (alpha === 1) return [r, g, b];
      if (alpha > 0) throw new Error("a translucent background");
    }
    return [255, 255, 255];
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || seen.has(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    seen.add(element);
    // paper around letters
    if (element.closest(".halo")) continue;
    const style = getComputedStyle(element);
    const picture = element.closest("svg");
    let [ink, paper] = [numbers(style.color).slice(0, 3), background(element)];
    if (picture) {
      const inverted = Number(getComputedStyle(picture).filter.match(/invert\(([\d.]+)\)/)?.[1] || 0);
      const turn = inverted ? [[-0.574, 1.43, 0.144], [0.426, 0.43, 0.144], [0.426, 1.43, -0.856]] : [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
      const shown = (rgb) => {
        const light = rgb.map((x) => inverted * (255 - x) + (1 - inverted) * x);
        return turn.map((row) => Math.min(255, Math.max(0, row[0] * light[0] + row[1] * light[1] + row[2] * light[2])));
      };
      [ink, paper] = [shown(numbers(style.fill).slice(0, 3)), shown(numbers(getComputedStyle(picture.querySelector(".paper > *")).fill))];
      const page = background(picture);
      if (contrast(paper, page) > 1.1) faults.push(`the paper of a figure, ${paper}, is not that of its card, ${page}`);
    } else if (parseFloat(style.fontSize) < 12) {
      faults.push(`small text, ${style.fontSize}: ${named(element)}`);
    }
    const ratio = contrast(ink, paper);
    if (!(ratio >= 4.5)) faults.push(`contrast ${ratio.toFixed(2)}: ${named(element)}`);
  }
  if (!seen.size) faults.push("no text is shown");
  return [...new Set(faults)];
})()
