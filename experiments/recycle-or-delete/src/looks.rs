//! How the filters look in every figure: one name and one look each.

use bloomlab_pictures::{Colour, Dash, Look, Marker, things};

use crate::rival;

pub(crate) const ONE_PHASE: &str = "one phase";
pub(crate) const DROPPING: &str = "two phases, dropping";

pub(crate) fn name(filter: &str) -> String {
    match filter {
        "TBF (packed)" => "packed TBF".to_owned(),
        "counting" => "CBF".to_owned(),
        rival::ORACLE => "plain filter of the last *W*".to_owned(),
        other => other.replace(['(', ')'], ""),
    }
}

/// The cells of a TBF and of D-FP saturate alike: they share a look.
pub(crate) fn look(filter: &str) -> Look {
    match filter {
        "D-FP" | "TBF" => Look::new(things::D_FP).heavy(),
        "QBF" => Look::new(things::QBF).marked(Marker::Diamond),
        "DlBF (4)" => Look::new(things::DLBF[0]).marked(Marker::Triangle),
        rival::ORACLE => Look::new(Colour::Grey).dashed(Dash::Dotted),
        rival::RING => Look::new(things::RING).heavy().dashed(Dash::Dashed),
        rival::TWO_PHASES => Look::new(things::KEEPING).marked(Marker::Square).dashed(Dash::Dashed),
        DROPPING => Look::new(things::DROPPING).marked(Marker::Diamond).dashed(Dash::Dashed),
        _ => Look::new(things::ONE_PHASE).dashed(Dash::Dashed),
    }
}
