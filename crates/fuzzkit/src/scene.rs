//! Scenes, and what they show by glTF's rules: what builders of models are checked against.

pub mod by_hand;
pub mod compare;
pub mod evaluate;
pub mod random;
