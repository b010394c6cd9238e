//! New models and animations against what glTF says that their scenes show.

mod hostile;
mod models;
mod motions;
mod parents;
mod random;
