//! The eight operator impls that a `Number` needs.

/// Implements `+ − × ÷` by value and by reference: for a `newtype` by those of its field, for another type by its methods `plus`,
/// `minus`, `times` and `over`, which take `self` and a borrowed right operand.
macro_rules! operators {
    (newtype $number:ident) => {
        operators!($number, Add, add, left, right, $number(left.0 + &right.0));
        operators!($number, Sub, sub, left, right, $number(left.0 - &right.0));
        operators!($number, Mul, mul, left, right, $number(left.0 * &right.0));
        operators!($number, Div, div, left, right, $number(left.0 / &right.0));
    };
    ($number:ident) => {
        operators!($number, Add, add, left, right, left.plus(right));
        operators!($number, Sub, sub, left, right, left.minus(right));
        operators!($number, Mul, mul, left, right, left.times(right));
        operators!($number, Div, div, left, right, left.over(right));
    };
    ($number:ident, $trait:ident, $operator:ident, $left:ident, $right:ident, $value:expr) => {
        impl std::ops::$trait<&$number> for $number {
            type Output = $number;
            fn $operator(self, $right: &$number) -> $number {
                let $left = self;
                $value
            }
        }
        impl std::ops::$trait for $number {
            type Output = $number;
            fn $operator(self, right: $number) -> $number {
                std::ops::$trait::$operator(self, &right)
            }
        }
    };
}
pub(crate) use operators;
