//! Changes.
//!
//! Everything is plain data, and texts take care of themselves: replace a literal, rename a variable. After anything was added
//! or taken away that mentions a type or a function, [`Module::renumber`] brings both into order.

use binio::Name;

use crate::error::Error;
use crate::function::{Body, Function};
use crate::module::Module;

impl<'a> Module<'a> {
    /// Replaces every literal `from` by `to`; says how many there were.
    pub fn replace_string(&mut self, from: &[u8], to: impl Into<Name<'a>>) -> usize {
        let to = to.into();
        let literals = self.strings.iter_mut().filter(|text| ***text == *from);
        literals.map(|text| *text = to.clone()).count()
    }

    /// Leaves out names of variables, lines and sections, as the compiler does unless told otherwise.
    ///
    /// # Errors
    /// As [`renumber`](Self::renumber), before 2.36, where variables go altogether and their types with them.
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
