//! Rows to cells: a serde serialiser for flat structs.

use serde::Serialize;
use serde::ser::{Impossible, SerializeStruct, SerializeTuple, Serializer};

use super::{Cell, RowError, SEPARATOR};

/// The columns of a row, in the order of its fields, with their cells.
pub(crate) fn cells<R: Serialize>(row: &R) -> Result<Vec<(&'static str, Cell)>, RowError> {
    match row.serialize(Writer)? {
        Value::Row(cells) => Ok(cells),
        Value::Cell(_) | Value::Group(_) => Err(RowError::NotAStruct),
    }
}

/// What has been serialised so far.
enum Value {
    Cell(Cell),
    Group(Vec<Cell>),
    Row(Vec<(&'static str, Cell)>),
}

impl SerializeTuple for Value {
    type Ok = Self;
    type Error = RowError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), RowError> {
        match (self, element.serialize(Writer)?) {
            (Value::Group(cells), Value::Cell(cell)) => cells.push(cell),
            _ => return Err(RowError::UnevenGroup),
        }
        Ok(())
    }

    fn end(self) -> Result<Self, RowError> {
        Ok(self)
    }
}

impl SerializeStruct for Value {
    type Ok = Self;
    type Error = RowError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, field: &T) -> Result<(), RowError> {
        let Value::Row(row) = self else { return Err(RowError::NotAStruct) };
        let names: Vec<&str> = key.split(SEPARATOR).collect();
        let value = field.serialize(Writer).map_err(|error| error.in_column(key))?;
        match value {
            Value::Cell(cell) if names.len() == 1 => row.push((key, cell)),
            Value::Cell(Cell::Missing) => row.extend(names.into_iter().map(|name| (name, Cell::Missing))),
            Value::Group(cells) if cells.len() == names.len() => row.extend(names.into_iter().zip(cells)),
            _ => return Err(RowError::UnevenGroup.in_column(key)),
        }
        Ok(())
    }

    fn end(self) -> Result<Self, RowError> {
        Ok(self)
    }
}

/// Serialises a row, a group of cells, or a cell.
struct Writer;

fn refused<T>(what: impl Into<String>) -> Result<T, RowError> {
    Err(RowError::NoCell(what.into()))
}

macro_rules! counts {
    ($($method:ident: $type:ty,)+) => {
        $(fn $method(self, count: $type) -> Result<Value, RowError> {
            let count = i64::try_from(count).map_err(|_| RowError::TooLargeCount(count.to_string()))?;
            Ok(Value::Cell(Cell::Count(count)))
        })+
    };
}

impl Serializer for Writer {
    type Ok = Value;
    type Error = RowError;
    type SerializeSeq = Impossible<Value, RowError>;
    type SerializeTuple = Value;
    type SerializeTupleStruct = Impossible<Value, RowError>;
    type SerializeTupleVariant = Impossible<Value, RowError>;
    type SerializeMap = Impossible<Value, RowError>;
    type SerializeStruct = Value;
    type SerializeStructVariant = Impossible<Value, RowError>;

    counts! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
    }

    fn serialize_bool(self, truth: bool) -> Result<Value, RowError> {
        Ok(Value::Cell(Cell::Truth(truth)))
    }

    fn serialize_f64(self, number: f64) -> Result<Value, RowError> {
        if number.is_finite() { Ok(Value::Cell(Cell::Float(number))) } else { refused(number.to_string()) }
    }

    fn serialize_f32(self, number: f32) -> Result<Value, RowError> {
        self.serialize_f64(number.into())
    }

    fn serialize_str(self, text: &str) -> Result<Value, RowError> {
        Ok(Value::Cell(Cell::Text(text.to_owned())))
    }

    fn serialize_char(self, character: char) -> Result<Value, RowError> {
        self.serialize_str(character.encode_utf8(&mut [0; 4]))
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Value, RowError> {
        self.serialize_str(variant)
    }

    fn serialize_none(self) -> Result<Value, RowError> {
        Ok(Value::Cell(Cell::Missing))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, RowError> {
        match value.serialize(self)? {
            // it would be read as a missing one
            Value::Cell(Cell::Text(text)) if text.is_empty() => refused("an optional empty text"),
            value => Ok(value),
        }
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Value, RowError> {
        value.serialize(self)
    }

    fn serialize_tuple(self, length: usize) -> Result<Value, RowError> {
        Ok(Value::Group(Vec::with_capacity(length)))
    }

    fn serialize_struct(self, _: &'static str, fields: usize) -> Result<Value, RowError> {
        Ok(Value::Row(Vec::with_capacity(fields)))
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<Value, RowError> {
        refused("a string of bytes")
    }

    fn serialize_unit(self) -> Result<Value, RowError> {
        refused("()")
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<Value, RowError> {
        refused(name)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Value, RowError> {
        refused(name)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, RowError> {
        refused("a list")
    }

    fn serialize_tuple_struct(self, name: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, RowError> {
        refused(name)
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, RowError> {
        refused(name)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, RowError> {
        refused("a map (`flatten` makes one: name a group of columns)")
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, RowError> {
        refused(name)
    }
}
