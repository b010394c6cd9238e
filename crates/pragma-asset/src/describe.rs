//! Creates summaries of assets (feature `serde`).

mod model;
mod others;

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use asset_geometry::Bounds;
use binio::Name;
use binio::summary::{Float, floats};
use udm::Encoding;

use crate::asset::{Asset, Kind};
use crate::summary::Summary;

impl<K: Kind> Asset<'_, K> {
    /// Returns the asset for use with serde. Set `hashes` to get the SHA-256 of bulk data after it was decompressed.
    pub fn summary(&self, hashes: bool) -> Summary<'_> {
        Summary {
            document: self.document.summary(hashes),
            asset_type: self.document.asset_type().to_string(),
            asset_version: self.version(),
            encoding: match self.encoding() {
                Encoding::Binary => "binary",
                Encoding::Text => "text",
            },
            content: K::content(self, hashes),
        }
    }
}

/// Returns the two corners of a box.
fn corners(bounds: &Bounds) -> [[Float; 3]; 2] {
    [floats(bounds.min.to_array()), floats(bounds.max.to_array())]
}

fn texts<'d>(texts: Vec<(Name<'d>, Name<'d>)>) -> BTreeMap<String, Name<'d>> {
    texts.into_iter().map(|(key, text)| (key.to_text().into_owned(), text)).collect()
}
