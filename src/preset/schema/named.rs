//! A JSON object whose keys are names: keeps the order in which the author wrote them.

use schemars::JsonSchema;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Names with what belongs to them, in the order of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedList<T>(pub Vec<(String, T)>);

impl<T> Default for NamedList<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> NamedList<T> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, value)| value)
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }
}

impl<T: Serialize> Serialize for NamedList<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<T: JsonSchema> JsonSchema for NamedList<T> {
    fn schema_name() -> Cow<'static, str> {
        <BTreeMap<String, T>>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        <BTreeMap<String, T>>::json_schema(generator)
    }

    fn inline_schema() -> bool {
        true
    }
}
