//! Files loaded without a window and without a GPU.

mod compare;
mod corpus;
mod harness;
mod hostile;
mod packages;
mod parts;
mod reload;
mod shared;
