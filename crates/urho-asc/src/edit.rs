//! Edits.
//!
//! A module is plain data, and the text table is managed automatically: replace a literal, rename a variable. After adding or
//! removing references to types or functions, call [`Module::renumber`] to restore the order of both.

use binio::Name;

use crate::error::Error;
use crate::function::{Body, Function};
use crate::module::Module;

impl<'a> Module<'a> {
    /// Replaces every literal `from` by `to`; returns the number of replacements.
    pub fn replace_string(&mut self, from: &[u8], to: impl Into<Name<'a>>) -> usize {
        let to = to.into();
        let literals = self.strings.iter_mut().filter(|text| ***text == *from);
        literals.map(|text| *text = to.clone()).count()
    }

    /// Removes names of variables, lines and sections, as the compiler does by default.
    ///
    /// # Errors
    /// As [`renumber`](Self::renumber), before 2.36, where variables and their types are removed completely.
    pub fn strip(&mut self) -> Result<(), Error> {
        let keeps_variables = self.layout.features().packed_variables;
        for function in &mut self.functions {
            let Function::Declared(function) = function else { continue };
            let Body::Script(body) = &mut function.body else { continue };
            let Some(code) = &mut body.code else { continue };
            code.debug = None;
            for variable in &mut code.variables {
                variable.name = Name::default();
                variable.declared_at = 0;
            }
            if !keeps_variables {
                code.variables.clear();
            }
        }
        self.stripped = true;
        if keeps_variables { Ok(()) } else { self.renumber() }
    }
}
