//! CR 702.104: Tribute. What is kept of it, under [`Link::TRIBUTE`](crate::ir::Link::TRIBUTE), for the ability that asks whether it was paid
//! (702.104b).

/// The word for that it was.
pub(in crate::engine) const PAID: &str = "paid";
