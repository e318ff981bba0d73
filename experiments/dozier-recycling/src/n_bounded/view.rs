//! What the bounds leave out of the exact rate: a colour for each k, a dash for each bound.
//! How tight f_a is at the rates of practice.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;
use crate::looks::{self, F_A_DASH, F_O_DASH};
use crate::verdicts::{largest, range, smallest};

/// Of which the rate's missing share is drawn, and how.
type Bound = (Dash, fn(&Row) -> f64);

const BOUNDS: [Bound; 2] = [(F_A_DASH, |row| row.f_a_shortfall), (F_O_DASH, |row| row.f_o_shortfall)];

/// The N at which the title compares.
const EARLY: u64 = 100;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (least, most) = range(early(rows).flat_map(shortfalls));
    let all = rows.iter().filter(|row| row.along == "N").flat_map(shortfalls);
    let [o, a] =
        [|row: &Row| row.f_o_shortfall, |row: &Row| row.f_a_shortfall].map(|miss| range(remaining(rows, miss)));
    Ok(Facts::new()
        .count("early", EARLY)
        .percent("least", least, 2)
        .percent("most", most, 2)
        .percent("last", largest(all), 2)
        .number("o_least", o.0, 2)
        .number("o_most", o.1, 2)
        .number("a_least", a.0, 2)
        .number("a_most", a.1, 2))
}

fn early(rows: &[Row]) -> impl Iterator<Item = &Row> + Clone {
    rows.iter().filter(|row| row.along == "N" && row.messages == EARLY)
}

fn shortfalls(row: &Row) -> [f64; 2] {
    [row.f_o_shortfall, row.f_a_shortfall]
}

/// What a bound misses at the largest M, less the part that falls like 1/M, over the average rate: for each k.
fn remaining(rows: &[Row], miss: fn(&Row) -> f64) -> impl Iterator<Item = f64> {
    let last = rows.iter().map(|row| row.bits).max().unwrap_or(0);
    let at = move |bits: u64| rows.iter().filter(move |row| row.along == "M" && row.bits == bits);
    at(last).zip(at(last / 2)).map(move |(row, half)| (2.0 * miss(row) - miss(half)) / row.exact)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let first = rows.iter().find(|row| row.along == "N").ok_or("no filter over whose N the bounds are drawn")?;
    let load = rows.iter().rfind(|row| row.along == "M").ok_or("no filter over whose M the bounds are drawn")?;
    let load = (load.messages * load.hashes) as f64 / load.bits as f64;
    let messages = Axis::new("messages *N* that set bits in a cycle", Scale::Log10);
    let memory = Axis::new("memory *M* (bits)", Scale::Log2);
    let falls = rows.iter().filter(|row| row.along == "M").map(|row| row.bits as f64);
    let (low, high) = range(falls);
    let falls = [low, high].map(|bits| Point::new(bits, 0.7 / bits));
    let panels = [
        panel(rows, |row| row.along == "N", messages, |row| row.messages as f64)
            .titled(format!("(a) *M* = {}", grouped(&first.bits.to_string()))),
        panel(rows, |row| row.along != "N", memory, |row| row.bits as f64)
            .reference(Reference::curve(falls, ""))
            .note(Note::text((1024.0, 0.7 / 1024.0), (-16.0, 12.0), "∝ 1/*M*").coloured(Colour::Grey))
            .titled(format!("(b) *kN*/*M* = {load:.1}")),
    ];
    let mut figure = LineFigure::new(panels).plot_height(240.0);
    for k in hashes(rows) {
        figure = figure.key(looks::hashes(k), Mark::Line, format!("*k* = {k}"));
    }
    let bound = |dash: Dash| Look::new(Colour::Ink).dashed(dash);
    Ok(figure.key(bound(F_A_DASH), Mark::Line, "*f*_a").key(bound(F_O_DASH), Mark::Line, "*f*_o").draw()?)
}

fn panel(rows: &[Row], is_drawn: fn(&Row) -> bool, x: Axis, at: fn(&Row) -> f64) -> Panel {
    let mut series = Vec::new();
    for k in hashes(rows) {
        for (dash, shortfall) in BOUNDS {
            let of = rows.iter().filter(|row| row.hashes == k && is_drawn(row));
            let mut points: Vec<Point> = of.map(|row| Point::new(at(row), shortfall(row))).collect();
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            series.push(Series::new("", Mark::Line, points).look(looks::hashes(k).dashed(dash)));
        }
    }
    Panel::new(x, Axis::new("share of the exact rate left out", Scale::Log10).percent(), series)
}

fn hashes(rows: &[Row]) -> Vec<u64> {
    let mut hashes: Vec<u64> = rows.iter().map(|row| row.hashes).collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}

/// f_a is tight where it misses no more of the exact rate than this.
const TIGHT: f64 = 0.05;

/// The highest rate of practice.
const PRACTICE: f64 = 0.01;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let used = || rows.iter().filter(|row| row.exact <= PRACTICE);
    let at = used()
        .find(|row| row.along == "N" && row.hashes == 5 && row.messages == EARLY)
        .ok_or("no point with k = 5, N = 100")?;
    let widest = used().max_by(|a, b| a.f_a_shortfall.total_cmp(&b.f_a_shortfall)).ok_or("no rows")?;
    let (bits, hashes, messages, most) = (widest.bits, widest.hashes, widest.messages, widest.f_a_shortfall);
    let is_tight = |row: &Row| (0.0..=TIGHT).contains(&row.f_a_shortfall);
    let any = largest(rows.iter().filter(|row| row.along != "between").map(|row| row.f_a_shortfall));
    let tight = Decision::new("R20")
        .measured(at.f_a_shortfall)
        .threshold(format!("tight: within {:.0} % of the exact rate; practice: rates up to {PRACTICE}", 100.0 * TIGHT))
        .tested_on(used())?
        .decide_within(
            Range::found("M", used().map(|row| (row.bits as f64, is_tight(row)))),
            format!("it misses {:.1} % at M = {bits}, k = {hashes}, N = {messages}", 100.0 * most),
        )
        .remark(format!(
            "up to a rate of {PRACTICE} at most {:.1} % are missed (at M = {bits}, k = {hashes}, N = {messages}); at any rate \
             up to {:.0} %",
            100.0 * most,
            100.0 * any
        ));
    let least = smallest(rows.iter().flat_map(shortfalls));
    let title = Decision::title()
        .measured_as(
            "largest share of the exact rate that a bound misses there",
            largest(early(rows).flat_map(shortfalls)),
        )
        .tested_on(early(rows))?
        .decide(least > 0.0, format!("a bound is not below the exact rate, by {least}"));
    Ok(vec![tight, title])
}
