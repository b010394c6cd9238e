//! The four AngelScript versions whose streams are known, and how they differ.

use core::fmt;

/// The AngelScript version that wrote a stream. Because the version is not in the file, it has to be found by trying
/// each version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Version {
    /// AngelScript 2.31.2, for Urho3D 1.7 and 1.7.1.
    As2_31,
    /// AngelScript 2.35.1, for Urho3D 1.8 and 1.9.0.
    As2_35,
    /// AngelScript 2.36.1, for Urho3D after 1.9.
    As2_36,
    /// AngelScript 2.38.0, for U3D.
    As2_38,
}

impl Version {
    /// All versions, beginning with the newest. They are tried in this order.
    pub const ALL: [Self; 4] = [Self::As2_38, Self::As2_36, Self::As2_35, Self::As2_31];

    /// Returns the number, for example `2.36.1`.
    pub fn number(self) -> &'static str {
        self.features().version
    }

    /// Returns the engines that write this version.
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

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.number())
    }
}

/// Whether a function has a block about objects on the heap, and what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectBlock {
    /// There is always a block. It has variables and positions.
    Always,
    /// There is a block if a flag is set. It has variables and positions.
    Flagged,
    /// There is a block if a flag is set. It only has positions.
    PositionsOnly,
}

/// How the versions differ.
#[derive(Debug)]
pub(crate) struct Features {
    pub(crate) version: &'static str,
    /// The outermost part of every path.
    pub(crate) part: &'static str,
    pub(crate) engines: &'static str,
    /// `stripped` is a plain byte and not an integer of variable length.
    pub(crate) plain_stripped: bool,
    /// The flags of a declared type have 8 bytes and not 4.
    pub(crate) wide_flags: bool,
    /// After the head of a shared type, there is a byte that is 1 if the type is external. Functions can be external
    /// too.
    pub(crate) external: bool,
    /// An interface also stores an offset for each interface that it extends.
    pub(crate) interface_offsets: bool,
    /// Reference kinds and default arguments are counted even if there are no parameters.
    pub(crate) lists_without_parameters: bool,
    /// A function with the name `get_…` or `set_…` has traits even outside a class.
    pub(crate) property_traits: bool,
    /// Bit 7 in the kind of a function is set if template subtypes follow.
    pub(crate) template_functions: bool,
    /// The byte with the traits comes before the code and not after the variables.
    pub(crate) traits_first: bool,
    pub(crate) objects: ObjectBlock,
    /// How many numbers a try block has. If the version has no try blocks, this is 0.
    pub(crate) try_numbers: u8,
    /// Variables are also in stripped files, with the offset and the heap flag in a single number.
    pub(crate) packed_variables: bool,
    /// A function that is used can be marked as shared.
    pub(crate) shared_functions: bool,
    /// There is a separate instruction to push a string, so that operands for globals do not share their numbers with
    /// strings.
    pub(crate) text_instruction: bool,
    /// The token numbers are those of 2.38.
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
