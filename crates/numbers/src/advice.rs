//! What to try where a computation is too large: data, which the library and the command each print in their own names.

use std::fmt;

use crate::{Parameter, Value};

/// What to try instead of a computation that is too large.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Advice {
    /// Nothing is known to help.
    #[default]
    Nothing,
    /// A smaller value of one of the first, or a larger one of the second parameters.
    Change {
        /// Parameters of which a smaller value takes less.
        smaller: &'static [Parameter],
        /// Parameters of which a larger value takes less.
        larger: &'static [Parameter],
    },
    /// This value of the parameter.
    Set(Parameter, Value),
    /// A value of the parameter, which is searched for otherwise.
    Fix(Parameter),
    /// Double precision.
    InDouble,
    /// Certified arithmetic.
    Certified,
}

impl Advice {
    /// A smaller value of one of these parameters.
    pub const fn smaller(parameters: &'static [Parameter]) -> Self {
        Advice::Change { smaller: parameters, larger: &[] }
    }

    /// A larger value of one of these parameters.
    pub const fn larger(parameters: &'static [Parameter]) -> Self {
        Advice::Change { smaller: &[], larger: parameters }
    }

    /// The advice as a clause, `try …`; `None` where there is no advice. `name` is the name of a parameter, `value` the noun before it
    /// in *a smaller …*, and `arithmetic` says how an arithmetic is asked for: `f64` or `certified`.
    pub fn clause(
        self,
        name: impl Fn(Parameter) -> String,
        value: &str,
        arithmetic: impl Fn(&str) -> String,
    ) -> Option<String> {
        let any_of = |article: &str, parameters: &[Parameter]| {
            let names: Vec<_> = parameters.iter().map(|parameter| name(*parameter)).collect();
            match names.split_last() {
                Some((one, [])) => Some(format!("{article} {value}{one}")),
                Some((last, rest)) => Some(format!("{article} {value}{} or {last}", rest.join(", "))),
                None => None,
            }
        };
        match self {
            Advice::Nothing => None,
            Advice::Change { smaller, larger } => {
                let changes = [any_of("a smaller", smaller), any_of("a larger", larger)];
                let changes: Vec<_> = changes.into_iter().flatten().collect();
                Some(format!("try {}", changes.join(" or ")))
            }
            Advice::Set(parameter, value) => Some(format!("try {} {value}", name(parameter))),
            Advice::Fix(parameter) => Some(format!("try a given {}, since no other is searched then", name(parameter))),
            Advice::InDouble => Some(format!("try {}", arithmetic("f64"))),
            Advice::Certified => Some(format!("try {}", arithmetic("certified"))),
        }
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arithmetic = |name: &str| format!("{name} arithmetic");
        let clause = self.clause(|parameter| parameter.to_string(), "value of ", arithmetic);
        f.write_str(&clause.unwrap_or_default())
    }
}
