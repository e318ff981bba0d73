//! What a recycling filter does on average, and what the papers say of it.

/// What a recycling filter does on average.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Averages<N> {
    /// The average false-positive rate over new messages, exact for the filter as built.
    pub rate: N,
    /// Expected new messages per cycle.
    pub messages_per_cycle: N,
    /// What the papers say of the rate.
    pub published: Published<N>,
}

/// What Dozier, Salamatian, Rubenstein say of the average rate.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Published<N> {
    /// Their formula: exact for one phase that forgets the message that ends a cycle; the product form for two phases
    /// ([`two_phase`](crate::two_phase), [`variant_average`](crate::variant_average));
    /// [`published_retaining`](crate::published_retaining).
    Rate(N),
    /// Their bounds for one phase that recycles after N bit-setting messages and forgets the last.
    Bounds {
        /// The bound for a user who can distinguish a false positive from a repeat ([`n_bounded`](crate::n_bounded)).
        f_o: N,
        /// The bound for a user who cannot.
        f_a: N,
        /// The rate of the full filter ([`worst_case_rate`](crate::worst_case_rate)).
        f_w: N,
    },
}

/// One of the averages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecyclingMeasure {
    /// [`Averages::rate`].
    Rate,
    /// [`Averages::messages_per_cycle`].
    MessagesPerCycle,
    /// [`Published::Rate`].
    PublishedRate,
    /// f_o.
    Optimistic,
    /// f_a.
    Attainable,
    /// f_w.
    WorstCase,
}

impl<N> Averages<N> {
    /// The averages by the names of their fields.
    pub fn named(self) -> Vec<(&'static str, N)> {
        let (rate, messages) = (("rate", self.rate), ("messages_per_cycle", self.messages_per_cycle));
        match self.published {
            Published::Rate(published) => vec![rate, ("published_rate", published), messages],
            Published::Bounds { f_o, f_a, f_w } => {
                vec![rate, messages, ("f_o", f_o), ("f_a", f_a), ("f_w", f_w)]
            }
        }
    }

    /// One of the averages; none for what the papers do not have of this filter.
    pub fn get(self, measure: RecyclingMeasure) -> Option<N> {
        use RecyclingMeasure::{Attainable, MessagesPerCycle, Optimistic, PublishedRate, Rate, WorstCase};
        match (measure, self.published) {
            (Rate, _) => Some(self.rate),
            (MessagesPerCycle, _) => Some(self.messages_per_cycle),
            (PublishedRate, Published::Rate(rate)) => Some(rate),
            (Optimistic, Published::Bounds { f_o, .. }) => Some(f_o),
            (Attainable, Published::Bounds { f_a, .. }) => Some(f_a),
            (WorstCase, Published::Bounds { f_w, .. }) => Some(f_w),
            _ => None,
        }
    }

    /// What `f` makes of each of the averages.
    ///
    /// # Errors
    /// The first of `f`.
    pub fn try_map<M, E>(self, mut f: impl FnMut(N) -> Result<M, E>) -> Result<Averages<M>, E> {
        let (rate, messages_per_cycle) = (f(self.rate)?, f(self.messages_per_cycle)?);
        let published = match self.published {
            Published::Rate(published) => Published::Rate(f(published)?),
            Published::Bounds { f_o, f_a, f_w } => Published::Bounds { f_o: f(f_o)?, f_a: f(f_a)?, f_w: f(f_w)? },
        };
        Ok(Averages { rate, messages_per_cycle, published })
    }
}

impl Averages<f64> {
    /// Whether doubles hold all of them with their digits: none is below [`LEAST`](crate::accuracy::LEAST).
    pub fn hold(&self) -> bool {
        self.clone().named().into_iter().all(|(_, value)| value >= crate::accuracy::LEAST)
    }
}
