//! Edits to scripts.
//!
//! A module is plain data, so you can, for example, replace a literal or rename a variable. The table of strings is
//! updated when you write the module. If you add or remove a reference to a type or a function, you must call
//! [`Module::renumber`] afterwards to restore the order of both.

use binio::Name;

use crate::error::Error;
use crate::function::{Body, Function};
use crate::module::Module;

impl<'a> Module<'a> {
    /// Replaces every string literal that is equal to `from`, for example to translate a text in a script. Returns how
    /// many there were.
    pub fn replace_string(&mut self, from: &[u8], to: impl Into<Name<'a>>) -> usize {
        let to = to.into();
        let literals = self.strings.iter_mut().filter(|text| ***text == *from);
        literals.map(|text| *text = to.clone()).count()
    }

    /// Removes what is only used to debug the script: the names of variables, lines and sections. The compiler does the
    /// same by default.
    ///
    /// # Errors
    /// Before 2.36, variables are removed completely, together with their types, so see [`renumber`](Self::renumber).
    /// For later versions this will not fail.
    pub fn strip(&mut self) -> Result<(), Error> {
        let keeps_variables = self.version.features().packed_variables;
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
