//! The four layouts of the stream and their differences.

use core::fmt;

/// AngelScript version that wrote a stream. The stream doesn't contain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Layout {
    /// AngelScript 2.31.2: Urho3D 1.7 and 1.7.1.
    As2_31,
    /// AngelScript 2.35.1: Urho3D 1.8 and 1.9.0.
    As2_35,
    /// AngelScript 2.36.1: Urho3D after 1.9.
    As2_36,
    /// AngelScript 2.38.0: U3D.
    As2_38,
}

impl Layout {
    /// All layouts, newest first: the order in which they are tried.
    pub const ALL: [Self; 4] = [Self::As2_38, Self::As2_36, Self::As2_35, Self::As2_31];

    /// Returns the version of AngelScript: `2.36.1`.
    pub fn version(self) -> &'static str {
        self.features().version
    }

    /// Returns the engines that write it.
    pub fn engines(self) -> &'static str {
        self.features().engines
    }

    pub(crate) const fn features(self) -> &'static Features {
        match self {
            Self::As2_31 => &AS_2_31,
            Self::As2_35 => &AS_2_35,
            Self::As2_36 => &AS_2_36,
            Self::As2_38 => &AS_2_38,
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.version())
    }
}

/// Presence and content of a function's block about heap objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectBlock {
    /// Always present; variables and positions.
    Always,
    /// Present if flagged; variables and positions.
    Flagged,
    /// Present if flagged; positions only.
    PositionsOnly,
}

/// Differences between the layouts.
#[derive(Debug)]
pub(crate) struct Features {
    pub(crate) version: &'static str,
    /// Outermost part of every path.
    pub(crate) part: &'static str,
    pub(crate) engines: &'static str,
    /// `stripped` is a plain byte instead of a variable-length integer.
    pub(crate) plain_stripped: bool,
    /// Flags of declared types have 8 bytes instead of 4.
    pub(crate) wide_flags: bool,
    /// A byte after the head of a shared type is 1 if it is external; functions can be external too.
    pub(crate) external: bool,
    /// Interfaces also store an offset with each interface that they extend.
    pub(crate) interface_offsets: bool,
    /// Reference kinds and default arguments are counted even if there are no parameters.
    pub(crate) lists_without_parameters: bool,
    /// Functions named `get_…` and `set_…` have traits outside of classes too.
    pub(crate) property_traits: bool,
    /// Bit 7 of a function's kind is set if template subtypes follow.
    pub(crate) template_functions: bool,
    /// The traits byte precedes the code of a function instead of following its variables.
    pub(crate) traits_first: bool,
    pub(crate) objects: ObjectBlock,
    /// Numbers in a try block; 0 if the layout has no such blocks.
    pub(crate) try_numbers: u8,
    /// Variables are kept in stripped files, with offset and heap flag in one number.
    pub(crate) packed_variables: bool,
    /// A used function can be marked as shared.
    pub(crate) shared_functions: bool,
    /// Texts have their own push instruction; operands for globals don't share their numbers with texts.
    pub(crate) text_instruction: bool,
    /// Token numbers of 2.38.
    pub(crate) tokens_2_38: bool,
}

const AS_2_31: Features = Features {
    version: "2.31.2",
    part: "AngelScript 2.31.2",
    engines: "Urho3D 1.7",
    plain_stripped: true,
    wide_flags: false,
    external: false,
    interface_offsets: true,
    lists_without_parameters: true,
    property_traits: false,
    template_functions: false,
    traits_first: false,
    objects: ObjectBlock::Always,
    try_numbers: 0,
    packed_variables: false,
    shared_functions: false,
    text_instruction: true,
    tokens_2_38: false,
};

const AS_2_35: Features = Features {
    version: "2.35.1",
    part: "AngelScript 2.35.1",
    engines: "Urho3D 1.8 and 1.9.0",
    plain_stripped: false,
    external: true,
    interface_offsets: false,
    lists_without_parameters: false,
    traits_first: true,
    objects: ObjectBlock::Flagged,
    try_numbers: 2,
    shared_functions: true,
    text_instruction: false,
    ..AS_2_31
};

const AS_2_36: Features = Features {
    version: "2.36.1",
    part: "AngelScript 2.36.1",
    engines: "Urho3D after 1.9.0",
    objects: ObjectBlock::PositionsOnly,
    packed_variables: true,
    ..AS_2_35
};

const AS_2_38: Features = Features {
    version: "2.38.0",
    part: "AngelScript 2.38.0",
    engines: "U3D",
    wide_flags: true,
    property_traits: true,
    template_functions: true,
    try_numbers: 3,
    tokens_2_38: true,
    ..AS_2_36
};
