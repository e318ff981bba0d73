//! The calculator: what one filter will do, computed on the page.

use askama::Template;
use bloomlab_deletable::{Parameters, RegionGoal, best_region, double};
use bloomlab_libraries::{Cover, Library};
use bloomlab_occupancy::{Bound, DeletableKind, Phases, Sampling};
use bloomlab_recycling::{Budget, Target, plan_sigma_bounded};
use serde_json::{Value, json};

use crate::GalleryError;
use crate::page::STYLE;

/// Where the calculator lies in the workspace.
pub const CALCULATOR: &str = "figures/calculator.html";

/// The bits of the recycling filters in the table.
const RECYCLING_BITS: [u64; 6] = [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20];
/// Their average rates.
const RECYCLING_TARGETS: [f64; 5] = [0.1, 0.03, 0.01, 1e-3, 1e-4];
/// m, in the table of deletable filters.
const DELETABLE_BITS: u64 = 1 << 18;
/// Their bits an item.
const DELETABLE_BITS_PER_ITEM: [u64; 5] = [8, 12, 16, 24, 32];
/// Their hash functions.
const DELETABLE_HASHES: u64 = 4;

#[derive(Template)]
#[template(path = "calculator/calculator.html")]
struct Page {
    style: &'static str,
    own_style: &'static str,
    theme: &'static str,
    script: &'static str,
    libraries: Value,
    plans: Value,
}

/// The page.
///
/// # Errors
/// [`GalleryError`]: a plan of its tables that is refused.
pub(crate) fn html() -> Result<String, GalleryError> {
    let page = Page {
        style: STYLE.trim(),
        own_style: include_str!("../templates/calculator/calculator.css").trim(),
        theme: include_str!("../templates/theme.js").trim(),
        script: concat!(
            include_str!("../templates/calculator/rates.js"),
            include_str!("../templates/calculator/double.js"),
            include_str!("../templates/calculator/libraries.js"),
            include_str!("../templates/calculator/answers.js"),
            include_str!("../templates/calculator/page.js"),
        )
        .trim(),
        libraries: libraries(),
        plans: json!({ "recycling": recycling()?, "deletable": deletable()? }),
    };
    Ok(page.render()?)
}

/// Names and versions of the libraries, and whether the law of each is computed.
fn libraries() -> Value {
    let library = |library: &Library| json!({ "name": library.name, "version": library.version, "exact": library.cover == Cover::Exact });
    Library::all().iter().map(library).collect()
}

/// Recycling filters that take the most messages at a rate.
fn recycling() -> Result<Vec<Value>, GalleryError> {
    let mut plans = Vec::new();
    for (bits, rate) in RECYCLING_BITS.into_iter().flat_map(|bits| RECYCLING_TARGETS.map(|rate| (bits, rate))) {
        let target = Target::new(rate).map_err(refused)?;
        let budget = &mut Budget::default();
        let plan = plan_sigma_bounded(bits, Sampling::WithReplacement, Phases::One, target, None, budget);
        let plan = plan.map_err(refused)?;
        let Bound::Sigma(sigma) = plan.bound else { return Err(refused("a plan without a threshold")) };
        plans.push(json!({
            "bits": bits, "target": rate, "hashes": plan.hashes, "sigma": sigma,
            "messages": plan.messages_per_cycle, "rate": plan.rate,
        }));
    }
    Ok(plans)
}

/// Deletable filters of one size under rising loads.
fn deletable() -> Result<Vec<Value>, GalleryError> {
    let mut filters = Vec::new();
    for items in DELETABLE_BITS_PER_ITEM.map(|bits| DELETABLE_BITS / bits) {
        let (goal, hashes) = (RegionGoal::Deletability, DELETABLE_HASHES);
        let (region_bits, _) = best_region(goal, DELETABLE_BITS, items, 0, hashes).map_err(refused)?;
        let kinds = [
            ("D-FP".to_owned(), DeletableKind::Dfp),
            ("TBF".to_owned(), DeletableKind::TBF),
            ("QBF".to_owned(), DeletableKind::Qbf),
            (format!("DlBF, regions of {region_bits} bits"), DeletableKind::Dlbf { region_bits }),
        ];
        for (name, kind) in kinds {
            let filter = Parameters::new(kind, DELETABLE_BITS, items, 0, hashes).map_err(refused)?;
            filters.push(json!({
                "name": name, "bits": DELETABLE_BITS, "items": items, "hashes": hashes,
                "deletability": double::deletability(&filter).map_err(refused)?,
                "rate": double::rate(&filter).map_err(refused)?,
            }));
        }
    }
    Ok(filters)
}

fn refused(why: impl std::fmt::Display) -> GalleryError {
    GalleryError::Plan(why.to_string())
}
