//! Writes types.

use binio::{Fault, Sink, Within};

use super::encoder::Encoder;
use crate::caps::Caps;
use crate::error::Written;
use crate::types::{DataType, TemplateArgument, TemplateInstance, Token, TypeId, TypeInfo};

impl<'m, S: Sink> Encoder<'m, '_, S> {
    /// Writes the type of a value. It is stored at its first use, and later only referenced.
    pub(super) fn data_type(&mut self, id: &TypeId) -> Written {
        let TypeId(id) = *id;
        if id < self.data_types {
            self.demand(!self.open_types.contains(&id), "a type is part of itself")?;
            return self.integer(i64::from(id) + 1);
        }
        let module = self.module;
        let Some(data_type) = module.data_type(TypeId(id)).filter(|_| id == self.data_types) else {
            return self.demand(false, "types have to be numbered in the order of their first use");
        };
        self.out.mark("type", usize::try_from(id).ok());
        self.data_types += 1;
        self.open_types.push(id);
        self.new_data_type(data_type)?;
        self.open_types.pop();
        Ok(())
    }

    fn new_data_type(&mut self, data_type: &'m DataType<'_>) -> Written {
        let DataType { token, flags, info } = data_type;
        let named = *token == Token::IDENTIFIER;
        self.demand(named == info.is_some(), "a type has a name if, and only if, its token says so")?;
        self.integer(0)?;
        self.integer(i64::from(token.0))?;
        if let Some(info) = info {
            self.type_info(info)?;
        }
        self.byte(flags.0);
        Ok(())
    }

    /// Writes a type with a name.
    pub(super) fn type_info(&mut self, info: &'m TypeInfo<'_>) -> Written {
        let Some(depth_left) = self.depth_left.checked_sub(1) else {
            return Err(self.fail(Fault::Limit("depth of types")));
        };
        self.depth_left = depth_left;
        match info {
            TypeInfo::None => self.byte(0),
            TypeInfo::Template(template) => self.template(template)?,
            TypeInfo::ListPattern(of) => {
                self.byte(b'l');
                self.type_info(of)?;
            }
            TypeInfo::Subtype(name) => {
                self.byte(b's');
                self.string(name)?;
            }
            TypeInfo::Named(named) => {
                self.byte(b'o');
                self.string(&named.name).within("type")?;
                self.string(&named.namespace).within("namespace")?;
            }
            TypeInfo::ChildFuncdef(child) => {
                self.byte(b'c');
                self.string(&child.name).within("type")?;
                self.type_info(&child.parent)?;
            }
        }
        self.depth_left += 1;
        Ok(())
    }

    fn template(&mut self, template: &'m TemplateInstance<'_>) -> Written {
        let TemplateInstance { name, namespace, arguments } = template;
        self.byte(b'a');
        self.string(name).within("template")?;
        self.string(namespace).within("namespace")?;
        self.list_up_to(Caps::TEMPLATE_ARGUMENTS, "template argument", arguments, Self::template_argument)
    }

    fn template_argument(&mut self, argument: &TemplateArgument) -> Written {
        match argument {
            TemplateArgument::Type(id) => {
                self.byte(b's');
                self.data_type(id)
            }
            TemplateArgument::Token { tag, token } => {
                self.demand(*tag != b's', "the letter s marks a type stored in full")?;
                self.byte(*tag);
                self.integer(i64::from(token.0))
            }
        }
    }
}
