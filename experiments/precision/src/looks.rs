//! How each formula looks, in all figures.

use bloomlab_formulas::Formula;
use bloomlab_workbench::figure::*;

/// The colour of a formula.
pub(crate) fn colour(formula: Formula) -> Colour {
    match formula {
        Formula::Classic => things::CLASSIC,
        Formula::ClassicLimit | Formula::ChristensenClosed => things::LIMIT,
        Formula::Bloom1970 | Formula::InclusionExclusion => things::BLOOM_1970,
        Formula::BoseStirling => Colour::Wine,
        Formula::ChristensenRecursion | Formula::ChristensenTable | Formula::ChristensenTableRepaired => Colour::Ink,
        _ => Colour::Blue,
    }
}

/// How a formula looks.
pub(crate) fn of(formula: Formula) -> Look {
    let look = Look::new(colour(formula));
    match formula {
        Formula::Classic => look.marked(Marker::Square),
        Formula::ClassicLimit => look.marked(Marker::Diamond),
        Formula::Bloom1970 => look.marked(Marker::Triangle),
        Formula::BoseStirling => look.dashed(Dash::Dashed),
        Formula::Coverage | Formula::Exact => look.heavy(),
        _ => look,
    }
}
