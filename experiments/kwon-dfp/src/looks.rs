//! How the filters look in every figure: one name and one look each.

use bloomlab_pictures::{Colour, Dash, Look, Marker};

/// What a picture calls a filter of a table. The ℓ of DℓBF cannot be read as a capital I.
pub(crate) fn name(filter: &str) -> String {
    match filter {
        "TBF (packed)" => "packed TBF".to_owned(),
        "counting" => "CBF".to_owned(),
        other => other.replace("DlBF", "DℓBF").replace(['(', ')'], ""),
    }
}

/// How a filter of a table looks. D-FP, which the paper is about, is drawn heavier.
pub(crate) fn look(filter: &str) -> Look {
    let (colour, marker) = match filter {
        "D-FP" => return Look::new(Colour::Blue).heavy(),
        "TBF" => (Colour::Green, Marker::Square),
        "TBF (packed)" => return Look::new(Colour::Green).dashed(Dash::Dashed).marked(Marker::OpenSquare),
        "QBF" => (Colour::Purple, Marker::Diamond),
        "DlBF (4)" => (Colour::Vermilion, Marker::Triangle),
        "DlBF (8)" => (Colour::Brown, Marker::Wedge),
        "DlBF (16)" => (Colour::Wine, Marker::OpenTriangle),
        "counting" => (Colour::Ink, Marker::Plus),
        "cuckoo" => (Colour::Ink, Marker::Ring),
        "quotient" => (Colour::Ink, Marker::Diamond),
        _ => (Colour::Indigo, Marker::Cross),
    };
    Look::new(colour).marked(marker)
}
