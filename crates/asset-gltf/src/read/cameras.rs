//! Reads cameras.

use asset_scene::{Camera, Id, Projection};
use binio::Path;

use super::{File, kept};
use crate::error::{shown, shown_message};
use crate::json;
use crate::kinds;

impl File<'_> {
    /// Returns all cameras that are valid, and the id of each camera in the file.
    pub(super) fn cameras(&mut self) -> (Vec<Camera>, Vec<Option<Id<Camera>>>) {
        let root = self.root;
        let read = |text: &serde_json::value::RawValue| {
            let camera: json::Camera =
                serde_json::from_str(text.get()).map_err(|failure| shown_message(&failure.to_string()))?;
            of_json(camera)
        };
        kept(&root.cameras, read, |number, why| self.lost(Path::from([("camera", number)]), &why))
    }

    /// Reports that a light or a camera is left out.
    pub(super) fn lost(&mut self, path: Path, why: &str) {
        self.findings.expected_loss(kinds::CAMERA_LOST, path, format!("{why}; left out"));
    }
}

fn of_json(camera: json::Camera) -> Result<Camera, String> {
    let json::Camera { name, kind, perspective, orthographic } = camera;
    let (projection, near, far) = match (kind.as_str(), perspective, orthographic) {
        ("perspective", Some(lens), _) => {
            let projection = Projection::Perspective { y_fov: lens.yfov, aspect: lens.aspect_ratio };
            (projection, lens.znear, lens.zfar)
        }
        ("orthographic", _, Some(lens)) => {
            let projection = Projection::Orthographic { x_mag: lens.xmag, y_mag: lens.ymag };
            (projection, lens.znear, Some(lens.zfar))
        }
        ("perspective" | "orthographic", ..) => return Err(format!("there is no {kind}")),
        _ => return Err(format!("expected the type perspective or orthographic, found \"{}\"", shown(&kind))),
    };
    Ok(Camera { name, projection, near, far })
}
