//! What the file formats of Urho3D, U3D and rbfx share.

#![no_std]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod hash;

pub use hash::{HashEra, StringHash, hash_of, sdbm, sdbm_join};
