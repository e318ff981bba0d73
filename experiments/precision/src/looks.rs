//! How each formula looks, in all figures.

use bloomlab_formulas::Formula;
use bloomlab_pictures::{Colour, Dash, Look, Marker};

/// How a formula looks.
pub(crate) fn of(formula: Formula) -> Look {
    match formula {
        Formula::Classic => Look::new(Colour::Vermilion).marked(Marker::Square),
        Formula::ClassicLimit => Look::new(Colour::Purple).marked(Marker::Diamond),
        Formula::Bloom1970 => Look::new(Colour::Green).marked(Marker::Triangle),
        Formula::ChristensenClosed => Look::new(Colour::Purple),
        Formula::BoseStirling => Look::new(Colour::Wine).dashed(Dash::Dashed),
        Formula::ChristensenRecursion | Formula::ChristensenTable | Formula::ChristensenTableRepaired => {
            Look::new(Colour::Ink)
        }
        Formula::InclusionExclusion => Look::new(Colour::Green),
        Formula::Coverage | Formula::Exact => Look::new(Colour::Blue).heavy(),
    }
}
