//! The best region against the load, and what fixed regions lose.

use super::*;

/// The k in which the paper shows the DlBF.
const HASHES: u64 = 4;

/// The best regions of the lightest and the heaviest load.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (light, heavy) = ends(rows)?;
    let power_of_two = |row: &Row| power(2, libm::round(libm::log2(row.items_per_bit)) as i32);
    let others = rows.iter().map(|row| row.hashes).filter(|hashes| *hashes != HASHES).unique().sorted().collect_vec();
    let [above @ .., below] = &*others else { return Err("no other k".into()) };
    Ok(Facts::new()
        .count("shown_hashes", HASHES)
        .count("light", light.region_bits)
        .count("heavy", heavy.region_bits)
        .text("lightest", power_of_two(light))
        .text("heaviest", power_of_two(heavy))
        .text("above", above.iter().join(", "))
        .count("below", *below))
}

/// The rows of the best regions, from the lightest load to the heaviest.
fn best(rows: &[Row], hashes: u64) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.is_best && row.hashes == hashes)
}

fn ends(rows: &[Row]) -> Result<(&Row, &Row)> {
    Ok(best(rows, HASHES).next().zip(best(rows, HASHES).last()).ok_or("no load")?)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([sizes(rows)?, deletability(rows)]).plot_height(300.0).labelled().draw()?)
}

/// The best region, k = 4 before the others, with the closed form's for light loads.
fn sizes(rows: &[Row]) -> Result<Panel> {
    let size = |row: &Row| row.region_bits as f64;
    let others = rows.iter().map(|row| row.hashes).unique().filter(|hashes| *hashes != HASHES);
    let others = others.map(|hashes| line(best(rows, hashes), "", Look::new(Colour::Grey), size).unlisted());
    let law = Look::new(Colour::Ink).dashed(Dash::Dashed);
    let series = others.chain([
        line(best(rows, HASHES), "√(2*m*/(*kn*))", law, |row| row.light_load_region),
        line(best(rows, HASHES), &format!("*k* = {HASHES}"), Look::new(Colour::Blue).heavy(), size),
    ]);
    let x = Axis::new("load *n*/*m* (items per bit)", Scale::Log2);
    let y = Axis::new("bits of the best region", Scale::Log2).including(1.0);
    let y = y.ticked([1, 2, 4, 8, 16, 32].map(|bits| (f64::from(bits), bits.to_string())));
    let ((light, heavy), facts) = (ends(rows)?, facts(rows)?);
    let note = |row: &Row, offset, text: &str| {
        let ring = Note::ring((row.items_per_bit, size(row)), offset, facts.fill(text)?);
        Ok::<_, AnyError>(ring.coloured(Colour::Blue))
    };
    let others = facts.fill("grey, from above:\n*k* = {above} and {below}")?;
    Ok(Panel::new(x, y, series)
        .titled("(a) The best region shrinks")
        .note(Note::text((light.items_per_bit, 1.2), (10.0, 0.0), others).coloured(Colour::Grey))
        .note(note(light, (6.0, 46.0), "{light} bits")?)
        .note(note(heavy, (-30.0, -26.0), "{heavy} bit")?))
}

fn line<'a>(rows: impl Iterator<Item = &'a Row>, name: &str, look: Look, y: fn(&Row) -> f64) -> Series {
    Series::new(name, Mark::Line, rows.map(|row| Point::new(row.items_per_bit, y(row)))).look(look)
}

/// The best region, and the paper's.
fn deletability(rows: &[Row]) -> Panel {
    let fixed = losses(rows).into_iter().map(|(region_bits, loss)| {
        let filter = format!("DlBF ({region_bits})");
        let of = fixed(rows).filter(|row| row.region_bits == region_bits);
        line(of, &format!("{}: −{loss:.2}", name(&filter)), look(&filter), |row| row.deletability)
    });
    let best = line(best(rows, HASHES), "best region", Look::new(Colour::Blue).heavy(), |row| row.deletability);
    let panel = Panel::new(load_axis(), deletability_axis(), fixed.chain([best]).collect_vec());
    panel.titled("(b) Every fixed region loses somewhere")
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (first, last) = ends(rows)?;
    let falls = best(rows, HASHES).tuple_windows().all(|(light, heavy)| light.region_bits >= heavy.region_bits);
    let falls = falls && first.region_bits > last.region_bits;
    let losses = losses(rows);
    let least = smallest(&losses, |loss| loss.1)?.value;
    let words = losses.iter().map(|(region_bits, loss)| format!("{loss:.3} with {region_bits}")).join(", ");
    Ok(vec![
        larger_regions(rows)?,
        Decision::title()
            .measured_as("bits of the best region at the lightest load", first.region_bits as f64)
            .tested_on(best(rows, HASHES))?
            .decide(falls, "somewhere it grows, or it stays as it is"),
        Decision::new("D31")
            .measured(least)
            .tested_on(best(rows, HASHES))?
            .threshold("should: the best region falls with n, and every fixed one loses somewhere")
            .decide(falls && least > 0.0, "one size is best at every load")
            .remark(format!(
                "k = {HASHES}: b* falls from {} at n = m/{:.0} to {} at n = m/{:.0}; a fixed size gives up as much as {words} of the deletability",
                first.region_bits, 1.0 / first.items_per_bit, last.region_bits, 1.0 / last.items_per_bit
            )),
    ])
}

/// D20, of the paper's k, its regions and the best one, if that is as large as the smallest of them.
fn larger_regions(rows: &[Row]) -> Result<Decision> {
    let least = fixed(rows).map(|row| row.region_bits).min().ok_or("no region of the paper")?;
    let tested = || rows.iter().filter(|row| row.hashes == HASHES && row.region_bits >= least);
    let sizes = tested()
        .sorted_by_key(|row| (row.items, row.region_bits))
        .dedup_by(|a, b| (a.items, a.region_bits) == (b.items, b.region_bits));
    let steps = sizes.tuple_windows().filter(|(small, large)| small.items == large.items);
    let steps = steps.map(|(small, large)| (small, large.deletability < small.deletability)).collect_vec();
    let fewer = share(&steps, |(_, fewer)| *fewer)?;
    let words = fewer.lacking.map(|(row, _)| {
        let first = format!("at n = {} regions larger than {} bits", row.items, row.region_bits);
        format!("{first} delete no fewer, as the best region grows at light loads (D31)")
    });
    Ok(Decision::new("D20")
        .measured(fewer.value())
        .tested_on(tested())?
        .decide_within(
            Range::found("n/m", steps.iter().map(|(row, fewer)| (row.items_per_bit, *fewer))),
            "no range of loads says where",
        )
        .remark(words.unwrap_or_default()))
}

/// The rows of the paper's regions, k = 4.
fn fixed(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.hashes == HASHES && !row.is_best)
}

/// For each fixed region the most that it loses against the best one.
fn losses(rows: &[Row]) -> Vec<(u64, f64)> {
    let loss = |row: &Row| {
        let best = best(rows, HASHES).find(|best| best.items == row.items)?;
        Some((row.region_bits, best.deletability - row.deletability))
    };
    let losses = fixed(rows).filter_map(loss).into_grouping_map().fold(0.0, |most, _, loss| loss.max(most));
    losses.into_iter().sorted_by_key(|loss| loss.0).collect()
}
