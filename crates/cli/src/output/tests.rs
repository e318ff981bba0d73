//! Tables of several widths.

use super::*;
use crate::answer::Inputs;

fn shown(most: usize, count: usize) -> String {
    let row = |name: &str| {
        let sentence = Field::Prose("a sentence of some thirty letters".to_owned());
        vec![("name", Field::Text(name.to_owned())), ("sentence", sentence), ("measured_count", Field::Count(12_345))]
    };
    let mut rows = vec![Row::new(row("first")); count];
    rows.push(Row::failed(row("second"), "it is too large for this test"));
    let answer = Answer::new("test", Inputs::default(), rows);
    let mut text = Vec::new();
    write_table(&answer, most, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn a_table_fits_its_terminal_or_says_what_it_leaves_out() {
    let wide = shown(usize::MAX, 1);
    assert!(wide.contains("some thirty letters            12345   failed: it is too large for this test"), "{wide}");
    for most in [58, 70, 80] {
        let narrow = shown(most, 9);
        let table: Vec<_> = narrow.lines().filter(|line| !line.contains(": ")).collect();
        assert!(table.iter().all(|line| line.chars().count() <= most), "{narrow}");
        assert!(narrow.contains("12345: failed: it is too large for this test"), "{narrow}");
        assert!(!narrow.contains("left out"), "{narrow}");
    }
    let records = shown(40, 1);
    let failed = "failed          it is too large for this\n                test";
    assert!(records.contains("measured count  12345\n\n") && records.contains(failed), "{records}");
    let least = shown(40, 9);
    assert!(least.contains("left out: measured count (--format json has them)"), "{least}");
    assert!(least.lines().next().is_some_and(|heading| !heading.contains("measured")), "{least}");
}
