//! Evaluates the formulas of flexes.

#![allow(clippy::arithmetic_side_effects, reason = "floats")]

use alloc::vec;
use alloc::vec::Vec;

use super::flex::{Flex, FlexController, Operation};

/// A formula may fetch the result of another formula. This is how deep they may be nested.
const DEEPEST: u32 = 64;

/// Returns the weight of each flex, given the `values` of the flex controllers. A missing controller is 0, and all
/// values will be clamped to the limits of their controller. If the engine gets no result from a formula, the weight is
/// `None`. This will happen if the formula does not end with exactly a single number, or if it fetches itself or a
/// formula that does not exist.
///
/// ```
/// use pragma_asset::model::{Flex, FlexController, Operation, flex_weights};
/// let smile = FlexController { name: "smile".into(), max: 1.0, ..FlexController::default() };
/// let fetch = Operation { kind: "Fetch".into(), index: Some(0), value: None };
/// let flex = Flex { name: "smile".into(), operations: vec![fetch], ..Flex::default() };
/// assert_eq!(flex_weights(&[flex], &[smile], &[0.25]), [Some(0.25)]);
/// ```
pub fn flex_weights(flexes: &[Flex<'_>], controllers: &[FlexController<'_>], values: &[f32]) -> Vec<Option<f32>> {
    let mut known = Known { flexes, controllers, values, results: vec![Found::Not; flexes.len()] };
    (0..flexes.len()).map(|flex| known.flex(flex, 0)).collect()
}

#[derive(Clone, Copy)]
enum Found {
    Not,
    /// The formula is being evaluated now.
    Open,
    Done(Option<f32>),
}

struct Known<'k> {
    flexes: &'k [Flex<'k>],
    controllers: &'k [FlexController<'k>],
    values: &'k [f32],
    results: Vec<Found>,
}

impl Known<'_> {
    fn flex(&mut self, number: usize, depth: u32) -> Option<f32> {
        match *self.results.get(number)? {
            Found::Done(result) => return result,
            Found::Open => return None,
            Found::Not if depth > DEEPEST => return None,
            Found::Not => {}
        }
        self.set(number, Found::Open);
        let result = self.formula(number, depth);
        self.set(number, Found::Done(result));
        result
    }

    fn set(&mut self, number: usize, found: Found) {
        self.results.get_mut(number).into_iter().for_each(|place| *place = found);
    }

    fn formula(&mut self, number: usize, depth: u32) -> Option<f32> {
        let flexes = self.flexes;
        let mut stack = Vec::new();
        for operation in &flexes.get(number)?.operations {
            if &*operation.kind == b"Fetch2" {
                let other = usize::try_from(operation.index?).ok()?;
                stack.push(self.flex(other, depth.saturating_add(1))?);
            } else {
                self.step(operation, &mut stack)?;
            }
        }
        match stack.as_slice() {
            [result] => Some(*result),
            _ => None,
        }
    }

    /// Returns the value of a flex controller, clamped to its limits.
    fn controller(&self, index: Option<i32>) -> Option<f32> {
        let index = usize::try_from(index?).ok()?;
        let controller = self.controllers.get(index)?;
        Some(self.values.get(index).copied().unwrap_or_default().max(controller.min).min(controller.max))
    }

    /// Returns where a flex controller is between its minimum and maximum.
    fn share(&self, index: Option<i32>) -> Option<f32> {
        let value = self.controller(index)?;
        let FlexController { min, max, .. } = self.controllers.get(usize::try_from(index?).ok()?)?;
        Some(unit((value - min) / (max - min)))
    }

    /// Evaluates a single step. If the engine gives up, this is `None`.
    fn step(&self, operation: &Operation<'_>, stack: &mut Vec<f32>) -> Option<()> {
        let index = operation.index;
        let fetched = || self.controller(index);
        let made = match &*operation.kind {
            b"Const" => operation.value.unwrap_or_default(),
            b"Fetch" => fetched()?,
            b"Neg" => -stack.pop()?,
            b"Add" | b"Sub" | b"Mul" | b"Div" | b"Max" | b"Min" => {
                let (right, left) = (stack.pop()?, stack.pop()?);
                both(&operation.kind, left, right)
            }
            b"TwoWay0" => 1.0 - unit(fetched()? + 1.0),
            b"TwoWay1" => unit(fetched()?),
            b"NWay" => {
                let value = fetched()?;
                // The number of a flex controller; the engine uses the step's own.
                stack.pop()?;
                let (w, z, y, x) = (stack.pop()?, stack.pop()?, stack.pop()?, stack.pop()?);
                ramp(value, [x, y, z, w]) * value
            }
            b"Combo" => product(index, stack)?,
            b"Dominate" => {
                let product = product(index, stack)?;
                stack.pop()? * (1.0 - product)
            }
            b"DMELowerEyelid" | b"DMEUpperEyelid" => self.eyelid(operation, stack)?,
            // Steps without effect, and unknown steps.
            _ => return Some(()),
        };
        stack.push(made);
        Some(())
    }

    fn eyelid(&self, operation: &Operation<'_>, stack: &mut Vec<f32>) -> Option<f32> {
        let number = |value: f32| Some(libm::roundf(value) as i32);
        let of_lid = self.share(operation.index)?;
        let close = self.share(number(stack.pop()?))?;
        stack.pop()?;
        let up_down = self.share(number(stack.pop()?))? * 2.0 - 1.0;
        Some(match &*operation.kind {
            b"DMELowerEyelid" => (1.0 - up_down).min(1.0) * (1.0 - of_lid) * close,
            _ => (1.0 + up_down).min(1.0) * of_lid * close,
        })
    }
}

fn both(kind: &[u8], left: f32, right: f32) -> f32 {
    match kind {
        b"Add" => left + right,
        b"Sub" => left - right,
        b"Mul" => left * right,
        b"Max" => left.max(right),
        b"Min" => left.min(right),
        // Division by zero is skipped.
        _ if right == 0.0 => left,
        _ => left / right,
    }
}

/// Returns the product of this many numbers.
fn product(count: Option<i32>, stack: &mut Vec<f32>) -> Option<f32> {
    let count = usize::try_from(count?).ok().filter(|count| *count <= stack.len())?;
    let taken = stack.split_off(stack.len().checked_sub(count)?);
    Some(if taken.is_empty() { 0.0 } else { taken.iter().product() })
}

fn unit(value: f32) -> f32 {
    value.clamp(0.0, 1.0)
}

/// Returns a value that rises from `x` to `y`, is 1 up to `z`, and falls to `w`.
fn ramp(value: f32, [x, y, z, w]: [f32; 4]) -> f32 {
    let above = |least: f32| (value - least).clamp(0.0, 1.0);
    let below = |most: f32| (most - value).clamp(0.0, 1.0);
    let rising = above(x) * below(y) * unit((value - x) / (y - x));
    let between = (1.0 - below(y)) * (1.0 - above(z));
    let falling = above(z) * below(w) * (1.0 - unit((value - z) / (w - z)));
    rising + between + falling
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operation(kind: &'static str, index: i32, value: f32) -> Operation<'static> {
        Operation { kind: kind.into(), index: Some(index), value: Some(value) }
    }

    fn flex(operations: &[Operation<'static>]) -> Flex<'static> {
        Flex { operations: operations.to_vec(), ..Flex::default() }
    }

    fn weights(flexes: &[Flex<'static>], values: &[f32]) -> Vec<Option<f32>> {
        let controller = FlexController { min: -1.0, max: 1.0, ..FlexController::default() };
        flex_weights(flexes, &vec![controller; values.len()], values)
    }

    fn fetch(index: i32) -> Operation<'static> {
        operation("Fetch", index, 0.0)
    }

    #[test]
    fn formulas_are_worked_out_from_left_to_right() {
        let two = operation("Const", 0, 2.0);
        let step = |kind: &'static str| flex(&[fetch(0), two.clone(), operation(kind, 0, 0.0)]);
        let all = ["Add", "Sub", "Mul", "Div", "Max", "Min"].map(step);
        assert_eq!(weights(&all, &[0.5]), [2.5, -1.5, 1.0, 0.25, 2.0, 0.5].map(Some));
        let by_nothing = flex(&[two.clone(), fetch(0), operation("Div", 0, 0.0)]);
        assert_eq!(weights(&[by_nothing], &[0.0]), [Some(2.0)]);
        assert_eq!(weights(&[flex(&[fetch(0), operation("Neg", 0, 0.0)])], &[0.5]), [Some(-0.5)]);
    }

    #[test]
    fn controllers_stay_within_their_limits() {
        assert_eq!(weights(&[flex(&[fetch(0)])], &[7.0]), [Some(1.0)]);
        assert_eq!(weights(&[flex(&[operation("TwoWay0", 0, 0.0)])], &[-0.25]), [Some(0.25)]);
        assert_eq!(weights(&[flex(&[operation("TwoWay1", 0, 0.0)])], &[-0.25]), [Some(0.0)]);
    }

    #[test]
    fn several_are_multiplied() {
        let both = [fetch(0), fetch(1)];
        let combo = flex(&[both.as_slice(), &[operation("Combo", 2, 0.0)]].concat());
        let dominate = flex(&[&[fetch(0)], both.as_slice(), &[operation("Dominate", 2, 0.0)]].concat());
        assert_eq!(weights(&[combo, dominate], &[0.5, 0.5]), [Some(0.25), Some(0.375)]);
    }

    #[test]
    fn ramps_rise_stay_and_fall() {
        let corners = [-1.0, -0.5, 0.5, 1.0].map(|corner| operation("Const", 0, corner));
        let tail = [operation("Const", 0, 0.0), operation("NWay", 0, 0.0)];
        let nway = flex(&[corners.as_slice(), &tail].concat());
        assert_eq!(weights(core::slice::from_ref(&nway), &[0.25]), [Some(0.25)]);
        // The engine's comparisons rise with the distance: 0.75 of the middle, and a quarter of a quarter of one half of the end.
        assert_eq!(weights(&[nway], &[0.75]), [Some(0.75 * (0.75 + 0.25 * 0.25 * 0.5))]);
    }

    #[test]
    fn what_the_engine_gets_nothing_from_is_nothing() {
        let itself = flex(&[operation("Fetch2", 0, 0.0)]);
        let other = flex(&[operation("Fetch2", 2, 0.0)]);
        let empty = flex(&[]);
        let two = flex(&[fetch(0), fetch(0)]);
        let missing = flex(&[fetch(9)]);
        let short = flex(&[fetch(0), operation("Add", 0, 0.0)]);
        assert_eq!(weights(&[itself, other, empty, two, missing, short], &[1.0]), [None; 6]);
        let chain: Vec<Flex<'static>> = (1..500).map(|next| flex(&[operation("Fetch2", next, 0.0)])).collect();
        assert_eq!(weights(&chain, &[1.0])[0], None);
        let fetches = [flex(&[operation("Fetch2", 1, 0.0)]), flex(&[fetch(0)])];
        assert_eq!(weights(&fetches, &[0.5]), [Some(0.5); 2]);
    }

    #[test]
    fn eyelids_follow_the_eye() {
        let tail = [operation("Const", 0, 1.0), operation("Const", 0, 0.0), operation("Const", 0, 0.0)];
        let lid = |kind| flex(&[tail.as_slice(), &[operation(kind, 0, 0.0)]].concat());
        // The lid is at its least, closed by the same controller, and the eye looks straight ahead.
        let both = [lid("DMELowerEyelid"), lid("DMEUpperEyelid")];
        assert_eq!(weights(&both, &[1.0, 0.0]), [Some(0.0), Some(1.0)]);
    }
}
