//! What must hold of the gallery, as lists of what is wrong.

use std::path::Path;

use bloomlab_workbench::{Verdict, Workspace};
use serde_json::json;

use crate::chromium::Tab;
use crate::opened::{complaints, show};

const WIDTHS: [u32; 2] = [1280, 380];
const SCHEMES: [&str; 2] = ["light", "dark"];

/// Shows what is folded.
const UNFOLD: &str = "document.querySelectorAll('details').forEach(details => details.open = true)";

/// Everything that is wrong with the page of a workspace.
pub fn faults(tab: &mut Tab, root: &Path) -> Vec<String> {
    let page = root.join("figures/index.html");
    let url = format!("file://{}", page.display());
    let mut faults = Vec::new();
    for width in WIDTHS {
        for scheme in SCHEMES {
            show(tab, &url, width, scheme);
            faults.extend(findings(tab, root).into_iter().chain(arrivals(tab, width)));
            tab.evaluate(UNFOLD);
            let found: Vec<String> = serde_json::from_value(tab.evaluate(include_str!("audit.js"))).unwrap();
            faults.extend(found.into_iter().map(|fault| format!("{width} {scheme}: {fault}")));
            // not what the browser calls the window's width: a phone's grows with an overflowing page
            let needed = tab.evaluate("document.scrollingElement.scrollWidth");
            if needed.as_u64().is_none_or(|needed| needed > u64::from(width)) {
                faults.push(format!("{width} {scheme}: overflow, the page is {needed} pixels wide"));
            }
            faults.extend(viewer(tab, width));
            faults.extend(complaints(tab));
        }
    }
    show(tab, &url, WIDTHS[0], SCHEMES[0]);
    tab.evaluate(UNFOLD);
    faults.extend(addresses(tab, root));
    faults.extend(links(tab, &page));
    faults.extend(counts(tab, root));
    faults.extend(filter(tab));
    faults.extend(theme(tab));
    faults.extend(keys(tab));
    faults.extend(skip_link(tab, &url));
    faults.extend(complaints(tab));
    faults.extend(shared(tab, &url));
    faults
}

/// The findings that are not to be seen.
fn findings(tab: &mut Tab, root: &Path) -> Vec<String> {
    let wanted =
        std::fs::read_to_string(root.join("experiments/findings.toml")).unwrap().matches("[[finding]]").count();
    let seen = tab.evaluate("[...document.querySelectorAll('.findings a')].filter(e => e.checkVisibility()).length");
    if seen == json!(wanted) { Vec::new() } else { vec![format!("findings: {seen} of {wanted}")] }
}

/// Links that end under the header or elsewhere: of chapters, the first figures and claims, and the folded ones.
fn arrivals(tab: &mut Tab, width: u32) -> Vec<String> {
    let script = "(async () => {
        const places = ['.chapter', 'article.figure', '.claim', '.fold article.figure'];
        const targets = places.flatMap(place => [...document.querySelectorAll(place)].slice(0, 8));
        const faults = [];
        for (const target of targets) {
            location.hash = '#' + target.id;
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            const [top, edge] = [target.getBoundingClientRect().top, document.querySelector('body > header').getBoundingClientRect().bottom];
            const isLast = scrollY + document.scrollingElement.clientHeight > document.scrollingElement.scrollHeight - 2;
            if (top < edge || (top > edge + 100 && !isLast) || top > innerHeight) faults.push(`#${target.id} at ${top}`);
        }
        history.replaceState(null, '', location.pathname);
        scrollTo(0, 0);
        return faults;
    })()";
    let found: Vec<String> = serde_json::from_value(tab.evaluate(script)).unwrap();
    found.into_iter().map(|fault| format!("{width}: not below the header: {fault}")).collect()
}

/// Claims that do not stand where `claims.json` says.
fn addresses(tab: &mut Tab, root: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(root.join("figures/claims.json")).unwrap();
    let entries: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    let listed = tab.evaluate("document.querySelectorAll('.claim').length");
    let mut faults = Vec::new();
    if listed != json!(entries.len()) {
        faults.push(format!("claims.json: {} claims, {listed} on the page", entries.len()));
    }
    for entry in entries {
        let anchor = entry["address"].as_str().and_then(|address| address.split_once('#')).unwrap().1;
        let verdict = tab.evaluate(&format!("document.getElementById({})?.dataset.verdict ?? ''", json!(anchor)));
        if verdict.as_str() != entry["verdict"].as_str().map(|name| name.replace(' ', "-")).as_deref() {
            faults.push(format!("claims.json: {anchor} is `{verdict}` on the page"));
        }
    }
    faults
}

/// What is asked for in the address.
fn shared(tab: &mut Tab, url: &str) -> Vec<String> {
    let mut faults = Vec::new();
    tab.load("about:blank");
    tab.load(&format!("{url}?verdict=not"));
    let shown = "[...document.querySelectorAll('.claim')].filter(e => e.checkVisibility()).map(e => e.dataset.verdict)";
    let only = tab.evaluate(&format!("{shown}.length > 0 && {shown}.every(verdict => verdict === 'does-not-hold')"));
    if only != true {
        faults.push("address: ?verdict=not shows other claims".to_owned());
    }
    tab.evaluate("document.getElementById('query').focus()");
    tab.call("Input.insertText", json!({ "text": "no such words" }));
    let address = tab.evaluate("location.search");
    if address != "?q=no+such+words&verdict=does-not-hold" {
        faults.push(format!("address: {address}"));
    }
    let first = "document.querySelector('article.figure[id*=\"-\"]')";
    let name = tab.evaluate(&format!("{first}.id")).as_str().unwrap().to_owned();
    let beginning = name.rsplit_once('-').unwrap().0;
    tab.load("about:blank");
    tab.load(&format!("{url}#{beginning}"));
    let top = tab.evaluate(&format!("{first}.getBoundingClientRect().top")).as_f64().unwrap();
    if !(0.0..200.0).contains(&top) || tab.evaluate("scrollY > 0") != true {
        faults.push(format!("address: the beginning of a name, #{beginning}, leads elsewhere: {top}"));
    }
    faults
}

/// Links that lead nowhere, or out of the workspace.
fn links(tab: &mut Tab, page: &Path) -> Vec<String> {
    let script =
        "[...document.querySelectorAll('[href], [src]')].map(e => e.getAttribute('href') ?? e.getAttribute('src'))";
    let links: Vec<String> = serde_json::from_value(tab.evaluate(script)).unwrap();
    let mut faults = Vec::new();
    if links.len() < 10 {
        faults.push(format!("links: only {}", links.len()));
    }
    for link in links.iter().filter(|link| *link != "data:,") {
        let leads_somewhere = match link.strip_prefix('#') {
            Some(anchor) => tab.evaluate(&format!("!!document.getElementById({})", json!(anchor))) == true,
            // an address of the page itself, with what is asked for
            None if link.starts_with('?') => true,
            None => page.parent().is_some_and(|folder| folder.join(link).exists()),
        };
        if !leads_somewhere {
            faults.push(format!("broken link: {link}"));
        }
    }
    faults
}

/// Verdicts on the page that are not those of the tables.
fn counts(tab: &mut Tab, root: &Path) -> Vec<String> {
    let papers = Workspace::find(Some(root)).unwrap().claims(None).unwrap();
    let mut faults = Vec::new();
    for verdict in Verdict::ALL {
        let class = verdict.name().replace(' ', "-");
        let of = |paper: &str| {
            let chosen = papers.iter().filter(|one| paper.is_empty() || one.paper == paper);
            chosen.flat_map(|one| &one.claims).filter(|claim| claim.verdict == verdict).count()
        };
        let stated = format!("Number(document.querySelector(`option[value='{class}']`)?.dataset.count ?? NaN)");
        let listed = papers.iter().map(|one| {
            let within = format!("[data-paper='{}'] .claim[data-verdict='{class}']", one.paper);
            (one.paper.as_str(), format!("document.querySelectorAll(`{within}`).length"))
        });
        for (paper, script) in listed.chain([("", stated)]) {
            let found = tab.evaluate(&script);
            if found.as_f64() != Some(of(paper) as f64) {
                faults.push(format!("counts: {found} of `{class}` for `{paper}`, {} in the table", of(paper)));
            }
        }
    }
    faults
}

/// Search and filter, by keyboard.
fn filter(tab: &mut Tab) -> Vec<String> {
    let mut faults = Vec::new();
    let mut expect = |tab: &mut Tab, what: &str, script: &str| {
        if tab.evaluate(script) != true {
            faults.push(format!("filter: {what}"));
        }
    };
    tab.evaluate(
        "window.shownClaims = () => [...document.querySelectorAll('.claim')].filter(e => e.checkVisibility());
         window.shownFigures = () => [...document.querySelectorAll('article.figure')].filter(e => e.checkVisibility());
         window.total = { claims: shownClaims().length, figures: shownFigures().length };
         window.stated = () => document.querySelector('[aria-live=polite]').textContent.match(/\\d+/g).map(Number).join();
         document.getElementById('verdict').focus(); 0",
    );
    for verdict in Verdict::ALL {
        tab.press("ArrowDown", 40, "");
        let class = verdict.name().replace(' ', "-");
        expect(
            tab,
            "a verdict shows other claims than its own",
            &format!(
                "shownClaims().length === document.querySelectorAll(`.claim[data-verdict='{class}']`).length \
             && shownClaims().every(e => e.dataset.verdict === '{class}')"
            ),
        );
        expect(
            tab,
            "a figure is shown without claims of the verdict",
            "shownFigures().every(e => shownClaims().some(c => e.contains(c)))",
        );
        expect(
            tab,
            "the count is not shown",
            "stated() === [shownFigures().length, total.figures, shownClaims().length, total.claims].join()",
        );
    }
    tab.evaluate(
        "document.getElementById('verdict').value = ''; \
         document.getElementById('verdict').dispatchEvent(new Event('input', { bubbles: true })); document.getElementById('query').focus()",
    );
    let title = "document.querySelector('article.figure h3').textContent";
    let title = tab.evaluate(title);
    tab.call("Input.insertText", json!({ "text": title }));
    expect(
        tab,
        "a title does not find its figure",
        "shownFigures().some(e => e === document.querySelector('article.figure'))",
    );
    expect(tab, "a title finds all figures", "shownFigures().length < total.figures");
    expect(
        tab,
        "the count is not shown",
        "stated() === [shownFigures().length, total.figures, shownClaims().length, total.claims].join()",
    );
    tab.call("Input.insertText", json!({ "text": " no such words" }));
    expect(tab, "words that are nowhere find something", "!shownFigures().length && !shownClaims().length");
    expect(tab, "it is not said that nothing matches", "document.getElementById('nothing').checkVisibility()");
    tab.evaluate("document.getElementById('query').select()");
    tab.press("Delete", 46, "");
    expect(
        tab,
        "an empty search does not show everything",
        "shownFigures().length === total.figures && shownClaims().length === total.claims",
    );
    faults
}

/// From figure to figure by keyboard, forwards and back, and not while something is typed.
fn keys(tab: &mut Tab) -> Vec<String> {
    let stops = "[...document.querySelectorAll('.stop')]";
    let here = format!("{stops}.indexOf(document.activeElement)");
    let count = tab.evaluate(&format!(
        "document.activeElement?.blur(); scrollTo({{ top: 0, behavior: 'instant' }}); {stops}.length"
    ));
    let mut seen = Vec::new();
    for (key, code) in [("j", 74), ("j", 74), ("ArrowRight", 39), ("k", 75), ("ArrowLeft", 37)] {
        tab.press(key, code, if key.len() == 1 { key } else { "" });
        seen.push(tab.evaluate(&here).as_i64().unwrap_or(-1));
    }
    let in_view = tab.evaluate("Math.abs(document.activeElement.getBoundingClientRect().top) < innerHeight / 2");
    tab.evaluate("document.getElementById('query').focus()");
    tab.press("j", 74, "j");
    let typed = tab.evaluate("document.activeElement.id === 'query' && document.activeElement.value === 'j'");
    tab.evaluate("document.getElementById('filter').reset(); document.getElementById('query').dispatchEvent(new Event('input', { bubbles: true }))");
    let expected = if count == 2 { [0, 1, 1, 0, 0] } else { [0, 1, 2, 1, 0] };
    if seen == expected && in_view == true && typed == true {
        return Vec::new();
    }
    vec![format!("keys: of {count} figures {seen:?}, in view {in_view}, typed {typed}")]
}

/// The button that changes the theme.
fn theme(tab: &mut Tab) -> Vec<String> {
    let background = "getComputedStyle(document.body).backgroundColor";
    let before = tab.evaluate(background);
    tab.evaluate("document.getElementById('theme').focus()");
    tab.press("Enter", 13, "\r");
    let after = tab.evaluate(background);
    let offers = tab.evaluate("document.getElementById('theme').textContent");
    tab.press("Enter", 13, "\r");
    let again = tab.evaluate(background);
    tab.evaluate("try { localStorage.clear() } catch {}");
    let right = before != after && before == again && offers == "Light";
    if right { Vec::new() } else { vec![format!("theme: {before}, then {after}, then {again}; offers {offers}")] }
}

/// The large picture: opened, enlarged and closed by keyboard.
fn viewer(tab: &mut Tab, width: u32) -> Vec<String> {
    let is_open = "document.getElementById('viewer').open";
    let size = "document.querySelector('#viewer svg')?.getBoundingClientRect().width ?? 0";
    let small = tab.evaluate("const small = document.querySelector('.enlarge'); small.focus(); small.closest('article').querySelector('svg').width.baseVal.value");
    tab.press("Enter", 13, "\r");
    let (opened, first) = (tab.evaluate(is_open), tab.evaluate(size).as_f64().unwrap_or(0.0));
    tab.press("+", 187, "+");
    let larger = tab.evaluate(size).as_f64().unwrap_or(0.0);
    let overflow = tab.evaluate("document.querySelector('#viewer .bar').scrollWidth > innerWidth");
    tab.press("Escape", 27, "");
    let closed = tab.evaluate(is_open);
    let focused = tab.evaluate("document.activeElement === document.querySelector('.enlarge')");
    let right = opened == true
        && first >= small.as_f64().unwrap_or(f64::INFINITY)
        && larger > 1.2 * first
        && overflow == false
        && closed == false
        && focused == true;
    if right {
        return Vec::new();
    }
    vec![format!(
        "viewer at {width}: opened {opened}, {first} then {larger} wide, natural {small}, overflow {overflow}, open after Escape \
         {closed}, focus back {focused}"
    )]
}

/// The first Tab shows the link to the content, and Enter follows it.
fn skip_link(tab: &mut Tab, url: &str) -> Vec<String> {
    tab.load("about:blank");
    tab.load(url);
    tab.press("Tab", 9, "");
    let shown = tab.evaluate(
        "document.activeElement.className === 'skip' && document.activeElement.getBoundingClientRect().left >= 0",
    );
    let outline = tab.evaluate("getComputedStyle(document.activeElement).outlineStyle !== 'none'");
    tab.press("Enter", 13, "\r");
    let arrived = tab.evaluate("document.activeElement.id === 'content'");
    let right = shown == true && outline == true && arrived == true;
    if right { Vec::new() } else { vec![format!("skip link: shown {shown}, outline {outline}, arrived {arrived}")] }
}
