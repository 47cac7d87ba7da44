//! How a spell is or was kicked, as a scenario writes it: `kicked`, `kicked 2`, `kicked {W}` (702.33).

use crate::diag::{Code, Diagnostic, Span};
use crate::engine::additional::keyword_abilities::kicker;
use crate::game::Characteristics;
use crate::ir::{Cost, Costs, KeywordName, Symbol};
use crate::rules::cr;
use crate::scenario::ast::Text;

/// What is noted of a spell, or of the permanent that it became, that was kicked so (702.33d); nothing where it is not said with which
/// of several kicker costs.
pub(super) fn on_board(
    base: &Characteristics,
    how: Option<&Text>,
    span: Span,
) -> Result<Option<Vec<Symbol>>, Diagnostic> {
    let several = kicker::costs(base).count() > 1;
    let names = match how {
        None if several => return Ok(None),
        None => times_kicked(base, 1, span)?,
        Some(how) => match how.text.parse() {
            Ok(times) => times_kicked(base, times, how.span)?,
            Err(_) => kicked_with(base, &how.text, how.span)?,
        },
    };
    let each = |name: Symbol| std::iter::once(kicker::KICKER).chain(several.then_some(name));
    Ok(Some(names.into_iter().flat_map(each).collect()))
}

/// The kicker costs of what is kicked so many times (702.33).
pub(crate) fn times_kicked(
    base: &Characteristics,
    times: u32,
    span: Span,
) -> Result<Vec<Symbol>, Diagnostic> {
    let mut keywords = kicker::costs(base).map(|(keyword, _)| keyword);
    match (keywords.next(), keywords.next()) {
        (Some(_), Some(_)) => Err(fault(base, "with which of its kicker costs is it kicked?", span)),
        (None, _) => Err(fault(base, "it has no kicker cost", span).with_rule(cr!("702.33a"))),
        (Some(KeywordName::Kicker), None) if times > 1 => {
            let message = "it is kicked at most once: it has no multikicker cost";
            Err(fault(base, message, span).with_rule(cr!("702.33c")))
        }
        (Some(_), None) => Ok((0..times.min(MOST)).map(|_| kicker::KICKER).collect()),
    }
}

/// As often as anything is kicked.
const MOST: u32 = 10_000;

/// The kicker cost that is written, by its name: one of several (702.33f).
pub(crate) fn kicked_with(base: &Characteristics, cost: &str, span: Span) -> Result<Vec<Symbol>, Diagnostic> {
    let printed = printed(base);
    match printed.iter().position(|its| its == cost) {
        Some(_) if printed.len() < 2 => Ok(vec![kicker::KICKER]),
        Some(place) => Ok(kicker::name_of(place).into_iter().collect()),
        None => Err(fault(base, "it has no such kicker cost", span)),
    }
}

fn fault(base: &Characteristics, message: &str, span: Span) -> Diagnostic {
    let fault = Diagnostic::error(Code::UnknownModifier, message, span, "");
    let choices: Vec<String> = printed(base).iter().map(|cost| format!("`kicked {cost}`")).collect();
    match choices.as_slice() {
        [] => fault,
        _ => fault.with_help(format!("write {}", choices.join(" or "))),
    }
}

/// The mana of each kicker cost as it is printed.
pub(crate) fn printed(base: &Characteristics) -> Vec<String> {
    let mana = |costs: &Costs| {
        let mana = costs
            .0
            .iter()
            .filter_map(|cost| if let Cost::Mana(mana) = cost { Some(mana.to_string()) } else { None });
        mana.collect()
    };
    kicker::costs(base).map(|(_, cost)| mana(cost)).collect()
}
