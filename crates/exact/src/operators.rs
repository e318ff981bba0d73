//! The eight operator impls a `Number` needs, from four in-place methods.

/// Implements `+ − × ÷` by value and by reference for a type with the methods `plus`, `minus`, `times` and `over`,
/// each taking `self` and a borrowed right operand.
macro_rules! operators {
    ($number:ty) => {
        operators!($number, Add, add, plus);
        operators!($number, Sub, sub, minus);
        operators!($number, Mul, mul, times);
        operators!($number, Div, div, over);
    };
    ($number:ty, $trait:ident, $operator:ident, $method:ident) => {
        impl std::ops::$trait<&$number> for $number {
            type Output = $number;
            fn $operator(self, right: &$number) -> $number {
                self.$method(right)
            }
        }
        impl std::ops::$trait for $number {
            type Output = $number;
            fn $operator(self, right: $number) -> $number {
                self.$method(&right)
            }
        }
    };
}
pub(crate) use operators;
