//! The forest against a simple recursive implementation.

use asset_geometry::Hierarchy;
use asset_geometry::glam::{Affine3A, Mat4, Quat, Vec3};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Parents of any kind: missing, own, out of range, on cycles.
fn any_parents() -> impl Strategy<Value = Vec<Option<usize>>> {
    (0usize..40).prop_flat_map(|count| {
        let parent =
            prop_oneof![1 => Just(None), 6 => (0..count + 2).prop_map(Some), 1 => any::<usize>().prop_map(Some)];
        vec(parent, count)
    })
}

/// Acyclic parents in any order: each node's parent comes before it in a shuffled order.
fn acyclic_parents() -> impl Strategy<Value = Vec<Option<usize>>> {
    (0usize..40).prop_flat_map(|count| {
        (Just((0..count).collect::<Vec<_>>()).prop_shuffle(), vec(any::<prop::sample::Index>(), count)).prop_map(
            |(order, picks)| {
                let mut parents = vec![None; order.len()];
                for (place, (&node, pick)) in order.iter().zip(picks).enumerate() {
                    let pick = pick.index(place + 1);
                    parents[node] = (pick < place).then(|| order[pick]);
                }
                parents
            },
        )
    })
}

fn real_parent(parents: &[Option<usize>], node: usize) -> Option<usize> {
    parents[node].filter(|parent| *parent < parents.len() && *parent != node)
}

fn naive_cyclic(parents: &[Option<usize>], node: usize) -> bool {
    let mut at = node;
    for _ in 0..parents.len() {
        match real_parent(parents, at) {
            Some(parent) if parent == node => return true,
            Some(parent) => at = parent,
            None => return false,
        }
    }
    false
}

fn naive_visit(parents: &[Option<usize>], node: usize, order: &mut Vec<usize>) {
    order.push(node);
    for child in (0..parents.len()).filter(|child| real_parent(parents, *child) == Some(node)) {
        naive_visit(parents, child, order);
    }
}

fn naive_global(parents: &[Option<usize>], locals: &[Affine3A], node: usize) -> Affine3A {
    match real_parent(parents, node) {
        Some(parent) => naive_global(parents, locals, parent) * locals[node],
        None => locals[node],
    }
}

fn local(seed: usize) -> Affine3A {
    let x = seed as f32;
    Affine3A::from_scale_rotation_translation(
        Vec3::new(1.0, 0.5 + x / 40.0, 1.5),
        Quat::from_rotation_y(x * 0.7) * Quat::from_rotation_x(x),
        Vec3::new(x, -1.0, 2.0),
    )
}

proptest! {
    #[test]
    fn trees_are_walked_and_placed_as_by_recursion(parents in acyclic_parents()) {
        let forest = Hierarchy::new(parents.iter().copied());
        let mut order = Vec::new();
        for root in (0..parents.len()).filter(|node| real_parent(&parents, *node).is_none()) {
            naive_visit(&parents, root, &mut order);
        }
        prop_assert_eq!(forest.depth_first(), order);
        prop_assert!(forest.cyclic().is_empty());
        let locals: Vec<_> = (0..parents.len()).map(local).collect();
        let expected: Vec<_> = (0..parents.len()).map(|node| naive_global(&parents, &locals, node)).collect();
        prop_assert_eq!(forest.global_transforms(&locals).unwrap(), expected.clone());
        let mut out = vec![Affine3A::ZERO; parents.len()];
        prop_assert!(forest.global_transforms_into(&locals, &mut out));
        prop_assert_eq!(out, expected.clone());
        let matrices: Vec<_> = locals.iter().map(|local| Mat4::from(*local)).collect();
        for (matrix, affine) in forest.global_transforms(&matrices).unwrap().into_iter().zip(expected) {
            let (matrix, affine) = (matrix.to_cols_array(), Mat4::from(affine).to_cols_array());
            let size = affine.iter().fold(1.0f32, |size, value| size.max(value.abs()));
            prop_assert!(matrix.iter().zip(affine).all(|(a, b)| (a - b).abs() <= 1e-3 * size));
        }
    }

    #[test]
    fn anything_is_a_forest(parents in any_parents()) {
        let count = parents.len();
        let forest = Hierarchy::new(parents.iter().copied());
        prop_assert_eq!((forest.len(), forest.is_empty()), (count, count == 0));
        let order = forest.depth_first();
        prop_assert_eq!(order.len(), count);
        prop_assert_eq!(order.iter().copied().collect::<BTreeSet<_>>().len(), count);

        let mut seen = BTreeSet::new();
        for &node in order {
            let cyclic = naive_cyclic(&parents, node);
            prop_assert_eq!(forest.is_cyclic(node), cyclic);
            let parent = real_parent(&parents, node).filter(|_| !cyclic);
            prop_assert_eq!(forest.parent(node), parent);
            prop_assert_eq!(forest.depth(node), Some(parent.map_or(0, |parent| forest.depth(parent).unwrap() + 1)));
            prop_assert!(parent.is_none_or(|parent| seen.contains(&parent)));
            seen.insert(node);
            let children: Vec<_> = (0..count).filter(|child| forest.parent(*child) == Some(node)).collect();
            prop_assert_eq!(forest.children(node), children);
        }
        let (true_roots, cyclic): (Vec<usize>, Vec<usize>) =
            (0..count).filter(|node| forest.parent(*node).is_none()).partition(|node| !naive_cyclic(&parents, *node));
        prop_assert_eq!(forest.cyclic(), &cyclic[..]);
        prop_assert_eq!(forest.roots(), [true_roots, cyclic].concat());
        prop_assert!(forest.parent(count).is_none() && forest.children(count).is_empty() && forest.depth(count).is_none());
    }
}

#[test]
fn a_million_deep_and_a_million_around() {
    let count = 1_000_000;
    let chain = Hierarchy::new((0..count).map(|node| Some(node + 1)));
    assert_eq!((chain.roots(), chain.depth(0)), (&[count - 1][..], Some(count - 1)));
    assert_eq!(chain.depth_first()[..2], [count - 1, count - 2]);
    let ring = Hierarchy::new((0..count).map(|node| Some((node + 1) % count)));
    assert_eq!((ring.cyclic().len(), ring.depth_first().len()), (count, count));
    let tadpole = Hierarchy::new((0..count).map(|node| Some(if node + 1 == count { node - 1 } else { node + 1 })));
    assert_eq!(tadpole.cyclic(), [count - 2, count - 1]);
    assert_eq!(tadpole.depth(0), Some(count - 2));
}

#[test]
fn one_transform_per_node() {
    let forest = Hierarchy::new([None, Some(0)]);
    let one = [Affine3A::from_translation(Vec3::X)];
    let mut out = [Affine3A::ZERO; 2];
    assert!(forest.global_transforms(&one).is_none());
    assert!(!forest.global_transforms_into(&one, &mut out) && !forest.globalize(&mut out[..1]));
    assert!(!forest.global_transforms_into(&[one[0]; 2], &mut out[..1]));
    assert_eq!(out, [Affine3A::ZERO; 2]);
    assert_eq!(forest.global_transforms(&[one[0]; 2]).unwrap()[1], Affine3A::from_translation(Vec3::X * 2.0));
}
