//! Rule numbers as values: [`RuleId`] and the `cr!` macro.
