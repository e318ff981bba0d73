//! The speed at which the cells of a large filter saturate.

use bloomlab_numbers::DeletableKind;

use super::Stream;

impl Stream {
    /// sW: in the limit of many cells, the share of unsaturated cells falls like e^(−sW) per window. 0 where every item
    /// can be deleted. It depends on the load a = kW/C alone.
    ///
    /// * D-FP, TBF: the hits of an unsaturated cell lie more than a window apart, so that ψ = a − sW solves ψ e^ψ = a.
    /// * DlBF with regions of b bits: the bits saturate like the cells of a TBF, and one of b marks the region: b times as
    ///   fast.
    /// * QBF: two successive gaps sum to more than a window. In windows, the density of the last gap is an eigenfunction,
    ///   φ(g) = ∫ a e^(−ψx) φ(x) dx over x > max(0, 1 − g), with eigenvalue 1. Then φ is constant for g ≥ 1, and for
    ///   g < 1, φ'(g) = a e^(−ψ(1−g)) φ(1 − g); derived once more, φ'' = ψ φ' − a² e^(−ψ) φ, whose solution is closed.
    ///   With φ(0) = 1 the conditions are φ'(0) = ψ and φ'(1) = a. The largest ψ that meets them is the slowest decay.
    ///
    /// The difference a − ψ loses digits where a is small: relative error about 2⁻⁵³ a/(sW).
    pub fn decay(&self) -> f64 {
        let load = self.load();
        let one_item = || load - largest_root(load, |psi| psi * psi.exp() - load);
        match self.filter.kind() {
            DeletableKind::Dfp | DeletableKind::Tbf(_) => one_item(),
            DeletableKind::Dlbf { region_bits } => region_bits as f64 * one_item(),
            DeletableKind::Qbf => load - largest_root(load, |psi| slope_at_one(psi, load) - load),
            DeletableKind::Counting | DeletableKind::FingerprintCounting { .. } => 0.0,
        }
    }
}

/// φ'(1) for φ(0) = 1, φ'(0) = ψ.
fn slope_at_one(psi: f64, load: f64) -> f64 {
    let squared = load * load * (-psi).exp() - psi * psi / 4.0; // ω²
    let omega = squared.abs().sqrt();
    let (cosine, sine) = if squared >= 0.0 { (omega.cos(), omega.sin()) } else { (omega.cosh(), omega.sinh()) };
    let sine = if omega > 0.0 { sine / omega } else { 1.0 };
    (psi / 2.0).exp() * (psi * cosine + (psi * psi / 4.0 - squared) * sine)
}

/// The largest root in (0, `upper`), which is sought from above in steps of 1/1000 and then halved.
fn largest_root(upper: f64, function: impl Fn(f64) -> f64) -> f64 {
    const STEPS: u32 = 1000;
    let at = |i: u32| upper * f64::from(STEPS - i) / f64::from(STEPS);
    let above = function(upper);
    let changes = |&i: &u32| (function(at(i)) > 0.0) != (above > 0.0);
    let first = (1..STEPS).find(changes).unwrap_or(STEPS);
    let (mut low, mut high) = (at(first), at(first - 1));
    while low < f64::midpoint(low, high) && f64::midpoint(low, high) < high {
        let middle = f64::midpoint(low, high);
        if (function(middle) > 0.0) == (above > 0.0) { high = middle } else { low = middle }
    }
    high
}
