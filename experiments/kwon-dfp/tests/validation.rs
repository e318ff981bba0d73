//! What the committed validation table must show.

mod committed;

use committed::{Row, simulated, table};
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};
use statrs::stats_tests::NaNPolicy;
use statrs::stats_tests::ks_test::{KSOneSampleAlternativeMethod, ks_onesample};

/// The level of each test. The table's seed is fixed (in `validation.toml`), so that a test once passed stays so; 24 tests of
/// right models fail for an unlucky seed with probability 0.0024.
const ALPHA: f64 = 1e-4;
/// What a wrong model is to fail at.
const BEYOND_DOUBT: f64 = 1e-12;
/// Student's quantile of the table's 99 % intervals: 16 epochs.
const STUDENT_99: f64 = 2.946_712_883_475_238;
const QUANTITIES: [&str; 2] = ["deletability", "false-positive rate"];
const FILTERS: [&str; 6] = ["D-FP", "TBF", "QBF", "DlBF (4)", "DlBF (8)", "DlBF (16)"];

fn scores(rows: &[Row], filter: &str, quantity: &str, column: &str) -> Vec<f64> {
    let family = rows.iter().filter(|row| row.text("filter") == filter && row.text("quantity") == quantity);
    family.map(|row| row.value(column)).collect()
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

/// k = 2..5, three m, n from m/64 to m/k: 32 + 21 + 16 + 12 loads of each size.
#[test]
fn every_configuration_of_the_paper_is_there() {
    let rows = table("validation");
    for filter in FILTERS {
        for quantity in QUANTITIES {
            for hashes in 2..=5 {
                for bits in [65_536, 131_072, 262_144] {
                    let is_in = |row: &&Row| {
                        row.text("filter") == filter
                            && row.text("quantity") == quantity
                            && row.text("hashes") == hashes.to_string()
                            && row.text("bits") == bits.to_string()
                    };
                    let items: Vec<u64> =
                        rows.iter().filter(is_in).map(|row| row.text("items").parse().unwrap()).collect();
                    let expected: Vec<u64> = (1..=64 / hashes).map(|i| i * bits / 64).collect();
                    assert_eq!(items, expected, "{filter}, {quantity}, k = {hashes}, m = {bits}");
                }
            }
        }
    }
    assert_eq!(rows.len(), 2 * 6 * 3 * 81);
}

/// Each family of 243 residuals, of a filter and a quantity, is of independent trials.
#[test]
fn residuals_of_the_exact_models_look_standard_normal() {
    let rows = table("validation");
    for filter in FILTERS {
        for quantity in QUANTITIES {
            let (kolmogorov, squares) = p_values(&scores(&rows, filter, quantity, "exact_score"));
            println!("{filter}, {quantity}: p = {kolmogorov:.4} (Kolmogorov), {squares:.4} (sum of squares)");
            assert!(kolmogorov > ALPHA && squares > ALPHA, "{filter}, {quantity}: {kolmogorov} {squares}");
        }
    }
}

#[test]
fn the_published_deletability_of_the_dlbf_fails_the_same_tests() {
    let rows = table("validation");
    for filter in &FILTERS[3..] {
        let published = scores(&rows, filter, "deletability", "published_score");
        let (kolmogorov, squares) = p_values(&published);
        println!("{filter} as published: p = {kolmogorov:e} (Kolmogorov), {squares:e} (sum of squares)");
        assert!(kolmogorov < BEYOND_DOUBT && squares < BEYOND_DOUBT, "{filter}: {kolmogorov} {squares}");
        // and always from the same side: it is too high
        let family = rows.iter().filter(|row| row.text("filter") == *filter && row.text("quantity") == "deletability");
        for row in family {
            assert!(row.value("published") > row.value("exact"), "{filter}, n = {}", row.text("items"));
        }
    }
}

/// Equation 2 for D-FP, and the rate of the DlBF as that of a Bloom filter, are as good as exact at these sizes.
#[test]
fn the_published_formulas_that_hold_pass() {
    let rows = table("validation");
    let families = FILTERS[3..].iter().map(|filter| (*filter, QUANTITIES[1])).chain([("D-FP", QUANTITIES[0])]);
    for (filter, quantity) in families {
        let (kolmogorov, squares) = p_values(&scores(&rows, filter, quantity, "published_score"));
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
    for row in rows.iter().filter(|row| row.text("filter") == "D-FP" && row.text("quantity") == QUANTITIES[1]) {
        let (exact, published, simulated) = (row.value("exact"), row.value("published"), row.value("simulated"));
        assert!(published < exact, "n = {}", row.text("items"));
        let standard_error = (row.value("upper") - simulated) / STUDENT_99;
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

/// Where the model's rate is above 1e-6 the 99 % interval is within ± 5 % of the mean.
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
    for row in table("validation").iter().filter(|row| row.text("quantity") == QUANTITIES[1]) {
        check(row.value("exact"), row.value("simulated"), row.value("upper"), row.text("filter"));
    }
    for figure in ["fig3-dlbf-model", "fig4-deletability", "fig5-fpr", "fig6-fpr-r02", "fig7-fpr-r03", "deletions"] {
        for row in simulated(table(figure)) {
            check(row.value("exact_rate"), row.value("simulated_rate"), row.value("rate_upper"), figure);
        }
    }
    println!("widest 99 % interval: ± {:.2} %", widest * 100.0);
    assert!(widest > 0.0);
}
