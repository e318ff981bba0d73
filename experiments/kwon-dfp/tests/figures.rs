//! What the other committed tables must show.

mod committed;

use committed::{Row, simulated, table};

#[test]
fn the_cells_of_figure_1_show_all_four_states() {
    let rows = table("fig1-cells");
    for state in ["'00", "'01", "'10", "'11"] {
        assert!(rows.iter().any(|row| row.text("state") == state), "{state}");
    }
}

/// How far the published deletability of the DlBF lies above the exact one at most (k = 4, m = 262,144), and where.
#[test]
fn the_published_dlbf_formula_is_far_too_high() {
    let rows = simulated(table("fig3-dlbf-model"), "simulated_deletability");
    for (filter, largest, at) in [("DlBF (4)", 0.2819, 13), ("DlBF (8)", 0.2147, 10), ("DlBF (16)", 0.1582, 7)] {
        let excess = |row: &Row| row.value("published_deletability") - row.value("exact_deletability");
        let worst =
            rows.iter().filter(|row| row.text("filter") == filter).max_by(|a, b| excess(a).total_cmp(&excess(b)));
        let worst = worst.unwrap();
        assert!((excess(worst) - largest).abs() < 1e-4, "{filter}: {}", excess(worst));
        assert_eq!(worst.text("items").parse::<u64>().unwrap(), at * 262_144 / 64, "{filter}");
        let simulated = worst.value("published_deletability") - worst.value("simulated_deletability");
        assert!((simulated - largest).abs() < 0.005, "{filter}: simulated {simulated}");
    }
}

/// The models of the rate after deletions agree with the filters: no simulated mean lies ten standard errors or more (3.3
/// half widths of the 99 % interval, 3.01 standard errors each) from the exact model. α for each of some 700 points
/// is 2e-7 (Student, 13 degrees of freedom). The counters' saturation, which their models leave out, is left out.
#[test]
fn rates_after_deletions_agree_with_the_models() {
    for figure in ["fig5-fpr", "fig6-fpr-r02", "fig7-fpr-r03", "deletions"] {
        let rows = simulated(table(figure), "simulated_rate");
        for row in rows.iter().filter(|row| !["counting", "FP-CBF (4)"].contains(&row.text("filter"))) {
            let half_width = row.value("rate_upper") - row.value("simulated_rate");
            let off = (row.value("simulated_rate") - row.value("exact_rate")).abs() / half_width;
            assert!(off < 10.0 / 3.01, "{figure}, {}, n = {}: {off}", row.text("filter"), row.text("items"));
        }
    }
}
