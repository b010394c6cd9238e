//! Declares options.

/// Declares a struct of options. Use this to have the documentation, the type and the default value of each option in
/// one place. It also creates a setter for each option.
///
/// The macro implements [`Default`], and the struct is `#[non_exhaustive]`. Options are fields with the visibility that
/// you declare: private, `pub(crate)` if other modules must read them, or `pub` if other crates must. A setter has the name and the documentation
/// of its option. With `#[setter(into)]`, the setter accepts `impl Into<T>`, so that you can set an `Option` by its
/// value. With `#[setter(none)]`, there is no setter, so you can write it by hand, for example if it needs other
/// arguments.
///
/// ```
/// binio::options! {
///     /// Options for reading a page.
///     #[derive(Clone, Debug)]
///     pub struct ReadOptions {
///         /// Width of a tab. Default: 4.
///         tab: u8 = 4,
///         /// Language of the page. Default: `None`, the reader's.
///         #[setter(into)]
///         language: Option<&'static str> = None,
///     }
/// }
///
/// let options = ReadOptions::default().language("en");
/// assert_eq!((options.tab, options.language), (4, Some("en")));
/// assert_eq!(options.tab(8).tab, 8);
/// ```
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        $visibility:vis struct $name:ident $(<$lifetime:lifetime>)? {
            $(
                $(#[doc = $doc:expr])*
                $(#[setter($setter:ident)])?
                $field_visibility:vis $field:ident: $type:ty = $default:expr
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[non_exhaustive]
        $visibility struct $name $(<$lifetime>)? {
            $($(#[doc = $doc])* $field_visibility $field: $type,)*
        }

        impl $(<$lifetime>)? ::core::default::Default for $name $(<$lifetime>)? {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        $crate::setters! {
            impl $(<$lifetime>)? $name {
                $($(#[doc = $doc])* $(#[setter($setter)])? $field: $type,)*
            }
        }
    };
}

/// Declares setters for the fields of a struct that has no default value. See [`options!`](crate::options).
///
/// ```
/// struct Page {
///     address: String,
///     tab: u8,
/// }
///
/// binio::setters! {
///     impl Page {
///         /// Sets the width of a tab.
///         tab: u8,
///     }
/// }
///
/// let page = Page { address: "a".to_owned(), tab: 4 }.tab(8);
/// assert_eq!((page.address.as_str(), page.tab), ("a", 8));
/// ```
#[macro_export]
macro_rules! setters {
    (
        impl $(<$lifetime:lifetime>)? $name:ident {
            $($(#[doc = $doc:expr])* $(#[setter($setter:ident)])? $field:ident: $type:ty),* $(,)?
        }
    ) => {
        impl $(<$lifetime>)? $name $(<$lifetime>)? {
            $($crate::setters! { @ $($setter)?; $field: $type; $($doc)* })*
        }
    };
    (@ ; $field:ident: $type:ty; $($doc:expr)*) => {
        $(#[doc = $doc])*
        #[must_use]
        pub fn $field(mut self, $field: $type) -> Self {
            self.$field = $field;
            self
        }
    };
    (@ into; $field:ident: $type:ty; $($doc:expr)*) => {
        $(#[doc = $doc])*
        #[must_use]
        pub fn $field(mut self, $field: impl ::core::convert::Into<$type>) -> Self {
            self.$field = $field.into();
            self
        }
    };
    (@ none; $field:ident: $type:ty; $($doc:expr)*) => {};
}
