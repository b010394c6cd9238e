//! Animated morph weights. rbfx uses variant tracks for these, Urho3D and U3D use attribute animations in side files.

mod attribute;
mod read;
mod side;
mod write;

pub use side::{add_side_weights, with_weights};

pub(crate) use attribute::{MORPHS, attribute, of_attribute, stored_bytes};
pub(crate) use read::of_tracks;
pub(crate) use side::{component_weights, element, of_component, side_weights};
pub(crate) use write::written;

/// The path to a morph weight, starting at the node that has the model. The morph number follows.
const PATH: &str = "@AnimatedModel/Morphs/";

/// Returns the morph number in an rbfx path. The path can also contain a node and the kind of the component.
pub(crate) fn morph(path: &[u8]) -> Option<usize> {
    let path = std::str::from_utf8(path).ok()?;
    let behind = match path.rsplit_once("/@") {
        Some((_, behind)) => behind,
        None => path.strip_prefix('@')?,
    };
    let mut parts = behind.split('/');
    let (component, attribute, number) = (parts.next()?, parts.next()?, parts.next()?);
    let is_model = component.split('#').next() == Some("AnimatedModel");
    let is_weight = is_model && attribute.eq_ignore_ascii_case("Morphs") && parts.next().is_none();
    number.parse().ok().filter(|_| is_weight)
}

#[cfg(test)]
mod tests {
    use super::morph;

    #[test]
    fn paths_of_weights_are_known() {
        assert_eq!(morph(b"@AnimatedModel/Morphs/3"), Some(3));
        assert_eq!(morph(b"/@AnimatedModel#0/Morphs/12"), Some(12));
        assert_eq!(morph(b"Body/Head/@AnimatedModel#1/Morphs/0"), Some(0));
        for other in [
            "@StaticModel/Morphs/3",
            "@AnimatedModel/Morphs",
            "@AnimatedModel/Morphs/x",
            "Morphs/3",
            "@AnimatedModel/Morphs/3/4",
        ] {
            assert_eq!(morph(other.as_bytes()), None, "{other}");
        }
    }
}
