//! A person types, presses and sees: on a phone, by keyboard, by hostile addresses.

use serde_json::Value;

use crate::chromium::Tab;
use crate::{Page, opened};

/// The text of an element as it is shown: nothing if it is hidden.
fn text(tab: &mut Tab, id: &str) -> String {
    let element = format!("document.getElementById('{id}')");
    let shown = tab.evaluate(&format!("{element}.checkVisibility() ? {element}.textContent : ''"));
    shown.as_str().unwrap().replace('\u{a0}', " ")
}

/// Asks each question in one browser.
fn ask<T>(asked: impl IntoIterator<Item = (&'static str, T)>, mut check: impl FnMut(&mut Tab, &str, T)) {
    let (page, mut tab) = (Page::make(), Tab::open());
    for (question, expected) in asked {
        tab.show(&page.asked(question), 1280, "light");
        check(&mut tab, question, expected);
        assert_eq!(tab.complaints(), Vec::<String>::new(), "{question}");
    }
}

/// Each address with the beginning of its headline, or of another line of its answer.
#[test]
fn the_lines_of_an_answer() {
    let headlines = [
        ("#items=1e6&rate=1+%25", "1.14 MiB: 9,592,957 bits, 7 hash functions"),
        ("#items=1e6&bits=10+bits+per+key", "0.8194 %, 1 in 122"),
        ("#items=1e6&bits=10/item&hashes=7", "0.8194 %"),
        ("#items=10+million&bits=1.25+bytes+per+key", "0.8194 %"),
        ("#items=1e6&bits=10+bits+a+key&hashes=7", "0.8194 %"),
        ("#items=1e6&bits=10+for+each+item&hashes=7", "0.8194 %"),
        ("#bits=1+MiB&rate=1+%25", "874,454 items with 7 hash functions"),
        ("#items=100k+keys&rate=one+in+a+thousand", "176 KiB: 1,437,767 bits"),
        ("#items=1000&rate=1+%E2%80%B0&scheme=double", "1.77 KiB: 14,519 bits"),
        ("#items=1e6&bits=10+per+key&rate=1+%25", "0.8194 %, 1 in 122: keeps the rate you asked for, 18 % below"),
        ("?n=1e6&p=100", "1.14 MiB"),
        ("#items=1e6&rate=1+%25&library=parquet-java", "2.726 %: 2.73 times the rate you asked for"),
        ("#items=1e5&bits=10+per+key&library=leveldb", "1.448 %"),
        ("#items=100&rate=1+%25&library=guava", "1.112 %: 11 % above the rate you asked for"),
        ("#items=1000&rate=1+%25&library=libbloom", "1.009 %: the rate you asked for is in its interval"),
        ("#items=2e5&bits=10+per+key&library=leveldb", "The rate of leveldb is not computed here"),
        ("#items=1e6&bits=10+per+key&library=rocksdb", "0.97 %"),
        ("#items=1e6&bits=12+per+key&library=rocksdb", "0.41 %"),
        ("#items=1e6&library=lucene", "5.786 %"),
        ("", "1.14 MiB"),
    ];
    let lines = [
        ("#items=1e6&bits=8388600", "size", "1024 KiB: 8,388,600 bits"),
        ("#items=1000&rate=1+%25&hashes=5", "line-command", "bloomlab size --items 1000 --target 0.01 --hashes 5"),
        ("#bits=1+MiB&rate=1+%25&hashes=5", "line-command", "bloomlab capacity --bits 8388608 --target 0.01 -"),
        ("#items=100&rate=0.1+%25&library=spark", "remark", "Ask for 130 items: then it has 0.07066 %"),
        ("#items=100&rate=1+%25&library=guava", "remark", "The page does not compute the distribution of its"),
        ("#items=1e6&rate=1+%25&library=parquet-java", "remark", "The writer stops at 1 MiB"),
        ("#items=1e5&bits=10+per+key&library=leveldb", "line-command", "bloomlab size --items 100000 --target "),
        ("#items=8e5&rate=1+%25&library=parquet-java", "size", "1 MiB"),
    ];
    let lines = lines.map(|(question, line, expected)| (question, (line, expected)));
    let headlines = headlines.map(|(question, expected)| (question, ("headline", expected)));
    ask(headlines.into_iter().chain(lines), |tab, question, (line, expected)| {
        let found = text(tab, line);
        assert!(found.starts_with(expected), "{question}: {line}: {found}; {}", text(tab, "error"));
        // as large as the cap, and not larger
        assert!(expected != "1 MiB" || text(tab, "remark").is_empty());
        let lists = "[...document.querySelectorAll('optgroup')].map(({ label }) => label).join(' ')";
        assert_eq!(tab.evaluate(lists), "Engines C C++ Java Python Rust");
    });
}

/// Each address with the word next to its headline. A filter whose rate is not computed has no table of more items.
#[test]
fn the_kind_of_an_answer_stands_next_to_it() {
    let asked = [
        ("#items=1e6&rate=1+%25", "exact", true),
        ("#items=1000&rate=1+%25&scheme=double", "", true), // the smallest of prime sizes
        ("#items=1e6&library=lucene", "exact", true),
        ("#items=1e5&library=duckdb-join", "exact", true),
        ("#items=100&rate=1+%25&library=guava", "measured", false),
        ("#items=1e5&bits=10+per+key&library=leveldb", "measured", false),
        ("#items=2e5&bits=10+per+key&library=leveldb", "", false),
        ("#items=1e6&bits=10+per+key&library=rocksdb", "nearest", false),
    ];
    ask(asked.map(|(question, how, grows)| (question, (how, grows))), |tab, question, expected| {
        let grows = !text(tab, "growth").is_empty();
        assert_eq!((text(tab, "how").as_str(), grows), expected, "{question}");
    });
}

/// Nothing is shown, and nothing can be copied, while an input is incomplete or refused.
#[test]
fn an_incomplete_question_has_no_answer() {
    let asked = [
        ("#items=1e6", "Rate: fill in"),
        ("#bits=1e6", "Rate: fill in"),
        ("#bits=10+per+key&rate=1+%25", "Items: fill in"),
        ("#items=1e5&library=leveldb", "Bits: fill in"),
        ("#items=1e5&library=guava", "Rate: fill in"),
        ("#library=lucene", "Items: fill in"),
        ("#items=1.000&rate=0.1", "Items: 1.000 could be 1 or 1000"),
        ("#items=1e6&bits=1M", "Bits: write 1Mbit or 1MB"),
        ("#items=1e6&rate=2", "Rate: 2 is not a number from"),
        ("#items=1e6&bits=1e7&hashes=12&scheme=double", "bloomlab fpr --bits 10000000 --items 1000000 --hashes 12"),
        ("#items=1e6&rate=1+%25&scheme=blocked-512", "Hashing: the page has two kinds"),
        ("#items=1e6&rate=1+%25&library=nobody", "Filter: the page knows no"),
    ];
    ask(asked, |tab, question, expected| {
        let said = text(tab, "error") + &text(tab, "incomplete");
        assert!(said.contains(expected), "{question}: {said}");
        let shown = tab.evaluate("document.getElementById('results').checkVisibility()");
        assert_eq!(shown, false, "{question}");
    });
}

#[test]
fn engines_are_asked_only_for_what_they_take() {
    let asked = [
        ("#items=100&library=lucene", "items"),
        ("#items=100&library=git", "items"),
        ("#items=100&library=leveldb", "items bits"),
        ("#items=100&library=sqlite", "items"),
        ("#items=100&library=duckdb-join", "items"),
        ("#items=100&library=bloom2", "items"),
        ("#items=100&library=guava", "items rate"),
        ("#items=100&library=hive", "items rate"),
    ];
    ask(asked, |tab, question, open| {
        let fields = "[...document.querySelectorAll('.fields input:enabled')].map(({ id }) => id).join(' ')";
        assert_eq!(tab.evaluate(fields), open, "{question}");
    });
}

/// By keyboard alone: while something is typed there is no answer to a part of it.
#[test]
fn it_is_used_by_keyboard() {
    let page = Page::make();
    let mut tab = opened(&page, "#items=1e6");
    tab.evaluate("document.getElementById('items').focus()");
    tab.press("Tab", 9, "");
    assert_eq!(tab.evaluate("document.activeElement.id"), "bits");
    let mut headlines = Vec::new();
    for letter in "10 bits per key".chars() {
        tab.press(&letter.to_string(), 0, &letter.to_string());
        headlines.push(text(&mut tab, "headline"));
    }
    assert_eq!(headlines.last().unwrap(), "0.8194 %, 1 in 122");
    // "10 b" to "10 bits per ke" are incomplete but for "10 bit" and "10 bits", which are sizes
    let shown = headlines.iter().filter(|headline| headline.starts_with("0.8")).count();
    assert_eq!(shown, 1, "{headlines:?}");
    let address = tab.evaluate("location.hash");
    assert_eq!(address, "#items=1e6&bits=10+bits+per+key");
    let focused = "(() => { const order = []; for (const field of document.querySelectorAll('a, input, select, button')) \
                   if (field.tabIndex < 0) order.push(field.outerHTML); return order; })()";
    assert_eq!(tab.evaluate(focused), Value::Array(Vec::new()));
    assert_eq!(tab.complaints(), Vec::<String>::new());
}

/// Copying gives the line, or selects it if the browser refuses.
#[test]
fn lines_are_copied() {
    let page = Page::make();
    let mut tab = opened(&page, "#items=1e6&rate=0.01");
    assert_eq!(text(&mut tab, "line-command"), "bloomlab size --items 1000000 --target 0.01");
    tab.evaluate("document.querySelector('[data-copy=line-command]').click()");
    tab.evaluate("new Promise((done) => setTimeout(done, 200))");
    let said = text(&mut tab, "copied");
    assert!(said.starts_with("Copied: bloomlab size") || said.starts_with("Selected:"), "{said}");
    // of another question nothing is copied yet
    tab.evaluate("document.getElementById('rate').focus()");
    tab.press("0", 0, "0");
    assert_eq!((text(&mut tab, "copied").as_str(), text(&mut tab, "headline").is_empty()), ("", false));
}

#[test]
fn hostile_addresses_do_no_harm() {
    let harm = "%3Cimg%20src%3Dhttp%3A%2F%2F127.0.0.1%3A9%2Fx%20onerror%3Dalert(1)%3E";
    let long = "9".repeat(100_000);
    let asked = [
        format!("#items={harm}&rate={harm}"),
        format!("#items=1e6&rate=0.01&library={harm}&scheme={harm}"),
        format!("#items=1e6&rate=0.01&scheme={harm}"),
        "#items=1e6&rate=0.01&scheme=__proto__".to_owned(),
        "#items=1e6&rate=0.01&library=constructor".to_owned(),
        format!("#items={long}&rate=0.01"),
        format!("#items=1&bits={long}"),
        "#items=1e999&rate=0.01".to_owned(),
        "#items=-5&rate=-1".to_owned(),
        "#items=NaN&bits=Infinity&hashes=0x10".to_owned(),
        "#items=1e6&bits=2^9999".to_owned(),
        "#items=4503599627370496&rate=1e-15".to_owned(),
        "#items=1&bits=9007199254740992&hashes=64".to_owned(),
        "#%%%&&==#?".to_owned(),
        "?n=&m=&k=&p=".to_owned(),
    ];
    let page = Page::make();
    let mut tab = Tab::open();
    for question in asked {
        tab.show(&page.asked(&question), 380, "dark");
        let asked: String = question.chars().take(80).collect();
        assert_eq!(tab.complaints(), Vec::<String>::new(), "{asked}");
        let planted = "document.querySelectorAll('img, [onerror]').length";
        assert_eq!(tab.evaluate(planted), 0, "{asked}");
        let overflow = "document.documentElement.scrollWidth - innerWidth";
        assert_eq!(tab.evaluate(overflow), 0, "{asked}");
        let words = text(&mut tab, "error") + &text(&mut tab, "incomplete") + &text(&mut tab, "headline");
        assert!(!words.is_empty() && !words.contains("NaN,") && !words.contains("undefined"), "{asked}: {words}");
    }
}

#[test]
fn it_fits_on_a_phone_and_follows_the_theme() {
    let page = Page::make();
    let mut tab = Tab::open();
    for (scheme, name) in [("light", "Dark"), ("dark", "Light")] {
        for question in ["", "#items=1e6&rate=1+%25&library=guava", "#items=1e6&rate=1e-6&scheme=double"] {
            tab.show(&page.asked(question), 380, scheme);
            let wide = "[...document.querySelectorAll('main *')].filter((one) => one.checkVisibility() \
                        && one.getBoundingClientRect().right > innerWidth + 0.5).map((one) => one.outerHTML)";
            assert_eq!(tab.evaluate(wide), Value::Array(Vec::new()), "{question}");
            assert_eq!(text(&mut tab, "theme"), name);
        }
        let ground = "getComputedStyle(document.body).backgroundColor";
        let before = tab.evaluate(ground);
        tab.evaluate("document.getElementById('theme').click()");
        assert_ne!(tab.evaluate(ground), before);
        tab.evaluate("localStorage.removeItem('theme')");
        assert_eq!(tab.complaints(), Vec::<String>::new());
    }
}
