//! How the filters look in every figure: one name and one look each.

use bloomlab_pictures::{Colour, Dash, Look, Marker};

use crate::rival;

pub(crate) const ONE_PHASE: &str = "one phase";
pub(crate) const DROPPING: &str = "two phases, dropping";

pub(crate) fn name(filter: &str) -> String {
    match filter {
        "TBF (packed)" => "packed TBF".to_owned(),
        "counting" => "CBF".to_owned(),
        rival::ORACLE => "plain filter of the last *W*".to_owned(),
        other => other.replace("DlBF", "DℓBF").replace(['(', ')'], ""),
    }
}

/// The cells of a TBF and of D-FP saturate alike: they share a look.
pub(crate) fn look(filter: &str) -> Look {
    match filter {
        "D-FP" | "TBF" => Look::new(Colour::Blue).heavy(),
        "QBF" => Look::new(Colour::Purple).marked(Marker::Diamond),
        "DlBF (4)" => Look::new(Colour::Indigo).marked(Marker::Triangle),
        rival::ORACLE => Look::new(Colour::Grey).dashed(Dash::Dotted),
        rival::RING => Look::new(Colour::Brown).heavy().dashed(Dash::Dashed),
        rival::TWO_PHASES => Look::new(Colour::Green).marked(Marker::Square).dashed(Dash::Dashed),
        DROPPING => Look::new(Colour::Vermilion).marked(Marker::Diamond).dashed(Dash::Dashed),
        _ => Look::new(Colour::Ink).dashed(Dash::Dashed),
    }
}
