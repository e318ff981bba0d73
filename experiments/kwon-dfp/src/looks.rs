//! How the filters look in every figure: one name and one look each.

use bloomlab_workbench::figure::*;

/// What a picture calls a filter of a table.
pub(crate) fn name(filter: &str) -> String {
    match filter {
        "TBF (packed)" => "packed TBF".to_owned(),
        "counting" => "CBF".to_owned(),
        other => other.replace(['(', ')'], ""),
    }
}

/// How a filter of a table looks. D-FP, which the paper is about, is drawn heavier.
pub(crate) fn look(filter: &str) -> Look {
    let (colour, marker) = match filter {
        "D-FP" => return Look::new(things::D_FP).heavy(),
        "TBF" => (things::TBF, Marker::Square),
        "TBF (packed)" => return Look::new(things::TBF).dashed(Dash::Dashed).marked(Marker::OpenSquare),
        "QBF" => (things::QBF, Marker::Diamond),
        "DlBF (4)" => (things::DLBF[0], Marker::Triangle),
        "DlBF (8)" => (things::DLBF[1], Marker::Wedge),
        "DlBF (16)" => (things::DLBF[2], Marker::OpenTriangle),
        "counting" => (Colour::Grey, Marker::Plus),
        "cuckoo" => (Colour::Grey, Marker::Ring),
        "quotient" => (Colour::Grey, Marker::Diamond),
        _ => (Colour::Grey, Marker::Cross),
    };
    Look::new(colour).marked(marker)
}
