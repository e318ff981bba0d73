//! How the filters look in every figure: one name and one look each.

use bloomlab_pictures::{Colour, Dash, Look, Marker};

use crate::rival;

pub(crate) fn name(filter: &str) -> String {
    match filter {
        "TBF (packed)" => "packed TBF".to_owned(),
        "counting" => "CBF".to_owned(),
        rival::ORACLE => "plain filter of the last *W*".to_owned(),
        other => other.replace("DlBF", "DℓBF").replace(['(', ')'], ""),
    }
}

pub(crate) fn look(filter: &str) -> Look {
    match filter {
        "D-FP" => Look::new(Colour::Blue).heavy(),
        "TBF" | "TBF (packed)" => Look::new(Colour::Green).marked(Marker::Square),
        "QBF" => Look::new(Colour::Purple).marked(Marker::Diamond),
        "DlBF (4)" => Look::new(Colour::Vermilion).marked(Marker::Triangle),
        "counting" => Look::new(Colour::Ink).marked(Marker::Plus),
        "FP-CBF (4)" => Look::new(Colour::Indigo).marked(Marker::Cross),
        rival::ORACLE => Look::new(Colour::Grey).dashed(Dash::Dotted),
        rival::RING => Look::new(Colour::Brown).dashed(Dash::Dashed),
        rival::AGE_PARTITIONED => Look::new(Colour::Wine).dashed(Dash::Dashed),
        rival::TIME_AWARE => Look::new(Colour::Ink).dashed(Dash::DashDot),
        _ => Look::new(Colour::Vermilion).dashed(Dash::Dashed),
    }
}
