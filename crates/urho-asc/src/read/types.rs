//! Reads types.

#![deny(clippy::arithmetic_side_effects)]

use alloc::boxed::Box;
use binio::Within;

use super::reader::{Reader, Result};
use crate::caps::Caps;
use crate::error::ErrorKind;
use crate::types::{
    ChildFuncdef, DataType, QualifiedName, TemplateArgument, TemplateInstance, Token, TypeId, TypeInfo, TypeModifiers,
};

impl<'a> Reader<'a> {
    /// Reads the type of a value. It is stored here, or refers to a type that was stored before.
    pub(super) fn data_type(&mut self) -> Result<TypeId> {
        let at = self.stream.input();
        let number = self.u32("number of a type")?;
        let known = u32::try_from(self.data_types.len()).unwrap_or(u32::MAX);
        if let Some(index) = number.checked_sub(1) {
            if index >= known {
                let index = u64::from(index);
                return Err(at.fail(ErrorKind::NoSuch { what: "type", index }));
            }
            if self.open_types.contains(&index) {
                return Err(at.fail(ErrorKind::SelfReference));
            }
            return Ok(TypeId(index));
        }
        let token = Token(self.u32("token")?);
        // AngelScript assigns the number before it reads the inner types.
        self.data_types.push(DataType { token, ..DataType::default() });
        let info = if token == Token::IDENTIFIER {
            self.open_types.push(known);
            let info = self.type_info()?;
            self.open_types.pop();
            Some(Box::new(info))
        } else {
            None
        };
        let flags = TypeModifiers(self.byte()?);
        if let Some(slot) = usize::try_from(known).ok().and_then(|index| self.data_types.get_mut(index)) {
            *slot = DataType { token, flags, info };
        }
        Ok(TypeId(known))
    }

    /// Reads a type with a name.
    pub(super) fn type_info(&mut self) -> Result<TypeInfo<'a>> {
        let at = self.stream.input();
        self.stream.enter("depth of types")?;
        let tag = self.byte()?;
        let info = match tag {
            0 => TypeInfo::None,
            b'a' => TypeInfo::Template(Box::new(self.template()?)),
            b'l' => TypeInfo::ListPattern(Box::new(self.type_info()?)),
            b's' => TypeInfo::Subtype(self.string()?),
            b'o' => {
                let name = self.string().within("type")?;
                let namespace = self.string().within("namespace")?;
                TypeInfo::Named(Box::new(QualifiedName { name, namespace }))
            }
            b'c' => {
                let name = self.string().within("type")?;
                let parent = self.type_info()?;
                TypeInfo::ChildFuncdef(Box::new(ChildFuncdef { name, parent }))
            }
            tag => return Err(at.fail(ErrorKind::UnknownTag { what: "kind of type", tag })),
        };
        self.stream.leave();
        Ok(info)
    }

    fn template(&mut self) -> Result<TemplateInstance<'a>> {
        let name = self.string().within("template")?;
        let namespace = self.string().within("namespace")?;
        let arguments = self.list_up_to(Caps::TEMPLATE_ARGUMENTS, "template argument", 2, Self::template_argument)?;
        Ok(TemplateInstance { name, namespace, arguments })
    }

    fn template_argument(&mut self) -> Result<TemplateArgument> {
        match self.byte()? {
            b's' => self.data_type().map(TemplateArgument::Type),
            tag => Ok(TemplateArgument::Token { tag, token: Token(self.u32("token")?) }),
        }
    }
}
