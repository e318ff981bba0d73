//! The progress bar of a computation; silent when stderr is no terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// Counts the finished points of one figure.
#[derive(Clone, Debug)]
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    pub(crate) fn new(name: &str) -> Self {
        let bar = ProgressBar::new(0);
        let template = "{prefix} {wide_bar} {pos}/{len} ({per_sec}, {eta} left)";
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_prefix(name.to_owned());
        Self { bar }
    }

    /// Announces `points` more points.
    pub fn expect(&self, points: u64) {
        self.bar.inc_length(points);
    }

    /// One point is done.
    pub fn advance(&self) {
        self.bar.inc(1);
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
