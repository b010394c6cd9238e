//! The largest counts that a script may have.

/// Maximum counts that AngelScript reads.
pub(crate) struct Caps;

impl Caps {
    /// For nearly everything; also for the number at the start of a text, which is twice its length.
    pub(crate) const COUNT: u64 = 1_000_000;
    /// Parameters of a function.
    pub(crate) const PARAMETERS: u64 = 256;
    /// Arguments of a template.
    pub(crate) const TEMPLATE_ARGUMENTS: u64 = 100;
}
