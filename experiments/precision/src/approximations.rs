//! The formulas that are often taken for the rate, and how far they are from it.

use bloomlab_exact::{Enclosures, certify};
use bloomlab_formulas::{Formula, Load, inclusion_exclusion};
use bloomlab_numbers::Arithmetic;
use bloomlab_workbench::figure::*;

/// Classic, its limit, Bloom's of 1970.
pub(crate) const APPROXIMATIONS: [Formula; 3] = [Formula::Classic, Formula::ClassicLimit, Formula::Bloom1970];

/// (formula − exact)/exact, the double nearest to the certified value: 0 where the two are equal (k = 1), `None` where the
/// formula has no value (k > m).
pub(crate) fn relative_error(formula: Formula, load: Load) -> Result<Option<f64>, AnyError> {
    let rate = |a: &Enclosures| formula.rate(a, load);
    if rate(&Enclosures::new(64)).is_err() {
        return Ok(None);
    }
    if load.hashes() == 1 && formula != Formula::ClassicLimit {
        return Ok(Some(0.0)); // no enclosure could tell it from a small number
    }
    let whole_line = |a: &Enclosures| a.one() / a.zero();
    let error = |a: &Enclosures| match rate(a) {
        Ok(rate) => rate / inclusion_exclusion::rate(a, load) - a.one(),
        Err(_) => whole_line(a),
    };
    Ok(Some(certify(20, error)?.to_f64()))
}
