//! Converts attribute values to another engine.

use binio::Name;
use urho_core::{
    HashAlgorithm, HashedName, ResourceRef, ResourceRefList, StringHash, Variant, VariantKind, resource_type_name,
};

use super::Transfer;
use crate::class::AttributeInfo;
use crate::kinds;
use crate::place::Place;
use crate::value::Value;

impl Transfer<'_> {
    /// Converts a value to the attribute `info` of the other engine, or returns `None` if it can't be stored there.
    pub(super) fn value(
        &mut self,
        value: &Value<'_>,
        info: Option<&AttributeInfo>,
        name: &str,
        place: Place,
    ) -> Option<Value<'static>> {
        let variant = match (value, info) {
            (Value::Text(text), Some(info)) if info.names.is_empty() => {
                Variant::from_text(info.kind, text, self.to.engine().hashes()).value.into_owned()
            }
            (Value::Text(text), Some(info)) => match info.number_of(text) {
                Some(number) => Variant::Int(number),
                None => return self.lost(name, &format!("has the unknown value \"{text}\""), place),
            },
            (Value::Curve(_), _) if self.is_from_rbfx() => return self.lost(name, "is a curve", place),
            (Value::Variant(variant), _) => self.variant(variant),
            (value, _) => return Some(value.clone().into_owned()),
        };
        let Some(info) = info else { return Some(Value::Variant(variant)) };
        let variant = self.of_kind(variant, info.kind, place);
        let variant = number(variant, info.kind);
        if variant.kind() != info.kind {
            let why = format!("is a {}, where a {} belongs", variant.kind(), info.kind);
            return self.lost(name, &why, place);
        }
        if let (Variant::Int(number), false) = (&variant, info.names.is_empty()) {
            if info.name_of(*number).is_none() {
                let why = format!("has the value {number}, which {} doesn't have", self.to.engine());
                return self.lost(name, &why, place);
            }
        }
        // Rectangles of binary files of Urho3D have no numbers.
        (!matches!(variant, Variant::Rect(None))).then_some(Value::Variant(variant))
    }

    #[cold]
    fn lost(&mut self, name: &str, why: &str, place: Place) -> Option<Value<'static>> {
        let message = format!("attribute \"{name}\" {why}: left out");
        self.findings.loss(kinds::ATTRIBUTE_LOST, place.path(), message);
        None
    }

    /// Converts maps of variables, whose keys are hashes in one engine and names in the other.
    fn of_kind(&mut self, variant: Variant<'static>, kind: VariantKind, place: Place) -> Variant<'static> {
        match (variant, kind) {
            (Variant::VariantMap(entries), VariantKind::StringVariantMap) => {
                let named = entries.into_iter().map(|(key, value)| (self.variable(&key, place), value));
                Variant::StringVariantMap(named.collect())
            }
            (Variant::StringVariantMap(entries), VariantKind::VariantMap) => {
                let hashed = entries.into_iter().map(|(name, value)| (self.variable_key(name, place), value));
                Variant::VariantMap(hashed.collect())
            }
            (variant, _) => variant,
        }
    }

    /// Returns the name of a variable. If it is unknown, this is the hash in decimal.
    fn variable(&mut self, key: &HashedName<'_>, place: Place) -> Name<'static> {
        if !key.name.is_empty() {
            return key.name.clone().into_owned();
        }
        if let Some(name) = self.variables.get(&key.hash) {
            return name.clone();
        }
        let number = key.hash.0.to_string();
        let message = format!(
            "variable {number} (hexadecimal {}): its name is unknown, so its hash becomes its name; {} finds it by the name \"{number}\" only",
            key.hash,
            self.to.engine()
        );
        self.findings.warning(kinds::VARIABLE_UNNAMED, place.path(), message);
        number.into()
    }

    /// Returns the key for a variable with this name. If the name is a number, it is a hash, because
    /// [`variable`](Self::variable) writes it this way.
    fn variable_key(&mut self, name: Name<'static>, place: Place) -> HashedName<'static> {
        let number =
            name.as_str().and_then(|text| text.parse::<u32>().ok().filter(|number| number.to_string() == text));
        if let Some(number) = number {
            let message = format!(
                "variable \"{number}\": its name is a number, so it becomes the hash {number} (hexadecimal {})",
                StringHash(number)
            );
            self.findings.warning(kinds::VARIABLE_UNNAMED, place.path(), message);
            return HashedName::from(StringHash(number));
        }
        let key = HashedName::of(self.to.engine().hashes(), name.clone());
        self.variables.insert(key.hash, name);
        key
    }

    /// Converts the hashes in a value to those of the other engine.
    pub(super) fn variant(&self, variant: &Variant<'_>) -> Variant<'static> {
        let (from, to) = (self.from.engine().hashes(), self.to.engine().hashes());
        if from == to { variant.clone().into_owned() } else { rehashed(variant, from, to) }
    }
}

/// Converts a number from JSON if the class is unknown, because its type was only guessed.
fn number(variant: Variant<'static>, kind: VariantKind) -> Variant<'static> {
    match (&variant, kind) {
        (Variant::Int(number), VariantKind::Float) => Variant::Float(*number as f32),
        (Variant::Int(number), VariantKind::Double) => Variant::Double(f64::from(*number)),
        (Variant::Int(number), VariantKind::Int64) => Variant::Int64(i64::from(*number)),
        (Variant::Double(number), VariantKind::Float) => Variant::Float(*number as f32),
        // As in JSON of known classes: unsigned numbers may exceed the signed range.
        (Variant::Double(number), VariantKind::Int) if number.fract() == 0.0 => Variant::Int(*number as i64 as i32),
        (Variant::Double(number), VariantKind::Int64) if number.fract() == 0.0 => Variant::Int64(*number as i64),
        _ => variant,
    }
}

fn rehashed(variant: &Variant<'_>, from: HashAlgorithm, to: HashAlgorithm) -> Variant<'static> {
    let kind = |kind: &HashedName<'_>| match (kind.name.is_empty(), resource_type_name(from, kind.hash)) {
        (false, _) => HashedName::of(to, kind.name.clone().into_owned()),
        (true, Some(name)) => HashedName::of(to, name),
        (true, None) => HashedName::from(kind.hash),
    };
    match variant {
        Variant::ResourceRef(reference) => {
            let name = reference.name.clone().into_owned();
            Variant::ResourceRef(Box::new(ResourceRef { kind: kind(&reference.kind), name }))
        }
        Variant::ResourceRefList(list) => {
            let names = list.names.iter().map(|name| name.clone().into_owned()).collect();
            Variant::ResourceRefList(Box::new(ResourceRefList { kind: kind(&list.kind), names }))
        }
        Variant::VariantVector(items) => {
            Variant::VariantVector(items.iter().map(|item| rehashed(item, from, to)).collect())
        }
        // A key without a name keeps its old hash: `variable` looks it up.
        Variant::VariantMap(entries) => {
            let entry = |(key, value): &(HashedName<'_>, Variant<'_>)| {
                let key = match key.name.is_empty() {
                    true => HashedName::from(key.hash),
                    false => HashedName::of(to, key.name.clone().into_owned()),
                };
                (key, rehashed(value, from, to))
            };
            Variant::VariantMap(entries.iter().map(entry).collect())
        }
        Variant::StringVariantMap(entries) => {
            let entry = |(key, value): &(Name<'_>, Variant<'_>)| (key.clone().into_owned(), rehashed(value, from, to));
            Variant::StringVariantMap(entries.iter().map(entry).collect())
        }
        other => other.clone().into_owned(),
    }
}
