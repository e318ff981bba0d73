//! Short queries as whole ones: clauses, numbers and macros.

use statrs::distribution::{Binomial, DiscreteCDF};

use crate::query::Value;
use crate::{Error, Result};

/// The probability that a 99 % interval misses.
const MISS: f64 = 0.01;
/// The least probability of as many misses or more that does not contradict the model.
const LEAST: f64 = 0.001;

/// The clauses of a short query, completed to a `select`, among rows with some conditions.
pub fn whole(query: &str, from: &str, among: &[String]) -> String {
    let first = query.trim_start().to_lowercase().replace('\n', " ");
    if first.starts_with("select ") || first.starts_with("with ") {
        return query.to_owned();
    }
    let at = ["from", "where", "group by", "order by"].map(|keyword| outside(query, keyword));
    let end = |i: usize| at[i + 1..].iter().flatten().next().copied().unwrap_or(query.len());
    let part = |i: usize| at[i].map(|start| query[start..end(i)].trim());
    let expression = &query[..at.iter().flatten().next().copied().unwrap_or(query.len())];
    let own = part(1).map(|text| &text["where".len()..]);
    // conditions are on the rows of the scope, not on those of another view
    let is_elsewhere = part(0).is_some_and(|text| text["from".len()..].trim() != from);
    let outer = if is_elsewhere { &[][..] } else { among };
    let conditions: Vec<String> =
        own.into_iter().chain(outer.iter().map(String::as_str)).map(|text| format!("({})", text.trim())).collect();
    let mut select = format!("select {} {}", expression.trim(), part(0).unwrap_or(&format!("from {from}")));
    if !conditions.is_empty() {
        select += &format!(" where {}", conditions.join(" and "));
    }
    part(2).into_iter().for_each(|text| select += &format!(" {text}"));
    if let Some(order) = part(3) {
        select += &format!(" {order} limit 1");
    }
    select
}

/// The start of a keyword that is in no parentheses and no quoted text.
pub fn outside(query: &str, keyword: &str) -> Option<usize> {
    let (mut depth, mut quoted, mut before) = (0, false, ' ');
    for (at, letter) in query.char_indices() {
        match letter {
            '\'' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            _ => {}
        }
        let is_start = depth == 0 && !quoted && (before.is_whitespace() || before == ')');
        let found =
            is_start && query.get(at..at + keyword.len()).is_some_and(|text| text.eq_ignore_ascii_case(keyword));
        if found && query[at + keyword.len()..].starts_with(|letter: char| letter.is_whitespace() || letter == '(') {
            return Some(at);
        }
        before = letter;
    }
    None
}

/// The words of a query: keywords, names, numbers.
pub fn words(query: &str) -> impl Iterator<Item = &str> {
    query.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty())
}

/// A query with the literal of each `$name`.
pub fn with_numbers(query: &str, number: impl Fn(&str) -> Result<Option<String>>) -> Result<String> {
    let (mut all, mut rest) = (String::new(), query);
    while let Some(at) = rest.find('$') {
        let after = &rest[at + 1..];
        let length = after.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(after.len());
        let name = &after[..length];
        let value =
            number(name)?.ok_or_else(|| Error::new(format!("${name}"), "no let and no parameter has this name"))?;
        all += &rest[..at];
        all += &value;
        rest = &after[length..];
    }
    Ok(all + rest)
}

/// A value as SQL writes it.
pub fn literal(value: &Value) -> Result<String> {
    Ok(match value {
        Value::Number(number) => decimal(*number),
        Value::Truth(truth) => truth.to_string(),
        Value::Text(text) => format!("'{}'", text.replace('\'', "''")),
        Value::Missing => "null".to_owned(),
    })
}

/// A double as a literal that is read back as the same double.
fn decimal(number: f64) -> String {
    let text = with_points(&format!("{number:?}"));
    if number < 0.0 { format!("({text})") } else { text }
}

/// A query in which every number in powers of ten has a point: polars reads `1.0e-5`, and not `1e-5`.
pub fn with_points(query: &str) -> String {
    let letters: Vec<char> = query.chars().collect();
    let (mut all, mut quoted, mut is_whole) = (String::new(), false, false);
    for (i, &letter) in letters.iter().enumerate() {
        let ends = letters.get(i + 1).is_some_and(|next| next.is_ascii_digit() || "+-".contains(*next));
        if letter == 'e' && is_whole && !quoted && ends {
            all += ".0";
        }
        let before = i.checked_sub(1).map_or(' ', |i| letters[i]);
        let starts = !before.is_alphanumeric() && !"_.".contains(before);
        is_whole = letter.is_ascii_digit() && (is_whole || starts);
        quoted ^= letter == '\'';
        all.push(letter);
    }
    all
}

/// A query with the macros `share` and `every` expanded.
pub fn macros(query: &str) -> Result<String> {
    let share = |c: &str| Ok(format!("avg(case when {c} then 1.0 when not ({c}) then 0.0 end)"));
    let every = |c: &str| Ok(format!("(min(case when {c} then 1 when not ({c}) then 0 end) = 1)"));
    expanded(&expanded(query, "share(", &share)?, "every(", &every)
}

/// A short query with the macro `agrees` expanded: few enough of the rows that decide its condition lack it. `count` answers a query.
pub fn judged(query: &str, count: impl Fn(&str) -> Result<f64>) -> Result<String> {
    let clauses = ["from", "where", "group by", "order by"].iter().filter_map(|keyword| outside(query, keyword)).min();
    let clauses = &query[clauses.unwrap_or(query.len())..];
    let agrees = |c: &str| {
        let decided = count(&format!("sum(case when {c} then 1 when not ({c}) then 1 else 0 end) {clauses}"))?;
        let most = most_misses(decided as u64);
        Ok(format!("(sum(case when {c} then 0 when not ({c}) then 1 else 0 end) <= {most})"))
    };
    expanded(query, "agrees(", &agrees)
}

/// The most misses among `intervals` intervals that chance explains.
fn most_misses(intervals: u64) -> u64 {
    let law = Binomial::new(MISS, intervals);
    law.map_or(0, |law| (0..intervals).find(|misses| law.sf(*misses) < LEAST).unwrap_or(intervals))
}

/// A query with one macro, named with its parenthesis, expanded.
fn expanded(query: &str, name: &str, with: &dyn Fn(&str) -> Result<String>) -> Result<String> {
    let (mut all, mut at, mut quoted) = (String::new(), 0, false);
    while at < query.len() {
        let rest = &query[at..];
        let is_word = all.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.');
        if !quoted && !is_word && rest.starts_with(name) {
            let inside = inside(&rest[name.len()..]).ok_or_else(|| Error::new(query, "a parenthesis is not closed"))?;
            all += &with(&expanded(inside, name, with)?)?;
            at += name.len() + inside.len() + 1;
            continue;
        }
        let Some(letter) = rest.chars().next() else { break };
        quoted ^= letter == '\'';
        all.push(letter);
        at += letter.len_utf8();
    }
    Ok(all)
}

/// The text up to the parenthesis that closes.
fn inside(text: &str) -> Option<&str> {
    let (mut depth, mut quoted) = (0, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '\'' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted && depth == 0 => return Some(&text[..at]),
            ')' if !quoted => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_queries_are_completed() {
        let among = ["b > 1".to_owned()];
        let full = |query: &str| whole(query, "rows", &among);
        assert_eq!(full("max(a)"), "select max(a) from rows where (b > 1)");
        assert_eq!(full("max(a) where c = ' from x'"), "select max(a) from rows where (c = ' from x') and (b > 1)");
        assert_eq!(full("max(a) from v where c"), "select max(a) from v where (c)");
        assert_eq!(full("a order by b desc"), "select a from rows where (b > 1) order by b desc limit 1");
        assert_eq!(full("max(a) from (select x from v) group by d"), "select max(a) from (select x from v) group by d");
        assert_eq!(full("select 1 from v"), "select 1 from v");
        assert_eq!(full("without"), "select without from rows where (b > 1)");
    }

    #[test]
    fn numbers_and_macros_are_written_out() {
        let number = |name: &str| Ok((name == "small").then(|| "0.01".to_owned()));
        assert_eq!(with_numbers("a < $small", number).unwrap(), "a < 0.01");
        assert!(with_numbers("a < $smaller", number).unwrap_err().to_string().contains("$smaller"));
        let share = macros("share(a > (1)) + 'share(b)'").unwrap();
        assert_eq!(share, "avg(case when a > (1) then 1.0 when not (a > (1)) then 0.0 end) + 'share(b)'");
        let judged = judged("agrees(a) and b from v", |query| {
            assert_eq!(query, "sum(case when a then 1 when not (a) then 1 else 0 end) from v");
            Ok(10.0)
        });
        assert_eq!(judged.unwrap(), "(sum(case when a then 0 when not (a) then 1 else 0 end) <= 2) and b from v");
        assert!(macros("every(a").unwrap_err().to_string().contains("not closed"));
        assert_eq!((decimal(1e300), decimal(0.5)), ("1.0e300".to_owned(), "0.5".to_owned()));
        assert_eq!(with_points("a1e5 < 12e-5 + '1e5' + 1.5e3"), "a1e5 < 12.0e-5 + '1e5' + 1.5e3");
        assert_eq!(decimal(-2.0), "(-2.0)");
    }

    #[test]
    fn misses_are_judged_by_the_binomial() {
        // one of ten with 0.0956, two with 0.0043, three with 0.0001
        let cases = [(0, 0), (1, 1), (2, 1), (5, 1), (6, 2), (10, 2), (100, 5), (1000, 21)];
        assert!(cases.into_iter().all(|(intervals, misses)| most_misses(intervals) == misses));
    }
}
