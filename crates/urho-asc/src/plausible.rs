//! Decides whether a module makes sense in its version.

use crate::function::{Function, FunctionKind};
use crate::module::Module;
use crate::types::{DataType, Token};

impl Module<'_> {
    /// Returns whether the module makes sense in its version. This is only needed for tiny scripts, because real scripts
    /// fit a single version. For example, a script with an empty function fits two versions, but only in one of them its
    /// return type is `void`.
    pub(crate) fn makes_sense(&self) -> bool {
        let types = self.data_types.iter().all(|data_type| self.is_type(data_type));
        types && self.functions.iter().all(|function| self.returns_what_it_says(function))
    }

    fn is_type(&self, data_type: &DataType<'_>) -> bool {
        data_type.token == Token::IDENTIFIER || data_type.token.type_name(self.version).is_some()
    }

    /// Checks that a function that returns a number has an instruction to load it before the return.
    fn returns_what_it_says(&self, function: &Function<'_>) -> bool {
        let (Some(signature), Some(code)) = (function.signature(), function.code()) else { return true };
        let returned = self.data_type(signature.return_type).map(|data_type| data_type.token);
        let nothing = returned.is_none_or(|token| token.type_name(self.version) == Some("void"));
        signature.kind != FunctionKind::SCRIPT || nothing || code.instruction_count > 1
    }
}
