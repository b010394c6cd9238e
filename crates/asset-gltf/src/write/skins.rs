//! Writes skins.

use std::collections::{BTreeSet, HashSet};

use asset_scene::{Array, Id, Node, Skin};
use binio::Path;

use super::Export;
use super::quantize::Grid;
use super::role::Usage;
use crate::Rule;
use crate::error::Error;
use crate::json::{self, Integer};

/// The last row of a matrix that transforms points.
const LAST_ROW: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

const IDENTITY: [f32; 16] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

impl Export<'_> {
    pub(super) fn skins(&mut self) -> Result<(), Error> {
        self.common_roots()?;
        for (index, skin) in self.scene.skins.enumerate() {
            let path = Path::from([("skin", index.index())]);
            if skin.joints.is_empty() {
                self.report.add(&path, Rule::EmptySkins, 1)?;
                continue;
            }
            let skin = self.skin(skin, self.grids.skin(index), &path)?;
            self.skins[index] = Some(self.root.skins.len());
            self.root.skins.push(skin);
        }
        Ok(())
    }

    /// Adds a common root if a skin has several roots.
    fn common_roots(&mut self) -> Result<(), Error> {
        let mut gathered = BTreeSet::new();
        let tops = self.nodes.tops();
        for (index, skin) in self.scene.skins.iter().enumerate() {
            let roots: BTreeSet<usize> =
                skin.joints.iter().filter_map(|joint| tops.get(joint.index()).copied()).collect();
            if roots.len() > 1 {
                self.report.add(&Path::from([("skin", index)]), Rule::CommonRoot, 1)?;
                gathered.extend(roots);
            }
        }
        if !gathered.is_empty() {
            let root = self.nodes.add("", None);
            self.nodes.gather(&gathered.into_iter().collect::<Vec<_>>(), root);
        }
        Ok(())
    }

    fn skin(&mut self, skin: &Skin, grid: Option<Grid>, path: &Path) -> Result<json::Skin, Error> {
        let mut seen = HashSet::new();
        let mut joints = Vec::with_capacity(skin.joints.len());
        let mut repeated = 0;
        for joint in &skin.joints {
            let joint = if seen.insert(*joint) {
                joint.index()
            } else {
                repeated += 1;
                self.nodes.add(&self.scene[*joint].name, Some(joint.index()))
            };
            joints.push(Integer::from(joint));
        }
        self.report.add(path, Rule::RepeatedJoints, repeated)?;
        let above_all = skin.root.filter(|root| self.is_above_all(*root, &skin.joints));
        self.report.add(path, Rule::SkeletonRoot, usize::from(above_all != skin.root))?;
        let matrices = self.inverse_bind(skin, grid, path)?;
        Ok(json::Skin {
            name: skin.name.clone(),
            inverse_bind_matrices: matrices.map(Integer::from),
            skeleton: above_all.map(|root| Integer::from(root.index())),
            joints,
        })
    }

    fn inverse_bind(&mut self, skin: &Skin, grid: Option<Grid>, path: &Path) -> Result<Option<usize>, Error> {
        if skin.inverse_bind.is_empty() && grid.is_none() {
            return Ok(None);
        }
        let missing = skin.joints.len().saturating_sub(skin.inverse_bind.len());
        let all = skin.inverse_bind.iter().chain(std::iter::repeat_n(&IDENTITY, missing));
        let (mut infinite, mut rows) = (0, 0);
        let fixed = all.map(|matrix| {
            if !matrix.iter().all(|number| number.is_finite()) {
                infinite += 1;
                return IDENTITY;
            }
            let mut matrix = *matrix;
            let mut wrong = false;
            for (number, wanted) in matrix.iter_mut().skip(3).step_by(4).zip(LAST_ROW) {
                if *number != wanted {
                    *number = wanted;
                    wrong = true;
                }
            }
            rows += usize::from(wrong);
            matrix
        });
        let array = Array::from_f32s(fixed.map(|matrix| grid.map_or(matrix, |grid| grid.bind(&matrix))));
        self.report.add(path, Rule::NonFiniteMatrix, infinite)?;
        self.report.add(path, Rule::InverseBind, rows)?;
        Ok(Some(self.arrays.add(array, Usage::Matrices)))
    }

    /// Returns `true` if a node is above all of these joints, or one of them.
    fn is_above_all(&self, node: Id<Node>, joints: &[Id<Node>]) -> bool {
        // Known descendants, so that no node is visited twice.
        let mut below = HashSet::from([node.index()]);
        joints.iter().all(|joint| {
            let mut way = Vec::new();
            let mut next = Some(joint.index());
            while let Some(here) = next.filter(|here| !below.contains(here)) {
                way.push(here);
                next = self.nodes.parent(here);
            }
            below.extend(way);
            next.is_some()
        })
    }
}
