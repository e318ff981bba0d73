//! Every cause with the rate that it predicts.

use bloomlab_formulas::counts::VaryingRate;
use bloomlab_formulas::{Formula, Load, uneven};
use bloomlab_numbers::Double;
use bloomlab_occupancy::{Advice, BallsInBins, Budget, Cost, MAX_SIZE, Parameter, Refused, distribution};
use bloomlab_schemes::finite_hash::finite_rate_in_double;
use bloomlab_schemes::first_order::FirstOrder;
use bloomlab_schemes::{ExactRate, HashingScheme, SchemeLoad, rate_in_double_within};

use super::{Cause, Diagnosis, Explanation, Fitted};
use crate::Error;

/// The seconds, by estimate, that the rate under one scheme may take.
const SCHEME_SECONDS: f64 = 0.1;

/// Those of the scheme that is stated.
const STATED_SECONDS: f64 = 0.5;

/// The widths of positions that programs cut them to.
const POSITION_BITS: [u64; 4] = [15, 16, 31, 32];

/// The widths of hashes.
const HASH_BITS: [u64; 4] = [16, 31, 32, 64];

/// Half of χ² at 99 % with one degree of freedom: the likelihood interval.
const INTERVAL: f64 = 3.317_448_3;

/// The classic formula is off where it misses the exact rate by this share of the count's standard deviation.
const FORMULA_ERROR: f64 = 0.01;

/// Uneven residues are a cause from one position in this many on that is twice as likely as another.
const UNEVEN: u64 = 64;

/// The schemes that libraries and engines use, with the usual blocks.
const SCHEMES: [HashingScheme; 15] = [
    HashingScheme::Independent,
    HashingScheme::Double,
    HashingScheme::DoubleNonzero,
    HashingScheme::DoubleOdd,
    HashingScheme::DoubleUnit,
    HashingScheme::Enhanced,
    HashingScheme::KmPartition,
    HashingScheme::Partitioned,
    HashingScheme::Blocked(512),
    HashingScheme::Blocked(256),
    HashingScheme::Blocked(64),
    HashingScheme::SplitBlock(32),
    HashingScheme::SplitBlock(64),
    HashingScheme::BlockedDouble(512),
    HashingScheme::BlockedDoubleOdd(512),
];

impl Diagnosis {
    /// Every cause, without what distinguishes it.
    pub(super) fn candidates(&self) -> Result<Vec<Explanation>, Error> {
        let (bits, hashes) = self.shape();
        if self.scheme.is_summed_over_sets() {
            let fewer = Advice::smaller(&[Parameter::Hashes, Parameter::Bits]);
            let load = SchemeLoad::new(self.scheme, bits, self.items, hashes)?;
            ExactRate::cost(load).within(Cost::of_seconds(STATED_SECONDS).holding(1e7), fewer)?;
        }
        let exact = self.stored.rate()?;
        let load = self.load(bits)?;
        let promised = Formula::Classic.rate(&Double, load).unwrap_or(exact).clamp(0.0, 1.0);
        let set = mean_set(load);
        let queries = self.counts.queries as f64;
        // what counts of this number of queries can distinguish
        let is_off = (exact - promised).abs() * queries > FORMULA_ERROR * libm::sqrt(queries * exact * (1.0 - exact));
        let promised = if is_off { promised } else { exact };
        let mut found = vec![self.fixed(Cause::AsPromised, promised, VaryingRate::certain(promised), Some(set))];
        if is_off {
            found.push(self.fixed(Cause::ExactRate, exact, VaryingRate::certain(exact), Some(set)));
        }
        if self.counts.filters < self.counts.queries {
            found.push(self.luck(exact, load, set));
        }
        // of two causes with the same rate the first is named first
        found.extend(self.widths(load, exact)?);
        found.extend(self.sizes()?);
        found.extend(
            SCHEMES.into_iter().filter(|scheme| *scheme != self.scheme).filter_map(|scheme| self.scheme(scheme)),
        );
        found.extend(self.library(promised));
        found.extend(self.items(exact));
        found.extend(self.stored_queries(exact, load));
        let choice = libm::log(
            found.iter().filter(|one| one.cause.is_to_be_shown() && one.fitted.is_none()).count().max(1) as f64,
        );
        for one in &mut found {
            one.penalty = match (one.cause.is_to_be_shown(), one.fitted) {
                // one of two readings of a filter that is as it was described
                (false, _) if one.cause == Cause::Luck => std::f64::consts::LN_2,
                (false, _) => 0.0,
                (true, None) => choice,
                (true, Some(_)) => choice + self.of_a_parameter(),
            };
        }
        Ok(found)
    }

    /// As many items and hash functions in `bits` bits.
    fn load(&self, bits: u64) -> Result<Load, Error> {
        let load = Load::new(bits, self.items, self.shape().1)?;
        Ok(if self.is_distinct() { load.without_replacement()? } else { load })
    }

    fn fixed(&self, cause: Cause, predicted_rate: f64, varying: VaryingRate, bits_set: Option<f64>) -> Explanation {
        let (log_likelihood, probability) = self.counts.under(varying);
        Explanation {
            cause,
            predicted_rate,
            is_approximate: false,
            log_likelihood,
            penalty: 0.0,
            probability,
            is_rejected: probability < self.alpha,
            bits_set,
            fitted: None,
            distinguish: String::new(),
        }
    }

    /// A filter of other sizes, with the variation of its set bits.
    fn of_load(&self, cause: Cause, rate: f64, load: Load) -> Explanation {
        self.fixed(cause, rate, self.counts.varying(rate, load), Some(mean_set(load)))
    }

    fn luck(&self, exact: f64, load: Load, set: f64) -> Explanation {
        let (given, log_likelihood, probability) = self.counts.luck(exact, load, self.is_plain());
        Explanation {
            predicted_rate: given,
            log_likelihood,
            probability,
            is_rejected: probability < self.alpha,
            bits_set: Some(set),
            ..self.fixed(Cause::Luck, given, VaryingRate::certain(exact), None)
        }
    }

    /// Numbers of bits that are not those that were asked for.
    fn sizes(&self) -> Result<Vec<Explanation>, Error> {
        let bits = self.bits();
        let mut found = Vec::new();
        let (down, up) = match bits.is_power_of_two() {
            true => (bits / 2, bits.checked_mul(2)),
            false => (1 << bits.ilog2(), bits.checked_next_power_of_two()),
        };
        let sizes = [Some((Cause::BitsRoundedDown(down), down)), up.map(|bits| (Cause::BitsRoundedUp(bits), bits))];
        for (cause, bits) in sizes.into_iter().flatten() {
            if let Some((rate, load)) = self.with_bits(bits) {
                found.push(self.of_load(cause, rate, load));
            }
        }
        // what a signed number of 32 bits keeps, without its sign
        let kept = (bits as u32).cast_signed().unsigned_abs();
        if bits >= 1 << 31 {
            // modulo 0, every position is the same
            let kept = kept.max(1);
            let load = self.load(kept.into())?;
            let rate = uneven::rate(load, 31)?;
            let set = uneven::set_bits(load, 31)?;
            let varying = self.counts.varying(rate, load);
            let found_here = self.fixed(Cause::BitsIn32Bits(kept.into()), rate, varying, Some(set));
            found.push(Explanation { is_approximate: true, ..found_here });
        }
        Ok(found)
    }

    /// The rate under the filter's own scheme with another number of bits, where that is in its domain and soon known.
    fn with_bits(&self, bits: u64) -> Option<(f64, Load)> {
        let load = self.load(bits).ok()?;
        let rate = match self.is_plain() {
            true => self.plain_rate(load).ok()?,
            false => soon(SchemeLoad::new(self.scheme, bits, self.items, load.hashes()).ok()?)?.0,
        };
        Some((rate, load))
    }

    fn plain_rate(&self, load: Load) -> Result<f64, Error> {
        let filter = crate::Filter::new(load.bits(), load.hashes())?;
        let filter = if self.is_distinct() { filter.without_replacement()? } else { filter };
        filter.holding(load.items())?.rate()
    }

    /// Positions and hashes of few bits, and hash functions that are one.
    fn widths(&self, load: Load, exact: f64) -> Result<Vec<Explanation>, Error> {
        let (bits, items) = (load.bits(), load.items());
        let mut found = Vec::new();
        for width in POSITION_BITS {
            let values = 1_u64 << width;
            if values <= bits {
                let fewer = self.load(values)?;
                found.push(self.of_load(Cause::Positions(width), self.plain_rate(fewer)?, fewer));
            } else if values / bits < UNEVEN && !values.is_multiple_of(bits) {
                let (rate, set) = (uneven::rate(load, width)?, uneven::set_bits(load, width)?);
                let one = self.fixed(Cause::Positions(width), rate, self.counts.varying(rate, load), Some(set));
                found.push(Explanation { is_approximate: true, ..one });
            }
        }
        let scheme = if self.scheme.is_summed_over_sets() { HashingScheme::Independent } else { self.scheme };
        for width in HASH_BITS {
            let load_of_scheme = SchemeLoad::new(scheme, bits, items, load.hashes())?;
            let Ok(rate) = finite_rate_in_double(load_of_scheme, width) else { continue };
            let share = if rate > 0.0 { (exact / rate).min(1.0) } else { 1.0 };
            let distinct =
                -libm::exp2(width as f64) * libm::expm1(items as f64 * libm::log1p(-libm::exp2(-(width as f64))));
            let held = Load::new(bits, (distinct as u64).min(items), load.hashes())?;
            let varying = self.counts.varying(rate.min(1.0), load).shared(share);
            found.push(self.fixed(Cause::HashBits(width), rate.min(1.0), varying, Some(mean_set(held))));
        }
        let one = Load::new(bits, items, 1)?;
        if load.hashes() > 1 {
            found.push(self.of_load(Cause::OneHash, self.plain_rate(one)?, one));
        }
        Ok(found)
    }

    /// Positions by another scheme; blocks in as many bits as they fill.
    fn scheme(&self, scheme: HashingScheme) -> Option<Explanation> {
        let (bits, hashes) = self.shape();
        let unit = scheme.block_bits().or(scheme.word_bits().map(|bits| bits.saturating_mul(hashes))).unwrap_or(1);
        let unit = if scheme == HashingScheme::KmPartition { hashes } else { unit };
        let bits = bits - bits % unit;
        let load = SchemeLoad::new(scheme, bits, self.items, hashes).ok()?;
        let (rate, is_approximate) = soon(load)?;
        let found = self.of_load(Cause::Scheme(scheme), rate, load.independent());
        Some(Explanation { is_approximate, ..found })
    }

    /// What a library builds for these items at the promised rate.
    fn library(&self, promised: f64) -> Option<Explanation> {
        let library = self.library?;
        let filter = library.filter(self.items, promised).ok()?;
        let rate = filter.rate(self.items).ok()?;
        let varying = match filter.hashes().and_then(|hashes| Load::new(filter.bits(), self.items, hashes).ok()) {
            Some(load) => self.counts.varying(rate, load),
            None => VaryingRate::certain(rate),
        };
        let built = library.filter_for(self.items, promised).ok()?;
        let found = self.fixed(Cause::Library(library.name), rate, varying, None);
        Some(Explanation { is_approximate: built.is_approximate, ..found })
    }

    /// The number of items that explains the count.
    fn items(&self, exact: f64) -> Option<Explanation> {
        let measured = self.counts.rate();
        let independent = self.load(self.bits()).and_then(|load| self.plain_rate(load)).ok()?;
        // of sums over sets the excess is taken to be that of the items that were said
        let is_summed = self.scheme.is_summed_over_sets();
        let excess = if is_summed && independent > 0.0 { exact / independent } else { 1.0 };
        let most = MAX_SIZE / self.shape().1.max(64);
        let rate = |items: u64| -> Option<(f64, Load)> {
            let mut load = Load::new(self.bits(), items, self.shape().1).ok()?;
            if self.is_distinct() {
                load = load.without_replacement().ok()?;
            }
            let rate = match is_summed {
                true => excess * self.plain_rate(load).ok()?,
                false => self.filter.holding(items).ok()?.rate().ok()?,
            };
            Some((rate.min(1.0), load))
        };
        let first_at_least = |target: f64| {
            let (mut below, mut above) = (0, 1);
            while rate(above)?.0 < target {
                (below, above) = (above, above.checked_mul(2).filter(|items| *items <= most)?);
            }
            while above - below > 1 {
                let middle = below + (above - below) / 2;
                if rate(middle)?.0 < target { below = middle } else { above = middle }
            }
            Some(if target <= 0.0 { 0 } else { above })
        };
        let found = first_at_least(measured)?;
        let near = |items: u64| Some((self.counts.under(likely(rate(items)?, self)).0, items));
        let (top, items) = [found, found.saturating_sub(1)]
            .into_iter()
            .filter_map(near)
            .fold((f64::NEG_INFINITY, 0), |best, one| if one.0 > best.0 { one } else { best });
        if items == self.items || top == f64::NEG_INFINITY {
            return None;
        }
        let is_likely = |items: u64| near(items).is_some_and(|(ln, _)| ln > top - INTERVAL);
        // outwards, by bisection of the width
        let edge = |up: bool| {
            let at = |step: u64| if up { items.saturating_add(step).min(most) } else { items.saturating_sub(step) };
            let mut beyond = 1;
            while is_likely(at(beyond)) && at(beyond) != at(2 * beyond) {
                beyond *= 2;
            }
            let (mut inside, mut outside) = (0, beyond);
            while outside - inside > 1 {
                let middle = inside + (outside - inside) / 2;
                if is_likely(at(middle)) { inside = middle } else { outside = middle }
            }
            at(inside)
        };
        let (predicted, load) = rate(items)?;
        let cause = if items > self.items { Cause::MoreItems } else { Cause::FewerItems };
        let fitted = Fitted { value: items as f64, lower: edge(false) as f64, upper: edge(true) as f64 };
        let explanation = self.of_load(cause, predicted, load);
        Some(Explanation { fitted: Some(fitted), is_approximate: is_summed, ..explanation })
    }

    /// The share of the queries that had been stored, where more are reported than the exact rate says.
    fn stored_queries(&self, exact: f64, load: Load) -> Option<Explanation> {
        let measured = self.counts.rate();
        if measured <= exact || exact >= 1.0 {
            return None;
        }
        let share = |rate: f64| ((rate - exact) / (1.0 - exact)).max(0.0);
        let deviation = libm::sqrt(2.0 * INTERVAL * measured * (1.0 - measured).max(0.0) / self.counts.queries as f64);
        let fitted = Fitted {
            value: share(measured),
            lower: share(measured - deviation),
            upper: share(measured + deviation).min(1.0),
        };
        let varying = self.counts.varying(measured, load).shared(exact / measured);
        let found = self.fixed(Cause::StoredQueries, measured, varying, Some(mean_set(load)));
        Some(Explanation { fitted: Some(fitted), ..found })
    }

    /// The measured rate itself.
    pub(super) fn none_of_these(&self) -> Explanation {
        let measured = self.counts.rate();
        let found = self.fixed(Cause::NoneOfThese, measured, VaryingRate::certain(measured), None);
        Explanation { log_likelihood: self.counts.saturated(), ..found }
    }
}

fn likely((rate, load): (f64, Load), diagnosis: &Diagnosis) -> VaryingRate {
    diagnosis.counts.varying(rate, load)
}

/// The mean number of set bits of independent positions.
fn mean_set(load: Load) -> f64 {
    let Ok(balls) = BallsInBins::new(load.balls(), load.bits()) else { return 0.0 };
    distribution::mean(&Double, balls)
}

/// The rate under a scheme, and whether it is that of the first-order approximation; `None` where neither is soon known.
fn soon(load: SchemeLoad) -> Option<(f64, bool)> {
    if ExactRate::cost(load).seconds() <= SCHEME_SECONDS {
        match rate_in_double_within(load, &Budget::of_seconds(2.0 * SCHEME_SECONDS)) {
            Ok(rate) => return Some((rate.clamp(0.0, 1.0), false)),
            Err(Refused::TooLarge(_)) => {}
            Err(Refused::OutOfDomain(_)) => return None,
        }
    }
    let rate = FirstOrder::default().rate(load).ok().flatten()?;
    Some((rate.clamp(0.0, 1.0), true))
}
