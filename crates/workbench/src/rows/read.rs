//! Cells to rows: a serde deserialiser for flat structs, which reads each cell as what its field asks for.

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

use super::{Cell, RowError, SEPARATOR};

/// A row of a table, `names` being its columns.
pub(crate) fn row<'de, R: Deserialize<'de>>(names: &'de [String], cells: &'de [String]) -> Result<R, RowError> {
    R::deserialize(Row { names, cells })
}

struct Row<'de> {
    names: &'de [String],
    cells: &'de [String],
}

impl<'de> Row<'de> {
    /// The cells of a field: one, or those of a group of columns.
    fn field(&self, key: &'static str) -> Result<Field<'de>, RowError> {
        let cell = |name| {
            let column = self.names.iter().position(|known| known == name);
            column.map(|i| self.cells[i].as_str()).ok_or_else(|| RowError::MissingColumn(String::from(name)))
        };
        Ok(Field { key, cells: key.split(SEPARATOR).map(cell).collect::<Result<_, _>>()? })
    }
}

impl<'de> Deserializer<'de> for Row<'de> {
    type Error = RowError;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, RowError> {
        Err(RowError::NotAStruct)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, RowError> {
        visitor.visit_map(Fields { row: self, keys: fields.iter(), key: "" })
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple
        tuple_struct map enum identifier ignored_any
    }
}

/// The fields of a row, one after the other.
struct Fields<'de> {
    row: Row<'de>,
    keys: std::slice::Iter<'static, &'static str>,
    key: &'static str,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = RowError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, RowError> {
        let Some(key) = self.keys.next() else { return Ok(None) };
        self.key = key;
        seed.deserialize(StrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, RowError> {
        let field = self.row.field(self.key)?;
        seed.deserialize(field).map_err(|error: RowError| error.in_column(self.key))
    }
}

/// One cell, or a group of them.
struct Field<'de> {
    key: &'static str,
    cells: Vec<&'de str>,
}

impl<'de> Field<'de> {
    fn cell(&self) -> Result<&'de str, RowError> {
        match self.cells[..] {
            [cell] => Ok(cell),
            _ => Err(RowError::ManyCells(self.cells.len())),
        }
    }

    /// The number in the cell.
    fn number<T: std::str::FromStr>(&self) -> Result<T, RowError> {
        let cell = self.cell()?;
        let wanted = std::any::type_name::<T>();
        cell.parse().map_err(|_| RowError::Unreadable { cell: cell.to_owned(), wanted })
    }
}

macro_rules! numbers {
    ($($method:ident $visit:ident,)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
            visitor.$visit(self.number()?)
        })+
    };
}

impl<'de> Deserializer<'de> for Field<'de> {
    type Error = RowError;

    numbers! {
        deserialize_bool visit_bool,
        deserialize_i8 visit_i8, deserialize_i16 visit_i16, deserialize_i32 visit_i32, deserialize_i64 visit_i64,
        deserialize_u8 visit_u8, deserialize_u16 visit_u16, deserialize_u32 visit_u32, deserialize_u64 visit_u64,
        deserialize_f32 visit_f32, deserialize_f64 visit_f64, deserialize_char visit_char,
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_borrowed_str(self.cell()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        if self.cells.iter().all(|cell| cell.is_empty()) { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, RowError> {
        visitor.visit_enum(self.cell()?.into_deserializer())
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_seq(Group { key: self.key, cells: self.cells.into_iter() })
    }

    /// For enums that look at a cell before they know what it is.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RowError> {
        let cell = self.cell()?;
        match Cell::parse(cell) {
            Cell::Missing => visitor.visit_none(),
            Cell::Truth(truth) => visitor.visit_bool(truth),
            Cell::Count(count) => visitor.visit_i64(count),
            Cell::Float(number) => visitor.visit_f64(number),
            Cell::Text(_) => visitor.visit_borrowed_str(cell),
        }
    }

    forward_to_deserialize_any! { bytes byte_buf unit unit_struct seq tuple_struct map struct identifier ignored_any }
}

/// The cells of a group, one after the other.
struct Group<'de> {
    key: &'static str,
    cells: std::vec::IntoIter<&'de str>,
}

impl<'de> SeqAccess<'de> for Group<'de> {
    type Error = RowError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, RowError> {
        let Some(cell) = self.cells.next() else { return Ok(None) };
        seed.deserialize(Field { key: self.key, cells: vec![cell] }).map(Some)
    }
}
