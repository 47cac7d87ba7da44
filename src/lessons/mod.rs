//! Teaching with scenarios: what can be asked of one, what a reply is worth, courses, and lines that the learner writes.
//!
//! [`Quizzing`] makes questions of a scenario without giving its answers away; a [`Course`] lists scenarios with words between them and
//! exercises, which are checked by playing. Who reads the replies and shows the steps is no matter of this folder.

mod course;
mod exercise;
mod manual;
mod questions;
mod reply;
mod wording;

pub use course::{Course, Step, read};
pub use exercise::{Attempt, Exercise};
pub use manual::manual;
pub use questions::{Question, Quizzing, level};
pub use reply::{Reply, Shape};
