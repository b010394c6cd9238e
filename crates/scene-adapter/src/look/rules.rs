//! Declaration of an adapter's rules for materials.

/// Declares the rules of an adapter: each with its severity, its name and its text in one place.
///
/// The macro creates the enum `Rule`, with the list `ALL`, the functions `number` and `text`, and implements [`LookRule`](crate::look::LookRule). The
/// number of a rule is its place in the declaration: it is in the documentation of the adapter, so add new rules at the end. The path before the rules is
/// the kind of their findings.
///
/// ```
/// mod kinds {
///     binio::kinds! { MATERIAL_RULE: "page/material-rule", "A property of a material has no counterpart."; }
/// }
///
/// scene_adapter::look_rules! {
///     kinds::MATERIAL_RULE;
///     Warning MissingTexture: "a missing texture is left out";
///     Note Baked: "factors are multiplied into the image";
/// }
///
/// fn main() {
///     use scene_adapter::look::LookRule;
///     assert_eq!(Rule::ALL, [Rule::MissingTexture, Rule::Baked]);
///     assert_eq!((Rule::Baked.number(), Rule::Baked.severity()), (2, binio::Severity::Note));
///     assert_eq!(Rule::Baked.to_string(), Rule::Baked.text());
/// }
/// ```
#[macro_export]
macro_rules! look_rules {
    ($kind:path; $($severity:ident $rule:ident: $text:literal;)*) => {
        /// A change to properties without a counterpart on the other side. The same table, with the same numbers, is in [`crate::format`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Rule {
            $(
                #[doc = concat!("Text: \"", $text, "\".")]
                $rule,
            )*
        }

        impl Rule {
            /// All rules, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$rule,)*];

            /// Returns the number in the table, from 1.
            pub const fn number(self) -> usize {
                (self as usize).saturating_add(1)
            }

            /// Returns the property and its change, for findings.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$rule => $text,)*
                }
            }
        }

        impl $crate::look::LookRule for Rule {
            fn kind(self) -> &'static ::binio::FindingKind {
                $kind
            }

            fn number(self) -> usize {
                Self::number(self)
            }

            fn severity(self) -> ::binio::Severity {
                match self {
                    $(Self::$rule => ::binio::Severity::$severity,)*
                }
            }
        }

        impl ::core::fmt::Display for Rule {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.text())
            }
        }
    };
}
