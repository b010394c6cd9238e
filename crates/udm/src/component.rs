//! Components of vectors, rotations, angles and colours as values.

use crate::fixed::Fixed;
use crate::kind::Type;
use crate::value::Value;

impl Fixed<'_> {
    /// The place of a component by its letter: `x y z w`, of colours `r g b a`, of angles `p y r`.
    fn place(ty: Type, name: &[u8]) -> Option<usize> {
        let letters: &[u8] = match ty {
            Type::SRGBA | Type::HDR => b"rgba",
            Type::ANG => b"pyr",
            Type::TRANSFORM | Type::STRANSFORM | Type::MAT4 | Type::MAT3X4 => b"",
            _ => b"xyzw",
        };
        let [letter] = name else { return None };
        let (_, count) = ty.components()?;
        letters.iter().position(|known| known == letter).filter(|place| *place < count)
    }

    /// Returns a component of a vector, rotation, angle or colour by its letter: `x y z w`, `p y r`, `r g b a`.
    ///
    /// ```
    /// let position = udm::Fixed::from_f32s(udm::Type::VEC3, &[1.0, 2.0, 3.0]).unwrap();
    /// assert_eq!(position.component(b"z"), Some(udm::Value::F32(3.0)));
    /// assert_eq!(position.component(b"w"), None);
    /// ```
    pub fn component(&self, name: &[u8]) -> Option<Value<'static>> {
        let (ty, _) = self.ty().components()?;
        let size = ty.size()?;
        let begin = Self::place(self.ty(), name)?.checked_mul(size)?;
        let bytes = self.as_bytes().get(begin..begin.checked_add(size)?)?;
        Value::from_trivial(ty, bytes).map(Value::into_owned)
    }

    /// Returns the same value with another component; `None` if there is no such component, or its type is another.
    pub fn with_component(&self, name: &[u8], value: &Value<'_>) -> Option<Fixed<'static>> {
        let (ty, _) = self.ty().components()?;
        let size = ty.size()?;
        let begin = Self::place(self.ty(), name)?.checked_mul(size)?;
        let mut bytes = self.as_bytes().to_vec();
        let place = bytes.get_mut(begin..begin.checked_add(size)?)?;
        (value.ty() == ty).then_some(())?;
        value.with_trivial(|new| place.copy_from_slice(new))?;
        Self::copied(self.ty(), &bytes)
    }
}
