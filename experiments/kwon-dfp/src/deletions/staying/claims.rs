//! Whether deletions leave the items that stay as they were.

use super::*;

/// A difference beyond this, in half widths of a 99 % interval of 14 epochs, has a probability below 1e-3.
const HALF_WIDTHS: f64 = 1.5;

pub(crate) fn decide(rows: &[&Row]) -> Result<Vec<Decision>> {
    let (d_fp, others): (Vec<&Row>, Vec<&Row>) = rows.iter().copied().partition(|row| row.filter == "D-FP");
    let removed = |rows: &[&Row]| sum(rows, |row| row.removed_in_all_epochs);
    let none = |id, rows: &[&Row], count: u64, remark: String| {
        let decision = Decision::new(id).measured(count as f64).tested_on(rows)?;
        Ok::<_, AnyError>(decision.decide(count == 0 && removed(rows) > 0, format!("{count} items")).remark(remark))
    };
    let stayed = sum(&d_fp, |row| row.stayed.filter(|_| row.deleted > 0));
    let of_d_fp = format!("asked of {stayed} items that stayed while {} were deleted", removed(&d_fp));
    let filters = others.chunk_by(|a, b| a.filter == b.filter).count();
    let (asked, lost) = (sum(rows, |row| row.stayed), sum(rows, |row| row.false_negatives));
    Ok(vec![
        none("D15", &d_fp, changed(&d_fp), of_d_fp)?,
        none("D16", &others, changed(&others), format!("{filters} filters, counting packings and region sizes"))?,
        cost(rows)?.tested_on(rows)?,
        none("D23", rows, lost, format!("{asked} items of every filter asked for; only stored items were deleted"))?,
    ])
}

/// A count in all rows that have it.
pub(crate) fn sum(rows: &[&Row], count: fn(&Row) -> Option<u64>) -> u64 {
    rows.iter().filter_map(|row| count(row)).sum()
}

/// The items whose deletability the deletions, or their order, changed.
pub(crate) fn changed(rows: &[&Row]) -> u64 {
    sum(rows, |row| row.changed) + sum(rows, |row| row.changed_by_order)
}

fn cost(rows: &[&Row]) -> Result<Decision> {
    let means = |row: &Row| row.simulated_deletability.zip(row.full).ok_or("a row without intervals");
    let distance = |row: &&&Row| {
        means(row).map_or(f64::NAN, |(after, full)| {
            (after.value - full.value).abs() / libm::hypot(after.upper - after.value, full.upper - full.value)
        })
    };
    let farthest = largest(rows.iter().filter(|row| row.deleted > 0), distance)?.value;
    let d_fp = |per_cent: f64| {
        let share = |row: &Row| (100.0 * row.deleted as f64 / row.items as f64).ceil();
        let is_one = |row: &&&Row| row.filter == "D-FP" && share(row) == per_cent;
        rows.iter().find(is_one).ok_or_else(|| format!("the table lacks D-FP with r = {per_cent} % of n"))
    };
    let (none, fifth) = (d_fp(0.0)?, d_fp(20.0)?);
    let ((none_after, none_full), (fifth_after, fifth_full)) = (means(none)?, means(fifth)?);
    let [light, heavy] = [none.items, fifth.items + fifth.deleted].map(|items| items as f64 / none.bits as f64);
    Ok(Decision::new("D19")
        .measured(farthest)
        .threshold(format!("is: within {HALF_WIDTHS} half widths of the 99 % interval of the difference"))
        .decide(
            farthest <= HALF_WIDTHS && fifth_after.value < none_after.value,
            format!("somewhere it is {farthest:.1} half widths away, or deletions cost nothing"),
        )
        .remark(format!(
            "D-FP at n = {light:.2} m and r = 0.2 n: {:.4}, at the load {heavy:.2} without deletions {:.4}, at the load {light:.2} {:.4}",
            fifth_after.value, fifth_full.value, none_full.value
        )))
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::trial::trial;
    use super::*;

    /// D-FP cells that a deletion empties even when they are saturated.
    #[derive(Clone)]
    struct Reckless(DfpCells);

    impl Cells for Reckless {
        fn cell_count(&self) -> u64 {
            self.0.cell_count()
        }
        fn write(&mut self, cell: u64, fingerprint: u64) {
            self.0.write(cell, fingerprint);
        }
        fn matches(&self, cell: u64, fingerprint: u64) -> bool {
            self.0.matches(cell, fingerprint)
        }
        fn is_saturated(&self, _: u64) -> bool {
            false
        }
        fn take_out(&mut self, cell: u64, fingerprint: u64) {
            // the cells leave a saturated one alone: empty it by force
            if self.0.is_saturated(cell) {
                let mut states: Vec<_> = self.0.states().collect();
                states[cell as usize] = DfpCell::Empty;
                self.0 = DfpCells::from_states(&states).unwrap();
            } else {
                self.0.take_out(cell, fingerprint);
            }
        }
        fn memory_bits(&self) -> u64 {
            self.0.memory_bits()
        }
    }

    fn verdicts(cells: impl Cells + Clone + 'static) -> Vec<Verdict> {
        let empty = || -> Result<Box<dyn DeletableFilter>, FilterError> {
            Ok(Box::new(CellFilter::over(cells.clone(), Hashing::ideal(4, 3))?))
        };
        let mut rows: Vec<Row> = Vec::new();
        for kind in [DeletableKind::Dfp, DeletableKind::TBF] {
            for deleted in [0, 20] {
                let p = Parameters::new(kind, 1024, 100, deleted, 4).unwrap();
                let mut random = StreamKey::new("test", 5, &deleted, 0).unwrap().generator();
                let design = point(&p);
                let mut one = || trial(empty, &design, || random.next_u64()).unwrap();
                let trials: Vec<Trial> = (0..14).map(|_| one()).collect();
                rows.push(row(&p, &trials).unwrap());
            }
        }
        decide(&rows.iter().collect::<Vec<_>>()).unwrap().iter().map(|claim| claim.verdict.unwrap()).collect()
    }

    #[test]
    fn verdicts_fall_with_a_filter_that_empties_saturated_cells() {
        assert_eq!(verdicts(DfpCells::new(512).unwrap()), [Verdict::Holds; 4]);
        assert_eq!(verdicts(Reckless(DfpCells::new(512).unwrap())), [Verdict::DoesNotHold; 4]);
    }
}
