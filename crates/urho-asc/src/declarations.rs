//! Writes the declarations in a script as source text.

use alloc::collections::BTreeSet;
use alloc::string::ToString;
use core::fmt::{self, Display};

use crate::function::{Body, Function, FunctionId, FunctionRef, Scope};
use crate::module::{Class, ClassBody, Enum, Module, TypeFlags, TypeHead};
use crate::text::{Spelling, access_words, write_qualified};

impl Module<'_> {
    /// Returns all declarations of the script in script syntax, to get an overview of what is in it.
    ///
    /// The bodies of functions are left out, every name has its full namespace, and a function is marked when the
    /// compiler has generated it.
    pub fn declarations(&self) -> impl Display + '_ {
        let bodies = self.classes.iter().filter_map(|class| class.body.as_deref());
        let constructors = bodies.flat_map(|body| &body.constructors);
        Declarations { module: self, factories: constructors.filter_map(|one| one.factory).collect() }
    }
}

struct Declarations<'m> {
    module: &'m Module<'m>,
    /// Functions that create objects. The compiler generates them.
    factories: BTreeSet<FunctionId>,
}

impl Display for Declarations<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { module, .. } = self;
        let debug = if module.stripped { "stripped" } else { "with debug information" };
        writeln!(f, "// AngelScript {} ({}), {debug}", module.version, module.version.engines())?;
        module.enums.iter().try_for_each(|one| write_enum(f, one))?;
        for typedef in &module.typedefs {
            let word = typedef.alias.type_name(module.version).unwrap_or("?");
            write!(f, "typedef {word} ")?;
            write_qualified(f, &typedef.head.namespace, &typedef.head.name)?;
            writeln!(f, ";")?;
        }
        for id in module.funcdefs.iter().flatten() {
            writeln!(f, "{}funcdef {};", self.sharing(*id), module.function_text(*id))?;
        }
        module.classes.iter().try_for_each(|class| self.write_class(f, class))?;
        for global in &module.globals {
            write!(f, "{} ", module.type_text(global.data_type))?;
            write_qualified(f, &global.namespace, &global.name)?;
            writeln!(f, ";")?;
        }
        for import in &module.imports {
            writeln!(f, "import {} from \"{}\";", Declared(module, import.function), import.module)?;
        }
        for id in module.script_functions.iter().flatten() {
            self.write_function(f, *id)?;
        }
        Ok(())
    }
}

impl Declarations<'_> {
    /// Returns `shared ` and `external ` if this function needs them.
    fn sharing(&self, id: FunctionId) -> &'static str {
        match self.module.function(id).and_then(Function::declared).map(|function| &function.body) {
            Some(Body::Script(body)) => body.traits.prefix(),
            Some(Body::Funcdef(bits)) => match bits & 3 {
                3 => "external shared ",
                1 => "shared ",
                _ => "",
            },
            _ => "",
        }
    }

    fn write_class(&self, f: &mut fmt::Formatter<'_>, class: &Class<'_>) -> fmt::Result {
        let Self { module, .. } = self;
        let head = &class.head;
        write_type_head(f, head)?;
        let Some(body) = &class.body else { return writeln!(f, ";") };
        let interfaces = body.interfaces.iter().map(|one| &one.interface);
        let bases = Some(&body.base).filter(|base| !base.is_none()).into_iter().chain(interfaces);
        for (index, base) in bases.enumerate() {
            write!(f, "{}{}", if index == 0 { " : " } else { ", " }, module.type_info_text(base))?;
        }
        writeln!(f, "\n{{")?;
        for property in &body.properties {
            let inherited = if property.flags & 4 != 0 { " // inherited" } else { "" };
            let access = access_words(property.flags);
            // Members that are objects are stored as references.
            let data_type = module.type_text(property.data_type).to_string();
            writeln!(f, "    {access}{} {};{inherited}", data_type.trim_end_matches('&'), property.name)?;
        }
        let constructors = body.constructors.iter().filter_map(|one| one.construct);
        for id in constructors.chain(body.destructor) {
            self.write_method(f, id, (head, body), true)?;
        }
        for id in body.methods.iter().flatten() {
            self.write_method(f, *id, (head, body), false)?;
        }
        writeln!(f, "}}")
    }

    /// Writes a method inside its class, and therefore without the name of the class.
    fn write_method(
        &self,
        f: &mut fmt::Formatter<'_>,
        id: FunctionId,
        (class, body): (&TypeHead<'_>, &ClassBody<'_>),
        without_type: bool,
    ) -> fmt::Result {
        let Self { module, .. } = self;
        let function = module.function(id);
        let Some(signature) = function.and_then(Function::signature) else {
            return writeln!(f, "    // {}", module.function_text(id));
        };
        let traits = signature.traits.unwrap_or_default();
        write!(f, "    {}", traits.access())?;
        if !without_type {
            write!(f, "{} ", module.type_text(signature.return_type))?;
        }
        write!(f, "{}", signature.name)?;
        let implementation = self.implementation(id, body);
        let debug = implementation.and_then(Function::code).and_then(|code| code.debug.as_deref());
        module.write_parameters(f, signature, debug, Spelling::Source)?;
        if traits.contains(crate::Traits::READ_ONLY) {
            f.write_str(" const")?;
        }
        traits.suffixes().try_for_each(|word| f.write_str(word))?;
        let scope = implementation.and_then(Function::signature).map(|signature| &signature.scope);
        let own = matches!(scope, Some(Scope::Class(crate::TypeInfo::Named(owner))) if owner.name == class.name);
        writeln!(f, ";{}", if own || without_type { "" } else { " // inherited" })
    }

    /// Returns the function that will be called. For a slot, this is the entry in the virtual table of the class, if
    /// there is one.
    fn implementation(&self, id: FunctionId, class: &ClassBody<'_>) -> Option<&Function<'_>> {
        let function = self.module.function(id)?;
        let Some(Body::Slot(slot)) = function.declared().map(|function| &function.body) else { return Some(function) };
        let called = usize::try_from(*slot).ok().and_then(|slot| *class.virtual_table.get(slot)?);
        called.and_then(|id| self.module.function(id)).or(Some(function))
    }

    fn write_function(&self, f: &mut fmt::Formatter<'_>, id: FunctionId) -> fmt::Result {
        let Self { module, .. } = self;
        let Some(signature) = module.function(id).and_then(Function::signature) else {
            return writeln!(f, "// {}", module.function_text(id));
        };
        let factory = self.factories.contains(&id);
        let made = factory || signature.name.starts_with(b"$") || matches!(signature.scope, Scope::Class(_));
        let mark = if made { "// " } else { "" };
        let end = if made { "" } else { ";" };
        writeln!(f, "{mark}{}{}{end}", self.sharing(id), module.function_text(id))
    }
}

/// A function that may be missing.
struct Declared<'m>(&'m Module<'m>, FunctionRef);

impl Display for Declared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Some(id) => write!(f, "{}", self.0.function_text(id)),
            None => f.write_str("nothing"),
        }
    }
}

/// Writes the kind and the name of a type.
fn write_type_head(f: &mut fmt::Formatter<'_>, head: &TypeHead<'_>) -> fmt::Result {
    let flags = head.flags;
    let words = [
        (head.external, "external "),
        (flags.contains(TypeFlags::SHARED), "shared "),
        (flags.contains(TypeFlags::ABSTRACT), "abstract "),
        (flags.contains(TypeFlags::NO_INHERIT), "final "),
    ];
    words.iter().filter(|(set, _)| *set).try_for_each(|(_, word)| f.write_str(word))?;
    f.write_str(if head.is_interface() { "interface " } else { "class " })?;
    write_qualified(f, &head.namespace, &head.name)
}

fn write_enum(f: &mut fmt::Formatter<'_>, one: &Enum<'_>) -> fmt::Result {
    let head = &one.head;
    let shared = if head.flags.contains(TypeFlags::SHARED) { "shared " } else { "" };
    write!(f, "{}{shared}enum ", if head.external { "external " } else { "" })?;
    write_qualified(f, &head.namespace, &head.name)?;
    if head.external {
        return writeln!(f, ";");
    }
    writeln!(f, "\n{{")?;
    for (name, value) in &one.values {
        writeln!(f, "    {name} = {value},")?;
    }
    writeln!(f, "}}")
}
