//! How each scheme looks, in all figures.

use bloomlab_workbench::figure::*;

use crate::variant::{Bits, Name, Variant};

/// How a variant looks: the colour tells the scheme, dashes the powers of two.
pub(crate) fn of((scheme, bits): Variant) -> Look {
    let look = match scheme {
        Name::Double => Look::new(things::CLASSIC).heavy(),
        Name::DoubleNonzero => Look::new(Colour::Blue).marked(Marker::Square),
        Name::DoubleOdd => Look::new(Colour::Purple).marked(Marker::Diamond),
        Name::Enhanced => Look::new(Colour::Green).marked(Marker::Triangle),
        Name::Triple => Look::new(Colour::Brown).marked(Marker::Wedge),
        Name::KmPartition => Look::new(Colour::Wine).marked(Marker::OpenSquare),
        Name::Partitioned => Look::new(Colour::Grey).marked(Marker::Ring),
    };
    if bits == Bits::PowerOfTwo { look.dashed(Dash::Dashed) } else { look }
}

/// How a picture names a scheme.
pub(crate) fn name(scheme: Name) -> &'static str {
    match scheme {
        Name::Double => "any step",
        Name::DoubleNonzero => "step not 0",
        Name::DoubleOdd => "odd step",
        Name::Enhanced => "enhanced",
        Name::Triple => "triple",
        Name::KmPartition => "walk in slices",
        Name::Partitioned => "slices",
    }
}
