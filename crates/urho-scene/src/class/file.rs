//! Class tables in text files, for the components of a game.

use binio::Path;
use urho_core::{Variant, VariantKind};

use super::{AttributeInfo, Class, Classes, Reference, empty};
use crate::error::{Error, ErrorKind};

/// A class whose lines have not all been read yet.
struct Draft {
    name: String,
    attributes: Vec<AttributeInfo>,
}

impl Classes {
    /// Returns these classes with those from a table, to let you read scenes with the components of your game.
    ///
    /// Each line describes an attribute, in the order in which the class registers them. It has these columns,
    /// separated by tabs: the class, the attribute, the type and, if they are known, the default value, the flags, and
    /// the names of an enumeration, separated by `|`. The flags are the numbers that the engine uses (4: id of a node,
    /// 8: id of a component, 16: ids of nodes, 32: read only).
    ///
    /// When the engine already has the class, the attributes are added to it. Empty lines are skipped, and so are lines
    /// that begin with `#` and a first line with the column titles.
    ///
    /// ```
    /// use urho_scene::{Classes, Engine};
    /// let table = "class\tattribute\ttype\tdefault\nSpinner\tSpeed\tFloat\t1\nSpinner\tAxis\tVector3\t0 1 0\n";
    /// let classes = Classes::of(Engine::Rbfx).with_table(table)?;
    /// assert_eq!(classes.named("Spinner").unwrap().attributes().len(), 2);
    /// # Ok::<(), urho_scene::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::ClassTable`] when a line has no class, no attribute or an unknown type, or when the class
    /// already has the attribute.
    pub fn with_table(&self, table: &str) -> Result<Self, Error> {
        let mut drafts: Vec<Draft> = Vec::new();
        for (index, line) in table.lines().enumerate() {
            let is_title = index == 0 && line.split('\t').take(3).eq(["class", "attribute", "type"]);
            if is_title || line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let failed = |why| Error::new(ErrorKind::ClassTable { line: index + 1, why }, Path::new());
            let (class, info) = self.line(line).map_err(failed)?;
            if !drafts.iter().any(|draft| draft.name == class) {
                let known = self.named(class).map(|class| class.attributes().to_vec());
                drafts.push(Draft { name: class.to_owned(), attributes: known.unwrap_or_default() });
            }
            let Some(draft) = drafts.iter_mut().find(|draft| draft.name == class) else { continue };
            if draft.attributes.iter().any(|known| known.name == info.name) {
                return Err(failed(format!("{class} already has an attribute \"{}\"", info.name)));
            }
            draft.attributes.push(info);
        }
        let with = |classes: Self, draft: Draft| classes.with(Class::new(self.engine, draft.name, draft.attributes));
        Ok(drafts.into_iter().fold(self.clone(), with))
    }

    fn line<'l>(&self, line: &'l str) -> Result<(&'l str, AttributeInfo), String> {
        let mut columns = line.split('\t');
        let mut next = || columns.next().map(str::trim_end);
        let (Some(class), Some(name), Some(ty)) = (next(), next(), next()) else {
            return Err("expected class, attribute and type, separated by tabs".to_owned());
        };
        if class.is_empty() || name.is_empty() {
            return Err("the class or the attribute has no name".to_owned());
        }
        let ty = ty.strip_suffix("(enum)").unwrap_or(ty);
        let kind = VariantKind::from_name(ty.as_bytes()).ok_or_else(|| format!("unknown type \"{ty}\""))?;
        let mut info = AttributeInfo::new(self.engine, name.to_owned(), kind);
        let default = next();
        let flags = next().filter(|text| !text.is_empty());
        let flags: u32 = flags.map_or(Ok(0), |text| text.parse().map_err(|_| format!("invalid flags \"{text}\"")))?;
        let names = next().unwrap_or_default();
        info.names = names.split('|').filter(|name| !name.is_empty()).map(|name| name.to_owned().into()).collect();
        info.read_only = flags & 32 != 0;
        info.reference = match flags {
            flags if flags & 4 != 0 => Reference::Node,
            flags if flags & 8 != 0 => Reference::Component,
            flags if flags & 16 != 0 => Reference::Nodes,
            _ => Reference::Nothing,
        };
        let number = default.and_then(|text| info.number_of(text.as_bytes()));
        info.default = match (number, default) {
            (Some(number), _) => Some(Variant::Int(number)),
            (None, None) => None,
            (None, Some(text)) => empty(kind).or_else(|| {
                let value = Variant::from_text(kind, text.as_bytes(), self.engine.hashes()).value;
                Some(value.into_owned())
            }),
        };
        Ok((class, info))
    }
}
