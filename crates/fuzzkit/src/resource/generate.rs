//! Generates documents from the tables of their kinds.

use std::fmt::Write as _;

use proptest::prelude::*;
use proptest::test_runner::TestRng;
use urho_resource::{Count, ElementInfo, Encoding, Kind, ValueType};

/// A generated document.
#[derive(Clone, Debug)]
pub struct Made {
    /// The kind of document.
    pub kind: Kind,
    /// The encoding of the text.
    pub encoding: Encoding,
    /// The file.
    pub text: String,
}

/// Returns the kinds and encodings that have a table.
pub fn structured() -> Vec<(Kind, Encoding)> {
    let of = |kind: Kind| {
        let vocabulary = kind.vocabulary();
        let xml = vocabulary.root.map(|_| (kind, Encoding::Xml));
        xml.into_iter().chain(vocabulary.json_root.map(|_| (kind, Encoding::Json)))
    };
    Kind::ALL.iter().flat_map(|kind| of(*kind)).collect()
}

/// Generates documents of all kinds. They contain elements, attributes and values from the tables, but also unknown
/// ones, comments or white space.
pub fn documents() -> impl Strategy<Value = Made> {
    (proptest::sample::select(structured()), any::<u64>())
        .prop_perturb(|((kind, encoding), _), rng| made(kind, encoding, rng))
}

/// Generates a document of the given kind.
pub fn made(kind: Kind, encoding: Encoding, rng: TestRng) -> Made {
    let mut maker = Maker { rng, text: String::new(), left: 60 };
    let vocabulary = kind.vocabulary();
    match (encoding, vocabulary.root, vocabulary.json_root) {
        (Encoding::Xml, Some(root), _) => {
            maker.one_of(&["", "<?xml version=\"1.0\"?>\n", "<!-- a > b -->\r\n", "\u{feff}"]);
            maker.xml(root, 0);
            maker.one_of(&["", "\n", "<!-- end -->"]);
        }
        (_, _, Some(root)) => {
            maker.one_of(&["", "// a\n", "/* b */ "]);
            maker.json(root, 0);
            maker.one_of(&["", "\n", " // end"]);
        }
        _ => unreachable!("the kind has the encoding"),
    }
    Made { kind, encoding, text: maker.text }
}

struct Maker {
    rng: TestRng,
    text: String,
    /// How many elements can still be written.
    left: usize,
}

impl Maker {
    fn below(&mut self, count: usize) -> usize {
        (self.rng.next_u32() as usize) % count.max(1)
    }

    fn one_of(&mut self, texts: &[&str]) {
        let index = self.below(texts.len());
        self.text.push_str(texts[index]);
    }

    fn name(info: &ElementInfo, rng: usize) -> &'static str {
        match info.name {
            "*" => ["any", "B", "x.y"][rng % 3],
            name => name,
        }
    }

    fn attributes(&mut self, info: &ElementInfo) -> Vec<(String, ValueType)> {
        let mut chosen = Vec::new();
        for attribute in info.attributes {
            if self.below(4) > 0 {
                let name = if attribute.name == "*" { "free" } else { attribute.name };
                chosen.push((name.to_owned(), attribute.value));
            }
        }
        if self.below(6) == 0 {
            chosen.push(("unknown".to_owned(), ValueType::Text));
        }
        chosen
    }

    fn xml(&mut self, info: &'static ElementInfo, depth: usize) {
        self.left = self.left.saturating_sub(1);
        let choice = self.below(3);
        let name = Self::name(info, choice);
        let _ = write!(self.text, "<{name}");
        for (attribute, value) in self.attributes(info) {
            self.one_of(&[" ", "\n\t", "  "]);
            let quote = ["\"", "'"][self.below(2)];
            let value = self.value(value).replace('&', "&amp;").replace('<', "&lt;").replace(quote, "&#39;");
            let _ = write!(self.text, "{attribute}={quote}{value}{quote}");
        }
        let children = self.children(info, depth);
        if children.is_empty() && info.text.is_none() {
            return self.one_of(&["/>", " />"]);
        }
        self.text.push('>');
        if let (Some(value), true) = (info.text, children.is_empty()) {
            let value = self.value(value).replace('&', "&amp;").replace('<', "&lt;");
            self.text.push_str(&value);
        }
        for child in children {
            self.one_of(&["", "\n    ", "<!-- c -->"]);
            match child {
                Some(child) => self.xml(child, depth + 1),
                None => self.text.push_str("<unknown a=\"1\"><b/></unknown>"),
            }
        }
        let _ = write!(self.text, "</{name}>");
    }

    /// Chooses child elements. Some of them are unknown, and some known elements occur twice.
    fn children(&mut self, info: &'static ElementInfo, depth: usize) -> Vec<Option<&'static ElementInfo>> {
        let mut children = Vec::new();
        if depth > 7 {
            return children;
        }
        for child in info.children {
            let most = if child.count == Count::Many { 3 } else { 2 };
            for _ in 0..self.below(most + 1).min(self.left) {
                self.left -= 1;
                children.push(Some(*child));
            }
        }
        if self.below(6) == 0 {
            children.push(None);
        }
        children
    }

    fn json(&mut self, info: &'static ElementInfo, depth: usize) {
        self.left = self.left.saturating_sub(1);
        self.text.push('{');
        let mut is_first = true;
        let mut member = |maker: &mut Self, name: &str| {
            let comma = if std::mem::replace(&mut is_first, false) { "" } else { "," };
            maker.text.push_str(comma);
            maker.one_of(&["", "\n\t", " "]);
            let _ = write!(maker.text, "\"{name}\":");
            maker.one_of(&["", " "]);
        };
        for (attribute, value) in self.attributes(info) {
            // A member with a child's name would be an object or a value.
            if info.children.iter().any(|child| child.name == attribute) {
                continue;
            }
            member(self, &attribute);
            let text = self.json_value(value);
            self.text.push_str(&text);
        }
        let mut names: Vec<&str> = Vec::new();
        for child in self.children(info, depth) {
            let choice = self.below(3);
            let name = child.map_or("unknown", |child| Self::name(child, choice));
            if names.contains(&name) {
                continue;
            }
            names.push(name);
            member(self, name);
            match child {
                None => self.text.push_str("{\"a\": [1, null]}"),
                Some(child) if child.count == Count::Many && child.name != "*" => {
                    self.text.push('[');
                    for index in 0..=self.below(3) {
                        if index > 0 {
                            self.text.push_str(", ");
                        }
                        self.json(child, depth + 1);
                    }
                    self.text.push(']');
                }
                Some(child) => self.json(child, depth + 1),
            }
        }
        let end = if is_first { &["}"][..] } else { &["}", "\n}", ",}"] };
        self.one_of(end);
    }

    /// Generates a value with the given type. An eighth of the values will be wrong.
    fn value(&mut self, value: ValueType) -> String {
        if self.below(8) == 0 {
            return ["", "maybe", "0x10", "a & <b>", "1e999", "é", "-1", "1 2 3 4 5"][self.below(8)].to_owned();
        }
        valid(value, self.below(1000))
    }

    fn json_value(&mut self, value: ValueType) -> String {
        if self.below(8) == 0 {
            return ["null", "true", "\"\"", "[]", "-1e99", "[1, [2]]", "\"\\u00e9\\n\""][self.below(7)].to_owned();
        }
        json_text(value, self.below(1000))
    }
}

/// Returns a valid text for a type. Use the number to choose one of many.
pub fn valid(value: ValueType, number: usize) -> String {
    match value {
        ValueType::Bool => ["true", "false"][number % 2].to_owned(),
        ValueType::Int => (number as i64 - 500).to_string(),
        ValueType::Count => number.to_string(),
        ValueType::Float => format!("{}.5", number as i64 - 500),
        ValueType::Vector2 => format!("{number} 0.5"),
        ValueType::Vector3 => format!("{number} 0.5 -1"),
        ValueType::Rect | ValueType::Color | ValueType::ColorOrFog => format!("0 0.25 0.5 {number}"),
        ValueType::Quaternion => format!("1 0 0 {number}"),
        ValueType::Word(words) | ValueType::ExactWord(words) => words[number % words.len()].to_owned(),
        ValueType::VariantType => ["Int", "Float", "String", "Vector3", "ResourceRef"][number % 5].to_owned(),
        ValueType::Texts => format!("[\"{number}\"]"),
        ValueType::Any => number.to_string(),
        _ => format!("Some/Name {number}.xml"),
    }
}

/// Returns a valid JSON value for a type.
pub fn json_text(value: ValueType, number: usize) -> String {
    match value {
        ValueType::Bool | ValueType::Int | ValueType::Count | ValueType::Float | ValueType::Texts | ValueType::Any => {
            valid(value, number)
        }
        _ => format!("\"{}\"", valid(value, number)),
    }
}
