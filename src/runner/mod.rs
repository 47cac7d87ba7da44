//! A scenario made to happen: lowering, answering choices, checking expectations, the outcome.
