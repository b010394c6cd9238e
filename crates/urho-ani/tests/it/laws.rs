//! The laws over generated animations.

use fuzzkit::ani::{ANY, Ani, NEW, OLD, animation, inverse, version};
use proptest::prelude::*;
use testkit::laws;
use urho_ani::Animation;

proptest! {
    #[test]
    fn what_is_written_reads_back(animation in animation()) {
        inverse(&animation);
        let bytes = animation.to_bytes().expect("generated animations can be encoded");
        laws::all::<Ani<ANY>>(&bytes);
    }

    #[test]
    fn any_bytes_are_safe(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        laws::all::<Ani<ANY>>(&bytes);
    }

    #[test]
    fn changed_bytes_are_safe(animation in animation(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = animation.to_bytes().expect("generated animations can be encoded");
        let at = at.index(bytes.len());
        bytes[at] = byte;
        laws::all::<Ani<ANY>>(&bytes);
        laws::all::<Ani<OLD>>(&bytes);
        laws::all::<Ani<NEW>>(&bytes);
    }

    /// Content that a version can't store is an error of the writer.
    #[test]
    fn what_a_version_cannot_hold_is_refused(animation in animation(), version in version()) {
        let mut animation = animation;
        animation.version = version;
        inverse(&animation);
    }
}

#[test]
fn documents_are_sendable() {
    fn assert<T: Send + Sync + 'static>() {}
    assert::<Animation<'static>>();
    assert::<urho_ani::Error>();
}
