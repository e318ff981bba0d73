//! How the filters look in every figure: one name and one look each.

use bloomlab_workbench::figure::*;

use crate::rival;

/// What a picture calls a filter of a table, and how it looks: those that delete solid, those that forget broken. The cells of a TBF
/// and of D-FP saturate alike: they share a look.
pub(crate) fn look(filter: &str) -> (&str, Look) {
    match filter {
        "D-FP" => (filter, Look::new(things::D_FP).heavy()),
        "TBF" => ("TBF, D-FP", Look::new(things::D_FP).heavy()),
        "QBF" => (filter, Look::new(things::QBF).marked(Marker::Diamond)),
        "DlBF (4)" => ("DlBF 4", Look::new(things::DLBF[0]).marked(Marker::Triangle)),
        rival::ORACLE => ("plain, last *W*", Look::new(Colour::Grey).dashed(Dash::Dotted)),
        rival::RING => (filter, Look::new(things::RING).heavy().dashed(Dash::Dashed)),
        _ => ("two phases", Look::new(things::KEEPING).marked(Marker::Square).dashed(Dash::Dashed)),
    }
}
