//! Plausibility of a module in its layout.

use crate::function::{Function, FunctionKind};
use crate::module::Module;
use crate::types::{DataType, Token};

impl Module<'_> {
    /// Returns whether the module is plausible in its layout. Real scripts fit only one layout. A script of one empty
    /// function fits two, and its return type is `void` in only one of them.
    pub(crate) fn makes_sense(&self) -> bool {
        let types = self.data_types.iter().all(|data_type| self.is_type(data_type));
        types && self.functions.iter().all(|function| self.returns_what_it_says(function))
    }

    fn is_type(&self, data_type: &DataType<'_>) -> bool {
        data_type.token == Token::IDENTIFIER || data_type.token.type_name(self.layout).is_some()
    }

    /// A function that returns a number has an instruction for the number before the return.
    fn returns_what_it_says(&self, function: &Function<'_>) -> bool {
        let (Some(signature), Some(code)) = (function.signature(), function.code()) else { return true };
        let returned = self.data_type(signature.return_type).map(|data_type| data_type.token);
        let nothing = returned.is_none_or(|token| token.type_name(self.layout) == Some("void"));
        signature.kind != FunctionKind::SCRIPT || nothing || code.instruction_count > 1
    }
}
