//! Writes enums, classes and typedefs.

use binio::{Sink, Within};

use super::encoder::Encoder;
use crate::error::Written;
use crate::module::{Class, ClassBody, Enum, Implemented, Property, TypeFlags, TypeHead, Typedef};

impl<'m, S: Sink> Encoder<'m, '_, S> {
    fn type_head(&mut self, head: &'m TypeHead<'_>) -> Written {
        let TypeHead { name, namespace, flags, size, external } = head;
        self.string(name).within("name")?;
        if self.features.wide_flags {
            self.out.u64_be(flags.0);
        } else {
            let flags = self.out.narrow(flags.0, u32::MAX)?;
            self.out.u32_be(flags);
        }
        self.integer(*size).within("size")?;
        self.string(namespace).within("namespace")?;
        let marked = self.features.external && flags.contains(TypeFlags::SHARED);
        if marked {
            self.byte(if *external { b'e' } else { b' ' });
        }
        self.demand(marked || !external, "only shared types can be external, and only since 2.35")
    }

    pub(super) fn enumeration(&mut self, one: &'m Enum<'_>) -> Written {
        self.type_head(&one.head)?;
        if one.head.external {
            return self.demand(one.values.is_empty(), "an external enum has no values");
        }
        self.list("value", &one.values, |encoder, (name, value)| {
            encoder.string(name)?;
            encoder.out.i32_be(*value);
            Ok(())
        })
    }

    pub(super) fn typedef(&mut self, one: &'m Typedef<'_>) -> Written {
        self.type_head(&one.head)?;
        self.integer(i64::from(one.alias.0))
    }

    pub(super) fn class_head(&mut self, class: &'m Class<'_>) -> Written {
        self.type_head(&class.head)?;
        let external = class.head.external;
        self.demand(class.body.is_none() == external, "external classes have no body, all others have one")
    }

    /// Writes what is in the classes. All interfaces come first, then all other classes, then the members of these
    /// other classes.
    pub(super) fn class_bodies(&mut self, classes: &'m [Class<'_>]) -> Written {
        let bodies = || {
            let numbered = classes.iter().enumerate();
            numbered.filter_map(|(index, class)| Some((index, class.head.is_interface(), class.body.as_deref()?)))
        };
        for interfaces in [true, false] {
            for (index, interface, body) in bodies() {
                if interface == interfaces {
                    self.class_body(body, interface).within_item("class", index)?;
                }
            }
        }
        for (index, _, body) in bodies().filter(|(_, interface, _)| !interface) {
            self.list("member", &body.properties, Self::property).within_item("class", index)?;
        }
        Ok(())
    }

    fn class_body(&mut self, body: &'m ClassBody<'_>, interface: bool) -> Written {
        let ClassBody { base, interfaces, destructor, constructors, methods, virtual_table, properties } = body;
        self.type_info(base).within("base")?;
        let offsets = !interface || self.features.interface_offsets;
        self.list("interface", interfaces, |encoder, one| {
            let Implemented { interface, table_offset } = one;
            encoder.type_info(interface)?;
            match offsets {
                true => encoder.integer(*table_offset),
                false => encoder.demand(*table_offset == 0, "interfaces don't store table offsets since 2.35"),
            }
        })?;
        if interface {
            let empty = destructor.is_none() && constructors.is_empty() && properties.is_empty();
            self.demand(empty, "an interface has no destructor, constructors or members")?;
        } else {
            self.function(destructor).within("destructor")?;
            self.list("constructor", constructors, |encoder, one| {
                encoder.function(&one.construct)?;
                encoder.function(&one.factory).within("factory")
            })?;
        }
        self.list("method", methods, Self::function)?;
        self.list("virtual function", virtual_table, Self::function)
    }

    fn property(&mut self, property: &'m Property<'_>) -> Written {
        let Property { name, data_type, flags } = property;
        self.string(name).within("name")?;
        self.data_type(data_type).within("type")?;
        self.integer(*flags).within("flags")
    }
}
