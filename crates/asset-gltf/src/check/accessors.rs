//! Checks accessors and buffer views: bounds, number types, alignment.

use crate::kinds;
use asset_scene::{Array, Component};
use binio::Path;
use serde_json::Value;

use super::rows::{Test, rows, stored};
use super::{Check, index, numbers};

/// The target of buffer views for indices.
const INDICES: u64 = 34963;

pub(super) fn check(check: &mut Check<'_>) {
    for (number, view) in check.list("bufferViews").iter().enumerate() {
        let target = view.get("target").and_then(Value::as_u64);
        if target == Some(INDICES) && view.get("byteStride").is_some() {
            check.error(kinds::VIEW_STRIDE, path("bufferView", number), "a view of indices has no byteStride");
        }
    }
    if check.document.glb == Some(false) {
        let bare = |(_, buffer): &(usize, &Value)| buffer.get("uri").is_none();
        if let Some((number, _)) = check.list("buffers").iter().enumerate().next().filter(bare) {
            check.error(
                kinds::BUFFER_WITHOUT_DATA,
                path("buffer", number),
                "there is no uri, and the file has no chunk of bytes",
            );
        }
    }
    for (number, accessor) in check.list("accessors").iter().enumerate() {
        let Some(array) = check.document.arrays.get(number) else { continue };
        let path = || path("accessor", number);
        let component = accessor.get("componentType").and_then(Value::as_u64);
        let is_normalized = accessor.get("normalized").and_then(Value::as_bool) == Some(true);
        if is_normalized && matches!(array.component, Component::F32 | Component::U32) {
            check.error(
                kinds::NOT_NORMALIZABLE,
                path().part("normalized"),
                format!("numbers of the type {component:?} can't be normalised"),
            );
        }
        match index(accessor, "bufferView") {
            None if accessor.get("byteOffset").is_some() => {
                check.error(kinds::OFFSET_WITHOUT_VIEW, path().part("byteOffset"), "it needs a bufferView");
            }
            None => {}
            Some(view) => aligned(check, view, accessor, array, path()),
        }
        check.tell(number, Test::Finite, path);
        if let Some(array) = check.values(number) {
            bounds(check, accessor, array, &path);
        }
    }
}

/// Checks that numbers begin at multiples of their size.
fn aligned(check: &mut Check<'_>, view: usize, accessor: &Value, array: &Array<'_>, path: Path) {
    let size = array.component.size();
    let offset = |object: Option<&Value>| object.and_then(|object| index(object, "byteOffset")).unwrap_or(0);
    let total = offset(check.list("bufferViews").get(view)).saturating_add(offset(Some(accessor)));
    if total.checked_rem(size) != Some(0) {
        let message = format!("begins at byte {total} of its buffer, which is no multiple of {size}");
        check.error(kinds::MISALIGNED, path.part("byteOffset"), message);
    }
}

/// Checks that the minimum and maximum are the bounds of the values in the accessor.
fn bounds(check: &mut Check<'_>, accessor: &Value, array: &Array<'_>, path: &dyn Fn() -> Path) {
    let named = [("min", numbers(accessor, "min")), ("max", numbers(accessor, "max"))];
    if named.iter().all(|(_, bounds)| bounds.is_none()) {
        return;
    }
    let actual = extent(array);
    for ((name, bounds), actual) in named.into_iter().zip(actual) {
        let Some(bounds) = bounds else { continue };
        if bounds.len() != usize::from(array.width) {
            check.error(
                kinds::BOUNDS_SIZE,
                path().part(name),
                format!("{} numbers where there should be {}", bounds.len(), array.width),
            );
            continue;
        }
        for (index, (bound, actual)) in bounds.into_iter().zip(actual).enumerate() {
            let same = if array.component == Component::F32 { bound as f32 == actual as f32 } else { bound == actual };
            if !same {
                let path = path().part(name).item("number", index);
                check.error(kinds::BOUNDS_WRONG, path, format!("{bound} is named, the values have {actual}"));
            }
        }
    }
}

/// Returns the minimum and maximum of each number in a row.
fn extent(array: &Array<'_>) -> [Vec<f64>; 2] {
    let width = usize::from(array.width);
    let mut least = vec![f64::INFINITY; width];
    let mut greatest = vec![f64::NEG_INFINITY; width];
    for (_, row) in rows(array) {
        let numbers = row.chunks_exact(array.component.size()).map(|bytes| stored(array.component, bytes));
        for (number, (least, greatest)) in numbers.zip(least.iter_mut().zip(&mut greatest)) {
            *least = least.min(number);
            *greatest = greatest.max(number);
        }
    }
    [least, greatest]
}

fn path(part: &'static str, number: usize) -> Path {
    Path::from([(part, number)])
}
