//! Declaration of finding kinds.

/// Declares the finding kinds of a crate: each kind has its constant, its name and its texts in one place.
///
/// Use this macro once, in the file `kinds.rs` of your crate. It creates a constant of type `&'static` [`FindingKind`](crate::FindingKind) for each
/// kind, documented by the kind's first sentence, and the list `ALL` of all kinds in the order of their declaration.
///
/// The texts of a kind are, in this order: its name, [about](crate::FindingKind::about), and then, if it has them,
/// [engine](crate::FindingKind::with_engine), [repair](crate::FindingKind::with_repair) and [advice](crate::FindingKind::with_advice).
///
/// ```
/// binio::kinds! {
///     NAME_MISSING: "page/name-missing", "A page has no name.",
///         engine: "Links don't find the page.",
///         advice: "Give the page a name.";
///     TOO_WIDE: "page/too-wide", "A line is too wide.",
///         repair: "wrap-lines";
/// }
///
/// assert_eq!(ALL, [NAME_MISSING, TOO_WIDE]);
/// assert_eq!(NAME_MISSING.engine(), Some("Links don't find the page."));
/// assert_eq!((TOO_WIDE.repair(), TOO_WIDE.advice()), (Some("wrap-lines"), None));
/// ```
#[macro_export]
macro_rules! kinds {
    ($(
        $kind:ident: $name:literal, $about:literal
            $(, engine: $engine:literal)? $(, repair: $repair:literal)? $(, advice: $advice:literal)?;
    )*) => {
        $(
            #[doc = $about]
            pub const $kind: &$crate::FindingKind = &$crate::FindingKind::new($name, $about)
                $(.with_engine($engine))? $(.with_repair($repair))? $(.with_advice($advice))?;
        )*

        /// All kinds of this crate, in the order of their declaration.
        pub const ALL: &[&$crate::FindingKind] = &[$($kind),*];
    };
}
