//! Writes types and functions as text.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::Cell;
use core::fmt::{self, Display, Write};

use binio::Name;

use crate::function::{CodeTraits, DebugInfo, Function, FunctionId, FunctionKind, Passing, Scope, Signature, Traits};
use crate::module::{Module, Origin, UsedFunction};
use crate::types::{TemplateArgument, Token, TypeId, TypeInfo, TypeModifiers};

/// The maximum length of a type as text. A limit is needed, because in a few bytes a type can refer to types that refer
/// to types and so on, and strings can be long.
const TYPE: usize = 400;
/// The maximum length of a signature as text.
const SIGNATURE: usize = 8000;
/// How deep types can be nested in a text.
const DEPTH: u8 = 16;

/// How to write types and signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spelling {
    /// In script syntax: `void f(const String&in name, int n = 1)`.
    Source,
    /// Exactly as stored: `void f(const String&, int)`, and `Array<ttInt>` if an argument is stored as a token.
    Stored,
}

/// Text that a function writes. It is cut off with `…` after `most` bytes.
pub(crate) struct Text<F> {
    most: usize,
    write: F,
}

impl<F: Fn(&mut dyn Write) -> fmt::Result> Text<F> {
    pub(crate) fn new(most: usize, write: F) -> Self {
        Self { most, write }
    }
}

impl<F: Fn(&mut dyn Write) -> fmt::Result> Display for Text<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let full = Cell::new(false);
        let mut capped = Capped { out: f, left: self.most, full: &full };
        let written = (self.write)(&mut capped);
        // The writer was stopped after it wrote `…`.
        if full.get() { Ok(()) } else { written }
    }
}

struct Capped<'w, 'f> {
    out: &'w mut fmt::Formatter<'f>,
    left: usize,
    full: &'w Cell<bool>,
}

impl Write for Capped<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if let Some(left) = self.left.checked_sub(text.len()) {
            self.left = left;
            return self.out.write_str(text);
        }
        let end = (0..=self.left).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        self.left = 0;
        self.out.write_str(text.get(..end).unwrap_or_default())?;
        self.out.write_char('…')?;
        self.full.set(true);
        Err(fmt::Error)
    }
}

impl Module<'_> {
    /// Returns a type in script syntax, for example `const Array<int>@`. If the text is too long, it is cut off.
    pub fn type_text(&self, id: TypeId) -> impl Display + '_ {
        self.spelled_type(id, Spelling::Source)
    }

    /// Returns a named type in script syntax. If the text is too long, it is cut off.
    pub fn type_info_text<'m>(&'m self, info: &'m TypeInfo<'_>) -> impl Display + 'm {
        self.spelled_info(info, Spelling::Source)
    }

    /// Returns the declaration of a function in script syntax. When the names of its parameters are known, they are
    /// included.
    pub fn function_text(&self, id: FunctionId) -> impl Display + '_ {
        Text::new(SIGNATURE, move |out| match self.function(id) {
            Some(Function::Declared(function)) => {
                let debug = self.function(id).and_then(Function::code).and_then(|code| code.debug.as_deref());
                write!(out, "{}", self.spelled_signature(&function.signature, debug, Spelling::Source))
            }
            Some(Function::DelegateFactory) => out.write_str(crate::DELEGATE_FACTORY),
            None => write!(out, "function {}", id.0),
        })
    }

    /// Returns the declaration of a function that the code uses, in script syntax.
    pub fn used_function_text<'m>(&'m self, used: &'m UsedFunction<'_>) -> impl Display + 'm {
        self.spelled_used_function(used, Spelling::Source)
    }

    /// Returns the declaration of a function that the code uses, with the given spelling.
    pub(crate) fn spelled_used_function<'m>(
        &'m self,
        used: &'m UsedFunction<'_>,
        spelling: Spelling,
    ) -> impl Display + 'm {
        Text::new(SIGNATURE, move |out| match used {
            UsedFunction::Null => out.write_str("null"),
            UsedFunction::DelegateFactory(_) => out.write_str(crate::DELEGATE_FACTORY),
            UsedFunction::Declared(_, signature) => {
                write!(out, "{}", self.spelled_signature(signature, None, spelling))
            }
        })
    }

    /// Returns the functions that the engine must provide, in script syntax. Use this to check whether a script will be
    /// able to run in your version of the engine.
    pub fn engine_functions(&self) -> Vec<String> {
        let used = self.used_functions.iter();
        let engine = used.filter(|used| used.origin() == Some(Origin::Application));
        engine.map(|used| self.used_function_text(used).to_string()).collect()
    }

    /// Returns a type with the given spelling. If the text is too long, it is cut off.
    pub(crate) fn spelled_type(&self, id: TypeId, spelling: Spelling) -> impl Display + '_ {
        Text::new(TYPE, move |out| self.write_type(out, id, spelling, DEPTH))
    }

    /// Returns a named type with the given spelling. If the text is too long, it is cut off.
    pub(crate) fn spelled_info<'m>(&'m self, info: &'m TypeInfo<'_>, spelling: Spelling) -> impl Display + 'm {
        Text::new(TYPE, move |out| self.write_info(out, info, spelling, DEPTH))
    }

    /// Returns a signature with the given spelling. The parameters have names if `debug` contains them.
    pub(crate) fn spelled_signature<'m>(
        &'m self,
        signature: &'m Signature<'_>,
        debug: Option<&'m DebugInfo<'_>>,
        spelling: Spelling,
    ) -> impl Display + 'm {
        Text::new(SIGNATURE, move |out| self.write_signature(out, signature, debug, spelling))
    }

    fn write_type(&self, out: &mut dyn Write, id: TypeId, spelling: Spelling, depth: u8) -> fmt::Result {
        let Some(data_type) = self.data_type(id) else { return write!(out, "type {}", id.0) };
        let flags = data_type.flags;
        let handle = flags.contains(TypeModifiers::HANDLE);
        // A handle has two constants: the object and the handle itself.
        let constant = match (spelling, handle) {
            (Spelling::Stored, true) => TypeModifiers(TypeModifiers::HANDLE_TO_CONST.0 | TypeModifiers::READ_ONLY.0),
            (Spelling::Source, true) => TypeModifiers::HANDLE_TO_CONST,
            (_, false) => TypeModifiers::READ_ONLY,
        };
        if flags.0 & constant.0 != 0 {
            out.write_str("const ")?;
        }
        match &data_type.info {
            Some(info) => self.write_info(out, info, spelling, depth)?,
            None => self.write_token(out, data_type.token, spelling)?,
        }
        if handle {
            out.write_str("@")?;
            if flags.contains(TypeModifiers::READ_ONLY) && spelling == Spelling::Source {
                out.write_str(" const")?;
            }
        }
        if flags.contains(TypeModifiers::REFERENCE) {
            out.write_str("&")?;
        }
        Ok(())
    }

    fn write_token(&self, out: &mut dyn Write, token: Token, spelling: Spelling) -> fmt::Result {
        match (spelling, token.type_name(self.version), token.name(self.version)) {
            (Spelling::Source, Some(word), _) => out.write_str(word),
            (_, _, Some(name)) => {
                let word = name.strip_prefix("tt").unwrap_or(name);
                word.chars().try_for_each(|letter| out.write_char(letter.to_ascii_lowercase()))
            }
            _ => write!(out, "token {}", token.0),
        }
    }

    fn write_info(&self, out: &mut dyn Write, info: &TypeInfo<'_>, spelling: Spelling, depth: u8) -> fmt::Result {
        let Some(depth) = depth.checked_sub(1) else { return out.write_str("…") };
        match info {
            TypeInfo::None => out.write_str("none"),
            TypeInfo::Named(named) => write_qualified(out, &named.namespace, &named.name),
            TypeInfo::Subtype(name) => write!(out, "{name}"),
            TypeInfo::ListPattern(of) => {
                out.write_str("list{")?;
                self.write_info(out, of, spelling, depth)?;
                out.write_str("}")
            }
            TypeInfo::ChildFuncdef(child) => {
                self.write_info(out, &child.parent, spelling, depth)?;
                write!(out, "::{}", child.name)
            }
            TypeInfo::Template(template) => {
                write_qualified(out, &template.namespace, &template.name)?;
                out.write_str("<")?;
                separated(out, &template.arguments, |out, argument| match argument {
                    TemplateArgument::Type(id) => self.write_type(out, *id, spelling, depth),
                    TemplateArgument::Token { token, .. } => match (spelling, token.name(self.version)) {
                        (Spelling::Stored, Some(name)) => out.write_str(name),
                        _ => self.write_token(out, *token, Spelling::Source),
                    },
                })?;
                out.write_str(">")
            }
        }
    }

    fn write_signature(
        &self,
        out: &mut dyn Write,
        signature: &Signature<'_>,
        debug: Option<&DebugInfo<'_>>,
        spelling: Spelling,
    ) -> fmt::Result {
        write!(out, "{} ", self.spelled_type(signature.return_type, spelling))?;
        match &signature.scope {
            Scope::Class(class) | Scope::Parent(class) => write!(out, "{}::", self.spelled_info(class, spelling))?,
            Scope::Namespace(name) if name.is_empty() => {}
            Scope::Namespace(name) => write!(out, "{name}::")?,
        }
        write!(out, "{}", signature.name)?;
        if let Some(subtypes) = &signature.template_subtypes {
            out.write_str("<")?;
            separated(out, subtypes, |out, id| write!(out, "{}", self.spelled_type(*id, spelling)))?;
            out.write_str(">")?;
        }
        self.write_parameters(out, signature, debug, spelling)?;
        if signature.traits.is_some_and(|traits| traits.contains(Traits::READ_ONLY)) {
            out.write_str(" const")?;
        }
        Ok(())
    }

    pub(crate) fn write_parameters(
        &self,
        out: &mut dyn Write,
        signature: &Signature<'_>,
        debug: Option<&DebugInfo<'_>>,
        spelling: Spelling,
    ) -> fmt::Result {
        out.write_str("(")?;
        let mut index = 0_usize;
        separated(out, &signature.parameters, |out, id| {
            write!(out, "{}", self.spelled_type(*id, spelling))?;
            if spelling == Spelling::Source {
                out.write_str(self.passing_word(*id, signature.passing.get(index).copied()))?;
                let names = debug.map(|debug| &*debug.parameter_names).unwrap_or_default();
                if let Some(name) = names.get(index).filter(|name| !name.is_empty()) {
                    write!(out, " {name}")?;
                }
                if let Some(text) = signature.default_argument(index) {
                    write!(out, " = {text}")?;
                }
            }
            index = index.saturating_add(1);
            Ok(())
        })?;
        out.write_str(")")
    }

    /// Returns the word after the `&` of a parameter.
    fn passing_word(&self, id: TypeId, passing: Option<Passing>) -> &'static str {
        let reference = self.data_type(id).is_some_and(|one| one.flags.contains(TypeModifiers::REFERENCE));
        match passing {
            Some(Passing(1)) if reference => "in",
            Some(Passing(2)) if reference => "out",
            Some(Passing(3)) if reference => "inout",
            _ => "",
        }
    }
}

/// Writes a name together with its namespace.
pub(crate) fn write_qualified(out: &mut dyn Write, namespace: &Name<'_>, name: &Name<'_>) -> fmt::Result {
    if !namespace.is_empty() {
        write!(out, "{namespace}::")?;
    }
    write!(out, "{name}")
}

/// Writes items with commas between them.
fn separated<T>(
    out: &mut dyn Write,
    items: &[T],
    mut write: impl FnMut(&mut dyn Write, &T) -> fmt::Result,
) -> fmt::Result {
    items.iter().enumerate().try_for_each(|(index, item)| {
        if index > 0 {
            out.write_str(", ")?;
        }
        write(out, item)
    })
}

/// Returns the words before and after a declaration, given its bits.
pub(crate) fn access_words(flags: i64) -> &'static str {
    match flags {
        _ if flags & 1 != 0 => "private ",
        _ if flags & 2 != 0 => "protected ",
        _ => "",
    }
}

impl Traits {
    /// Returns `private `, `protected ` or an empty string.
    pub(crate) fn access(self) -> &'static str {
        access_words(i64::from(self.0 >> 1))
    }

    /// Iterates over the words after the parameters, except for `const`.
    pub(crate) fn suffixes(self) -> impl Iterator<Item = &'static str> {
        let all = [(Self::FINAL, " final"), (Self::OVERRIDE, " override"), (Self::EXPLICIT, " explicit")];
        let with_property = all.into_iter().chain([(Self::PROPERTY, " property")]);
        with_property.filter(move |(bit, _)| self.contains(*bit)).map(|(_, word)| word)
    }
}

impl CodeTraits {
    /// Returns `shared `, `external shared ` or an empty string.
    pub(crate) fn prefix(self) -> &'static str {
        match (self.contains(Self::SHARED), self.contains(Self::EXTERNAL)) {
            (true, true) => "external shared ",
            (true, false) => "shared ",
            _ => "",
        }
    }
}

impl FunctionKind {
    /// Returns a word for this kind of function.
    pub fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::SYSTEM => "system",
            Self::SCRIPT => "script",
            Self::INTERFACE => "interface",
            Self::VIRTUAL => "virtual",
            Self::FUNCDEF => "funcdef",
            Self::IMPORTED => "imported",
            Self::DELEGATE => "delegate",
            _ => return None,
        })
    }
}
