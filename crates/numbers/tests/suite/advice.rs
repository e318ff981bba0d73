//! Advice as text.

use bloomlab_numbers::{Advice, Parameter, Value};

#[test]
fn advice_reads_as_a_clause_in_anyones_names() {
    let smaller = Advice::smaller(&[Parameter::Hashes, Parameter::Items, Parameter::Bits]);
    let flag = |parameter: Parameter| format!("--{parameter}");
    let arithmetic = |name: &str| format!("--arithmetic {name}");
    let by_flag = |advice: Advice| advice.clause(flag, "", arithmetic).unwrap();
    assert_eq!(by_flag(smaller), "try a smaller --hashes, --items or --bits");
    assert_eq!(by_flag(Advice::Set(Parameter::Hashes, Value::Integer(3))), "try --hashes 3");
    assert_eq!(by_flag(Advice::Fix(Parameter::Hashes)), "try a given --hashes, since no other is searched then");
    assert_eq!(by_flag(Advice::InDouble), "try --arithmetic f64");
    let either = Advice::Change { smaller: &[Parameter::Bits], larger: &[Parameter::Target] };
    assert_eq!(either.to_string(), "try a smaller value of bits or a larger value of target");
    assert_eq!(Advice::Certified.to_string(), "try certified arithmetic");
    assert_eq!(Advice::Nothing.to_string(), "");
}
