//! The gallery in a real browser: what a reader does with the committed page.

mod chromium;

use std::path::Path;

use chromium::Tab;
use serde_json::json;

/// Articles and claims that are shown, by their names.
const FIGURES: &str =
    "[...document.querySelectorAll('article.figure')].filter((one) => one.checkVisibility()).map(({ id }) => id)";
const CLAIMS: &str =
    "[...document.querySelectorAll('.claim')].filter((one) => one.checkVisibility()).map(({ id }) => id)";

/// The address of the page, with a question.
fn gallery(question: &str) -> String {
    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap();
    format!("file://{}{question}", Path::new(&root).join("../../figures/index.html").display())
}

fn names(tab: &mut Tab, what: &str) -> Vec<String> {
    serde_json::from_value(tab.evaluate(what)).unwrap()
}

#[test]
fn a_search_finds_what_is_meant() {
    let mut tab = Tab::open();
    tab.show(&gallery(""), 1280, "light");
    let all = names(&mut tab, FIGURES).len();
    let asked =
        [("parquet", "putze-blocked/octave"), ("guava", "library-audit/promises"), ("leveldb", "engines/key-value")];
    for (words, figure) in asked {
        tab.show(&gallery(&format!("?q={words}")), 1280, "light");
        let found = names(&mut tab, FIGURES);
        assert!(found.iter().any(|one| one == figure) && 2 * found.len() < all, "{words}: {found:?}");
    }
    tab.show(&gallery(""), 1280, "light");
    tab.evaluate("document.getElementById('query').focus()");
    for letter in "nosuchword".chars() {
        tab.press(&letter.to_string(), 0, &letter.to_string());
    }
    assert_eq!(names(&mut tab, FIGURES), Vec::<String>::new());
    assert_eq!(tab.evaluate("document.getElementById('nothing').checkVisibility()"), true);
    assert_eq!(tab.evaluate("location.search"), "?q=nosuchword");
}

#[test]
fn claims_are_found_by_verdict() {
    let mut tab = Tab::open();
    let mut last = usize::MAX;
    for question in ["?verdict=does-not-hold", "?verdict=does-not-hold&of=papers"] {
        tab.show(&gallery(question), 1280, "light");
        let shown = names(&mut tab, CLAIMS);
        let listed = "[...document.querySelectorAll(`.claim[data-verdict='does-not-hold']${location.search.includes('of=') \
                      ? `[data-of='papers']` : ''}`)].map(({ id }) => id)";
        assert_eq!(shown, names(&mut tab, listed), "{question}");
        assert!(!shown.is_empty() && shown.len() <= last, "{question}: {shown:?}");
        last = shown.len();
        let count = tab.evaluate("document.getElementById('shown').textContent");
        assert!(count.as_str().unwrap().ends_with(&format!(", {last} claims")), "{question}: {count}");
    }
    tab.show(&gallery(""), 1280, "light");
    let link = "document.querySelector('.lead a[href^=\"?verdict\"]').getAttribute('href')";
    assert_eq!(tab.evaluate(link), "?verdict=does-not-hold&of=papers");
}

#[test]
fn links_lead_to_figures_and_open_folds() {
    let mut tab = Tab::open();
    let at =
        "Math.abs(document.querySelector('[id^=\"kwon-dfp/fig6\"]').getBoundingClientRect().top) < innerHeight / 2";
    for question in ["#kwon-dfp/fig6", "?q=nosuchword#kwon-dfp/fig6"] {
        tab.show(&gallery(question), 1280, "light");
        assert_eq!(tab.evaluate(at), true, "{question}");
    }
    tab.show(&gallery(""), 1280, "light");
    let claim = tab.evaluate("document.querySelector('details.decided .claim').id");
    tab.show(&gallery(&format!("#{}", claim.as_str().unwrap())), 1280, "light");
    assert!(names(&mut tab, CLAIMS).contains(&claim.as_str().unwrap().to_owned()), "{claim}");
    let broken = "[...document.querySelectorAll('a[href^=\"#\"]')].map((link) => decodeURIComponent(link.hash.slice(1))) \
                  .filter((name) => name && !document.getElementById(name))";
    assert_eq!(tab.evaluate(broken), json!([]));
}

/// On a phone and a desk, in the light and the dark: nothing is wider than the page, and nothing is asked of a network.
#[test]
fn it_is_read_everywhere() {
    let mut tab = Tab::open();
    let mut grounds = Vec::new();
    for (width, scheme, name) in [(380, "light", "Dark"), (380, "dark", "Light"), (1280, "light", "Dark")] {
        tab.show(&gallery(""), width, scheme);
        tab.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })");
        assert_eq!(tab.evaluate("document.documentElement.scrollWidth - innerWidth <= 0"), true, "{width}");
        assert_eq!(tab.evaluate("document.getElementById('theme').textContent"), name);
        grounds.push(tab.evaluate("getComputedStyle(document.body).backgroundColor"));
        assert_eq!(tab.complaints(), Vec::<String>::new(), "{width} {scheme}");
    }
    assert_ne!(grounds[0], grounds[1]);
    tab.evaluate("document.getElementById('theme').click()");
    assert_eq!(tab.evaluate("getComputedStyle(document.body).backgroundColor"), grounds[1]);
}
