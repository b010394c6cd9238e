//! Converts the component types and shapes of glTF to those of scenes.

use asset_scene::Component;

/// Returns the component type for a number. glTF uses the numbers of OpenGL.
pub(crate) fn component(code: u64) -> Option<Component> {
    Some(match code {
        5120 => Component::I8,
        5121 => Component::U8,
        5122 => Component::I16,
        5123 => Component::U16,
        5125 => Component::U32,
        5126 => Component::F32,
        _ => return None,
    })
}

pub(crate) const fn component_code(component: Component) -> u64 {
    match component {
        Component::I8 => 5120,
        Component::U8 => 5121,
        Component::I16 => 5122,
        Component::U16 => 5123,
        Component::U32 => 5125,
        Component::F32 => 5126,
    }
}

/// The layout of an element in a buffer. If there are several columns, each of them begins at a multiple of four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Element {
    columns: usize,
    /// The size of a column in bytes.
    pub(crate) column: usize,
    /// The distance from one column to the next in bytes.
    pub(crate) step: usize,
}

impl Element {
    /// Returns the element for a type name in glTF, and its number of components.
    pub(crate) fn named(kind: &str, component: Component) -> Option<(Self, u8)> {
        let (columns, rows, width) = match kind {
            "SCALAR" => (1, 1, 1),
            "VEC2" => (1, 2, 2),
            "VEC3" => (1, 3, 3),
            "VEC4" => (1, 4, 4),
            "MAT2" => (2, 2, 4),
            "MAT3" => (3, 3, 9),
            "MAT4" => (4, 4, 16),
            _ => return None,
        };
        Some((Self::new(columns, rows, component), width))
    }

    /// Returns the element with this number of components, and its type name in glTF.
    pub(crate) fn of_width(width: u8, component: Component) -> (Self, &'static str) {
        let (columns, rows, name) = match width {
            1 => (1, 1, "SCALAR"),
            2 => (1, 2, "VEC2"),
            3 => (1, 3, "VEC3"),
            4 => (1, 4, "VEC4"),
            9 => (3, 3, "MAT3"),
            _ => (4, 4, "MAT4"),
        };
        (Self::new(columns, rows, component), name)
    }

    fn new(columns: usize, rows: usize, component: Component) -> Self {
        let column = component.size().saturating_mul(rows);
        let step = if columns == 1 { column } else { column.next_multiple_of(4) };
        Self { columns, column, step }
    }

    /// Returns the distance from one element to the next, if there is no stride.
    pub(crate) const fn size(self) -> usize {
        self.step.saturating_mul(self.columns)
    }

    /// Returns the size of all numbers in bytes, without gaps.
    pub(crate) const fn packed(self) -> usize {
        self.column.saturating_mul(self.columns)
    }

    /// Returns the number of bytes up to the end of the last column.
    pub(crate) const fn extent(self) -> usize {
        self.step.saturating_mul(self.columns.saturating_sub(1)).saturating_add(self.column)
    }

    /// Returns `true` if there are gaps between columns.
    pub(crate) const fn has_gaps(self) -> bool {
        self.step != self.column
    }
}
