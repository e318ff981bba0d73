//! The domain of recycling filters.

use bloomlab_numbers::{OutOfDomain, Parameter, Sampling::WithReplacement, Shape};
use bloomlab_recycling::{MAX_HASHES, NBounded, Retaining, SigmaBounded, TwoPhase};

#[test]
fn nonsense_is_refused_with_its_domain() {
    let shape = |hashes| Shape::new(8, hashes, WithReplacement).unwrap();
    let nine = shape(9);
    let refused = |error: OutOfDomain| (error.parameter(), error.to_string());
    let (parameter, message) = refused(SigmaBounded::new(nine, 8).unwrap_err());
    assert_eq!(
        (parameter, &*message),
        (Parameter::Sigma, "sigma = 8 is out of domain: needs 0 ≤ sigma ≤ 7, the bits of a filter less 1")
    );
    let seven = SigmaBounded::new(nine, 7).unwrap();
    assert_eq!(Retaining::new(seven).unwrap_err().parameter(), Parameter::Sigma);
    assert!(Retaining::new(SigmaBounded::new(shape(7), 7).unwrap()).is_ok());
    for memory in [0, 9] {
        assert_eq!(TwoPhase::new(memory, 1, WithReplacement, 1).unwrap_err().parameter(), Parameter::Memory);
    }
    assert_eq!(TwoPhase::new(8, 1, WithReplacement, 4).unwrap_err().parameter(), Parameter::Sigma);
    assert!(SigmaBounded::new(shape(MAX_HASHES), 7).is_ok() && NBounded::new(shape(MAX_HASHES), 1).is_ok());
    assert_eq!(SigmaBounded::new(shape(MAX_HASHES + 1), 7).unwrap_err().parameter(), Parameter::Hashes);
    assert_eq!(NBounded::new(shape(MAX_HASHES + 1), 1).unwrap_err().parameter(), Parameter::Hashes);
}

#[test]
fn a_message_limit_names_its_bound() {
    let shape = Shape::new(1000, 5, WithReplacement).unwrap();
    assert!(NBounded::new(shape, 200).is_ok() && NBounded::new(shape, 0).is_err());
    let error = NBounded::new(shape, 201).unwrap_err();
    assert!(error.to_string().contains("⌊(bits − 1)/hashes⌋ + 1 = 200"), "{error}");
}
