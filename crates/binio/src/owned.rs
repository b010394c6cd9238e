//! Copies without borrowed data, and copies that borrow.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::name::{Bytes, Name};

/// A value that may borrow from the bytes of a file, and can be copied so that it borrows nothing.
///
/// [`into_owned!`](crate::into_owned!) implements it for structs and enums. You call the method of your type itself, so you need this trait only for
/// generic code.
pub trait IntoOwned {
    /// The same type without borrowed data.
    type Owned;

    /// Returns the same value without borrowed data. Borrowed data is copied, and everything else is moved.
    fn into_owned(self) -> Self::Owned;
}

/// A value that can lend its data to a copy, which is cheaper than a clone because bulk data isn't copied.
pub trait Borrowed {
    /// The same type with data borrowed from the original.
    type Borrowed<'b>
    where
        Self: 'b;

    /// Returns a copy that borrows bulk data from `self`.
    fn borrowed(&self) -> Self::Borrowed<'_>;
}

impl IntoOwned for Name<'_> {
    type Owned = Name<'static>;
    fn into_owned(self) -> Name<'static> {
        Name::into_owned(self)
    }
}

impl Borrowed for Name<'_> {
    type Borrowed<'b>
        = Name<'b>
    where
        Self: 'b;
    fn borrowed(&self) -> Name<'_> {
        Name::borrowed(self)
    }
}

impl IntoOwned for Bytes<'_> {
    type Owned = Bytes<'static>;
    fn into_owned(self) -> Bytes<'static> {
        Bytes::into_owned(self)
    }
}

impl Borrowed for Bytes<'_> {
    type Borrowed<'b>
        = Bytes<'b>
    where
        Self: 'b;
    fn borrowed(&self) -> Bytes<'_> {
        Bytes::borrowed(self)
    }
}

impl<T: ToOwned + ?Sized + 'static> IntoOwned for Cow<'_, T> {
    type Owned = Cow<'static, T>;
    fn into_owned(self) -> Cow<'static, T> {
        Cow::Owned(Cow::into_owned(self))
    }
}

impl<T: IntoOwned> IntoOwned for Vec<T> {
    type Owned = Vec<T::Owned>;
    fn into_owned(self) -> Vec<T::Owned> {
        self.into_iter().map(T::into_owned).collect()
    }
}

impl<T: Borrowed> Borrowed for Vec<T> {
    type Borrowed<'b>
        = Vec<T::Borrowed<'b>>
    where
        Self: 'b;
    fn borrowed(&self) -> Vec<T::Borrowed<'_>> {
        // Rust 1.85 doesn't take `T::borrowed` as a function for any lifetime.
        let mut borrowed = Vec::with_capacity(self.len());
        for value in self {
            borrowed.push(value.borrowed());
        }
        borrowed
    }
}

impl<T: IntoOwned> IntoOwned for Option<T> {
    type Owned = Option<T::Owned>;
    fn into_owned(self) -> Option<T::Owned> {
        self.map(T::into_owned)
    }
}

impl<T: Borrowed> Borrowed for Option<T> {
    type Borrowed<'b>
        = Option<T::Borrowed<'b>>
    where
        Self: 'b;
    fn borrowed(&self) -> Option<T::Borrowed<'_>> {
        let Some(value) = self else { return None };
        Some(value.borrowed())
    }
}

impl<T: IntoOwned> IntoOwned for Box<T> {
    type Owned = Box<T::Owned>;
    fn into_owned(self) -> Box<T::Owned> {
        Box::new(T::into_owned(*self))
    }
}

impl<T: Borrowed> Borrowed for Box<T> {
    type Borrowed<'b>
        = Box<T::Borrowed<'b>>
    where
        Self: 'b;
    fn borrowed(&self) -> Box<T::Borrowed<'_>> {
        Box::new(T::borrowed(self))
    }
}

impl<A: IntoOwned, B: IntoOwned> IntoOwned for (A, B) {
    type Owned = (A::Owned, B::Owned);
    fn into_owned(self) -> (A::Owned, B::Owned) {
        (A::into_owned(self.0), B::into_owned(self.1))
    }
}

/// Numbers borrow nothing.
macro_rules! numbers {
    ($($number:ty)*) => {
        $(
            impl IntoOwned for $number {
                type Owned = Self;
                fn into_owned(self) -> Self {
                    self
                }
            }
        )*
    };
}

numbers! { i32 u32 f32 }

/// Declares the method `into_owned` of a type with one lifetime, and implements [`IntoOwned`](crate::IntoOwned).
///
/// List the fields that borrow first; fields after the semicolon are moved. Fields can't be forgotten: the compiler wants all of them. For an enum, list
/// its variants in the same way; each has one value, and variants without a value come after a second semicolon. With `, borrowed` at the end, the macro also declares the method `borrowed`, and implements
/// [`Borrowed`](crate::Borrowed).
///
/// For a type whose methods are written by hand, `into_owned! { impl Page }` implements only the traits.
///
/// ```
/// use binio::{Bytes, Name};
///
/// struct Page<'a> {
///     name: Name<'a>,
///     lines: Vec<Line<'a>>,
///     width: u32,
/// }
///
/// enum Line<'a> {
///     Text(Bytes<'a>),
///     Space(u32),
/// }
///
/// binio::into_owned! { pub Page { name, lines; width }, borrowed }
/// binio::into_owned! { pub enum Line { Text; Space }, borrowed }
///
/// let text = "one".to_owned();
/// let page = Page { name: Name::from(&*text), lines: vec![Line::Text(Bytes::from(text.as_bytes())), Line::Space(2)], width: 3 };
/// assert_eq!(page.borrowed().lines.len(), 2);
/// let page: Page<'static> = page.into_owned();
/// drop(text);
/// assert!(page.name == "one" && page.width == 3);
/// ```
#[macro_export]
macro_rules! into_owned {
    (impl $name:ident) => {
        impl $crate::IntoOwned for $name<'_> {
            type Owned = $name<'static>;
            fn into_owned(self) -> $name<'static> {
                $name::into_owned(self)
            }
        }
    };
    (impl $name:ident, borrowed) => {
        $crate::into_owned! { impl $name }

        impl $crate::Borrowed for $name<'_> {
            type Borrowed<'b> = $name<'b> where Self: 'b;
            fn borrowed(&self) -> $name<'_> {
                $name::borrowed(self)
            }
        }
    };
    ($visibility:vis enum $name:ident $variants:tt) => {
        $crate::into_owned! { @enum $visibility $name $variants }
        $crate::into_owned! { impl $name }
    };
    ($visibility:vis enum $name:ident $variants:tt, borrowed) => {
        $crate::into_owned! { @enum $visibility $name $variants }
        $crate::into_owned! { @borrowed_enum $visibility $name $variants }
        $crate::into_owned! { impl $name, borrowed }
    };
    ($visibility:vis $name:ident $fields:tt) => {
        $crate::into_owned! { @struct $visibility $name $fields }
        $crate::into_owned! { impl $name }
    };
    ($visibility:vis $name:ident $fields:tt, borrowed) => {
        $crate::into_owned! { @struct $visibility $name $fields }
        $crate::into_owned! { @borrowed_struct $visibility $name $fields }
        $crate::into_owned! { impl $name, borrowed }
    };
    (@struct $visibility:vis $name:ident { $($owned:ident),* $(; $($kept:ident),*)? }) => {
        impl $name<'_> {
            /// Returns the same value without borrowed data: borrowed data is copied.
            $visibility fn into_owned(self) -> $name<'static> {
                $name {
                    $($owned: $crate::IntoOwned::into_owned(self.$owned),)*
                    $($($kept: self.$kept,)*)?
                }
            }
        }
    };
    (@borrowed_struct $visibility:vis $name:ident { $($owned:ident),* $(; $($kept:ident),*)? }) => {
        impl $name<'_> {
            /// Returns a copy that borrows bulk data from `self`.
            $visibility fn borrowed(&self) -> $name<'_> {
                $name {
                    $($owned: $crate::Borrowed::borrowed(&self.$owned),)*
                    $($($kept: ::core::clone::Clone::clone(&self.$kept),)*)?
                }
            }
        }
    };
    (@enum $visibility:vis $name:ident { $($owned:ident),* $(; $($kept:ident),* $(; $($unit:ident),*)?)? }) => {
        impl $name<'_> {
            /// Returns the same value without borrowed data: borrowed data is copied.
            $visibility fn into_owned(self) -> $name<'static> {
                match self {
                    $(Self::$owned(value) => $name::$owned($crate::IntoOwned::into_owned(value)),)*
                    $($(Self::$kept(value) => $name::$kept(value),)* $($(Self::$unit => $name::$unit,)*)?)?
                }
            }
        }
    };
    (@borrowed_enum $visibility:vis $name:ident { $($owned:ident),* $(; $($kept:ident),*)? }) => {
        impl $name<'_> {
            /// Returns a copy that borrows bulk data from `self`.
            $visibility fn borrowed(&self) -> $name<'_> {
                match self {
                    $(Self::$owned(value) => $name::$owned($crate::Borrowed::borrowed(value)),)*
                    $($(Self::$kept(value) => $name::$kept(::core::clone::Clone::clone(value)),)*)?
                }
            }
        }
    };
}
