//! CR 701.58: Cloak

use crate::rules::{RuleId, cr};

/// By what a cloaked creature card is turned face up (701.58b). Cloaking is manifesting but for the ward {2} that the permanent has.
pub(in crate::engine) const FACE_UP: RuleId = cr!("701.58b");
