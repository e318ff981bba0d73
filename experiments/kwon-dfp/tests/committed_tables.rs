//! What the committed tables must show beyond the claims that they decide.

use std::collections::HashMap;

use itertools::{Itertools, iproduct};
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal, StudentsT};
use statrs::stats_tests::NaNPolicy;
use statrs::stats_tests::ks_test::{KSOneSampleAlternativeMethod, ks_onesample};

/// The level of each test. The table's seed is fixed (in `validation.toml`), so that a test once passed stays so; 72 tests of
/// right models fail for an unlucky seed with probability 0.0072.
const ALPHA: f64 = 1e-4;
/// What a wrong model is to fail at.
const BEYOND_DOUBT: f64 = 1e-12;
const QUANTITIES: [&str; 2] = ["deletability", "false-positive rate"];
const FILTERS: [&str; 9] =
    ["D-FP", "TBF", "TBF (packed)", "QBF", "DlBF (4)", "DlBF (8)", "DlBF (16)", "counting", "FP-CBF (4)"];
/// The loads at which the DlBF (16) has fewer than 10 items that can be deleted.
const FEW_ITEMS_GO: usize = 18;
const DLBFS: [&str; 3] = ["DlBF (4)", "DlBF (8)", "DlBF (16)"];

/// One row: its cells by column.
struct Row(HashMap<String, String>);

impl Row {
    fn text(&self, column: &str) -> &str {
        self.0.get(column).unwrap_or_else(|| panic!("no column {column}"))
    }

    fn value(&self, column: &str) -> f64 {
        self.text(column).parse().unwrap_or_else(|_| panic!("{column}: {} is no number", self.text(column)))
    }
}

/// The rows of a figure's table.
fn table(figure: &str) -> Vec<Row> {
    let path = format!("{}/../../data/kwon-dfp/{figure}.csv", env!("CARGO_MANIFEST_DIR"));
    csv::Reader::from_path(path).unwrap().into_deserialize().map(|row| Row(row.unwrap())).collect()
}

/// The rows of rates that were simulated; the others hold models alone.
fn simulated(figure: &str) -> Vec<Row> {
    table(figure).into_iter().filter(|row| !row.text("simulated_rate").is_empty()).collect()
}

/// The filters and quantities that there are residuals of: what counts lets every item go.
fn families() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = FILTERS.into_iter().flat_map(|filter| QUANTITIES.map(|quantity| (filter, quantity)));
    all.filter(|&(filter, quantity)| !(FILTERS[7..].contains(&filter) && quantity == QUANTITIES[0]))
}

fn is_without_deletions(row: &Row) -> bool {
    row.text("deleted") == "0"
}

fn family<'a>(rows: &'a [Row], filter: &'a str, quantity: &'a str, deletions: bool) -> impl Iterator<Item = &'a Row> {
    let of = move |row: &&Row| row.text("filter") == filter && row.text("quantity") == quantity;
    rows.iter().filter(of).filter(move |row| is_without_deletions(row) != deletions)
}

/// p-values of the hypothesis that the scores are independent standard normal numbers: Kolmogorov and Smirnov's test, and
/// the sum of squares against χ², from both sides.
fn p_values(scores: &[f64]) -> (f64, f64) {
    let normal = Normal::new(0.0, 1.0).unwrap();
    let method = KSOneSampleAlternativeMethod::TwoSidedAsymptotic;
    let (_, kolmogorov) = ks_onesample(scores.to_vec(), &normal, method, NaNPolicy::Error).unwrap();
    let sum: f64 = scores.iter().map(|score| score * score).sum();
    let squares = ChiSquared::new(scores.len() as f64).unwrap();
    (kolmogorov, 2.0 * squares.cdf(sum).min(squares.sf(sum)))
}

/// Without deletions k = 2..5 and three m; with them k = 2..4, m = 32,768 and r = 0.1 n, …, 0.4 n; n from m/64 to m/k.
#[test]
fn every_configuration_of_the_paper_is_there() {
    let rows = table("validation");
    let without = iproduct!(2..=5, [65_536, 131_072, 262_144], [0]);
    let configurations: Vec<(u64, u64, u64)> = without.chain(iproduct!(2..=4, [32_768], [10, 20, 30, 40])).collect();
    let mut expected = Vec::new();
    for ((filter, quantity), &(hashes, bits, percent)) in iproduct!(families(), &configurations) {
        for items in (1..=64 / hashes).map(|i| i * bits / 64) {
            expected.push((filter, quantity, hashes, bits, items, items * percent / 100));
        }
    }
    let number = |row: &Row, column: &str| row.text(column).parse::<u64>().unwrap();
    let found = rows.iter().map(|row| {
        let [hashes, bits, items, deleted] = ["hashes", "bits", "items", "deleted"].map(|column| number(row, column));
        (row.text("filter"), row.text("quantity"), hashes, bits, items, deleted)
    });
    let found: Vec<_> = found.collect();
    assert!(found.iter().all_unique() && found.iter().all(|row| expected.contains(row)));
    let missing: Vec<_> = expected.iter().filter(|row| !found.contains(row)).collect();
    assert_eq!(missing.len(), FEW_ITEMS_GO);
    assert!(missing.iter().all(|row| (row.0, row.1) == ("DlBF (16)", QUANTITIES[0]) && row.5 > 0), "{missing:?}");
}

/// Each family of residuals, of a filter and a quantity without deletions (243) or with them (276), is of independent trials.
#[test]
fn residuals_of_the_exact_models_look_standard_normal() {
    let rows = table("validation");
    for ((filter, quantity), deletions) in iproduct!(families(), [false, true]) {
        let scores: Vec<f64> = family(&rows, filter, quantity, deletions).map(|row| row.value("exact_score")).collect();
        let without_a_score = if (filter, quantity) == ("DlBF (16)", QUANTITIES[0]) { FEW_ITEMS_GO } else { 0 };
        assert_eq!(scores.len(), if deletions { 276 - without_a_score } else { 243 }, "{filter}, {quantity}");
        let (kolmogorov, squares) = p_values(&scores);
        println!("{filter}, {quantity}: p = {kolmogorov:.4} (Kolmogorov), {squares:.4} (sum of squares)");
        assert!(kolmogorov > ALPHA && squares > ALPHA, "{filter}, {quantity}, {deletions}: {kolmogorov} {squares}");
    }
}

#[test]
fn the_published_deletability_of_the_dlbf_fails_the_same_tests() {
    let rows = table("validation");
    for filter in DLBFS {
        let published: Vec<f64> =
            family(&rows, filter, QUANTITIES[0], false).map(|row| row.value("published_score")).collect();
        let (kolmogorov, squares) = p_values(&published);
        println!("{filter} as published: p = {kolmogorov:e} (Kolmogorov), {squares:e} (sum of squares)");
        assert!(kolmogorov < BEYOND_DOUBT && squares < BEYOND_DOUBT, "{filter}: {kolmogorov} {squares}");
        // and always from the same side: it is too high
        for row in family(&rows, filter, QUANTITIES[0], false) {
            assert!(row.value("published") > row.value("exact"), "{filter}, n = {}", row.text("items"));
        }
    }
}

/// Equation 2 for D-FP, and the rate of the DlBF as that of a Bloom filter, are as good as exact at these sizes.
#[test]
fn the_published_formulas_that_hold_pass() {
    let rows = table("validation");
    let families = DLBFS.into_iter().map(|filter| (filter, QUANTITIES[1])).chain([("D-FP", QUANTITIES[0])]);
    for (filter, quantity) in families {
        let published: Vec<f64> =
            family(&rows, filter, quantity, false).map(|row| row.value("published_score")).collect();
        let (kolmogorov, squares) = p_values(&published);
        println!("{filter}, {quantity}, published: p = {kolmogorov:.4} (Kolmogorov), {squares:.4} (sum of squares)");
        assert!(kolmogorov > ALPHA && squares > ALPHA, "{filter}, {quantity}: {kolmogorov} {squares}");
    }
}

/// Equation 3 for D-FP matches to within 0.72 %, but is always too low, and the simulations see it. The sharpest test for an
/// error of the known size d (in standard errors, at each point) is Σ d·t/√Σd², normal: near 0 for the right model.
#[test]
fn the_published_rate_of_d_fp_is_slightly_too_low() {
    let rows = table("validation");
    let (mut from_exact, mut from_published, mut squares, mut most) = (0.0, 0.0, 0.0, 0.0_f64);
    let quantile = StudentsT::new(0.0, 1.0, 15.0).unwrap().inverse_cdf(0.995);
    for row in family(&rows, "D-FP", QUANTITIES[1], false) {
        let (exact, published, simulated) = (row.value("exact"), row.value("published"), row.value("simulated"));
        assert!(published < exact, "n = {}", row.text("items"));
        let standard_error = (row.value("upper") - simulated) / quantile;
        let excess = (exact - published) / standard_error;
        from_exact += excess * (simulated - exact) / standard_error;
        from_published += excess * (simulated - published) / standard_error;
        squares += excess * excess;
        most = most.max(1.0 - published / exact);
    }
    let (exact, published) = (from_exact / f64::sqrt(squares), from_published / f64::sqrt(squares));
    println!("equation 3: up to {:.3} % too low; z = {published:.2}, exact model {exact:.2}", most * 100.0);
    // two-sided ALPHA and BEYOND_DOUBT
    assert!(exact.abs() < 3.89 && published > 7.13, "{exact} {published}");
    assert!((0.0071..0.0072).contains(&most), "{most}");
}

/// Where the model's rate is above 1e-6 the 99 % interval of the paper's filters, nothing deleted, is within ± 5 % of the mean.
#[test]
fn simulated_rates_are_sharp() {
    let mut widest: f64 = 0.0;
    let mut check = |exact: f64, mean: f64, upper: f64, what: &str| {
        if exact > 1e-6 {
            let half_width = (upper - mean) / mean;
            assert!(half_width <= 0.05, "{what}: ± {half_width} of {mean}");
            widest = widest.max(half_width);
        }
    };
    let of_the_paper = |row: &&Row| FILTERS[..7].contains(&row.text("filter")) && is_without_deletions(row);
    for row in table("validation").iter().filter(of_the_paper).filter(|row| row.text("quantity") == QUANTITIES[1]) {
        check(row.value("exact"), row.value("simulated"), row.value("upper"), row.text("filter"));
    }
    for figure in ["fig4-deletability", "fig5-fpr", "fig6-fpr-r02", "fig7-fpr-r03", "deletions"] {
        for row in simulated(figure) {
            check(row.value("exact_rate"), row.value("simulated_rate"), row.value("rate_upper"), figure);
        }
    }
    println!("widest 99 % interval: ± {:.2} %", widest * 100.0);
    assert!(widest > 0.0);
}

/// The models of the rate after deletions agree with the filters: no simulated mean lies ten standard errors or more (3.3
/// half widths of the 99 % interval, 3.01 standard errors each) from the exact model. α for each of some 700 points
/// is 2e-7 (Student, 13 degrees of freedom). The counters' saturation, which their models leave out, is left out.
#[test]
fn rates_after_deletions_agree_with_the_models() {
    for figure in ["fig5-fpr", "fig6-fpr-r02", "fig7-fpr-r03", "deletions"] {
        for row in simulated(figure).iter().filter(|row| !FILTERS[7..].contains(&row.text("filter"))) {
            let half_width = row.value("rate_upper") - row.value("simulated_rate");
            let off = (row.value("simulated_rate") - row.value("exact_rate")).abs() / half_width;
            assert!(off < 10.0 / 3.01, "{figure}, {}, n = {}: {off}", row.text("filter"), row.text("items"));
        }
    }
}

/// No region of the paper deletes more than the best one of its load.
#[test]
fn the_best_region_is_the_best_of_its_table() {
    let rows = table("best-region");
    let loads = rows.iter().into_group_map_by(|row| (row.text("hashes"), row.text("items")));
    assert_eq!(loads.len(), 88);
    for (load, rows) in loads {
        let (best, others): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.text("is_best") == "true");
        let [best] = best[..] else { panic!("{load:?}: {} best regions", best.len()) };
        for other in others {
            assert!(
                other.value("deletability") <= best.value("deletability"),
                "{load:?}: {}",
                other.text("region_bits")
            );
        }
    }
}
