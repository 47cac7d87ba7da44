//! Choices that a scenario says a player tries to make.

use std::cell::Cell;

use crate::diag::{Code, Diagnostic, Span};
use crate::engine::halt::Illegal;
use crate::engine::parts::card_names;
use crate::engine::spells::announcing;
use crate::engine::{Halt, Position};
use crate::game::{Answer, Choice, ChoiceKind, Item, ObjectId, Options};
use crate::rules::{Rules, cr};
use crate::runner::kinds::same_kind;
use crate::runner::options;
use crate::runner::stage::{Asked, Stage, Staged, Stop, Tried, until_the_end};
use crate::runner::{claims, questions};
use crate::scenario::ast::Text;
use crate::scenario::script::{
    Action, AnswerItem, Ask, ChoiceLine, Claim, Deed, Expectation, LineKind, Question, Reference,
    ReferenceSort, ScriptLine,
};
use crate::scenario::vocabulary::NO_COLORS;
use crate::trace::What;
use crate::why::choices::{asks_for_name, of_colors, rules_of, too_many};
use crate::why::values::of_another_face;

use super::lacking::with_mana;
use super::{perform, unoffered};

/// Tries each `AP tries to choose X` under an action, as one answer after those that stand before it; where there is none, asks for the
/// options where they are asked about. Says whether the action is done then, since its answers go on behind them or nothing needs one,
/// and what is left under it.
pub(in crate::runner) fn try_choices<'a>(
    stage: &mut Stage<'_, 'a>,
    action: &'a Action,
    group: &'a [ScriptLine],
    children: &[&'a ScriptLine],
) -> Staged<(bool, Vec<&'a ScriptLine>)> {
    let tries = |line: &ScriptLine| {
        matches!(line.kind, LineKind::Action(Action { deed: Deed::Choose(_), tries: true, .. }))
    };
    let chooses = |line: &ScriptLine| tries(line) || !action.tries && asks_for_options(line);
    let answers = |line: &ScriptLine| matches!(line.kind, LineKind::Choice(_));
    if !children.iter().any(|child| chooses(child)) {
        return Ok((true, children.to_vec()));
    }
    let last = children.iter().rposition(|child| tries(child));
    let mut goes_on = last.is_none_or(|last| children.iter().skip(last).any(|child| answers(child)));
    let mut left: Vec<&'a ScriptLine> = Vec::new();
    let mut ahead: Vec<&'a ScriptLine> = Vec::new();
    let mut rest = children.iter().copied().peekable();
    while let Some(child) = rest.next() {
        let items = match &child.kind {
            LineKind::Action(Action { deed: Deed::Choose(items), tries: true, .. }) => Some(items.as_slice()),
            // Where a try follows before any answer, it is about the same question.
            _ if chooses(child)
                && rest.clone().find(|next| tries(next) || answers(next)).is_some_and(tries) =>
            {
                ahead.push(child);
                continue;
            }
            _ if chooses(child) => None,
            _ => {
                left.push(child);
                continue;
            }
        };
        // What is asked between it and the next answer or try is asked of it; of the only one all that is asked.
        let mut questions = std::mem::take(&mut ahead);
        questions.extend(items.is_none().then_some(child));
        while let Some(question) = rest.next_if(|next| items.is_some() && !answers(next) && !tries(next)) {
            questions.push(question);
        }
        if !goes_on {
            let earlier = left.iter().copied().filter(|line| !answers(line));
            questions.splice(0..0, earlier);
            left.retain(|line| answers(line));
        }
        let (kept, span) = (stage.answers.keep(), stage.span);
        stage.answers.only_before(child.span);
        let next = rest.clone().find_map(|line| match &line.kind {
            LineKind::Choice(choice) => Some(choice),
            _ => None,
        });
        let open = try_to_choose(stage, action, group, (items, next), child, &questions)?;
        stage.answers.acting();
        stage.span = span;
        // What makes itself needs no answer.
        goes_on |= !open && !rest.clone().any(chooses);
        let is_last = !goes_on && !rest.clone().any(chooses);
        // The answers before the last one have been given for good.
        if !is_last {
            stage.answers.put_back(&kept);
        }
    }
    Ok((goes_on, left))
}

/// Whether a line asks which answers there are.
const fn asks_for_options(line: &ScriptLine) -> bool {
    matches!(
        line.kind,
        LineKind::Ask(Ask { question: Question::Options })
            | LineKind::Expect(Expectation { claim: Claim::Options(_), .. })
    )
}

/// Plays an action up to the question it leads to, and keeps the question: `AP tries to choose X`, `expect options`. Says whether it is
/// one that needs an answer.
fn try_to_choose<'a>(
    stage: &mut Stage<'_, 'a>,
    action: &'a Action,
    group: &'a [ScriptLine],
    (chosen, next): (Option<&'a [AnswerItem]>, Option<&'a ChoiceLine>),
    child: &'a ScriptLine,
    questions: &[&'a ScriptLine],
) -> Staged<bool> {
    let items = chosen.unwrap_or_default();
    // What is asked by what is on the stack already belongs to the line that put it there, where this one adds to the stack.
    let earlier = match action.deed {
        Deed::Cast { .. } | Deed::Activate { .. } => stage.play.game.stack().to_vec(),
        _ => Vec::new(),
    };
    let before = stage.play.save();
    let kept = stage.answers.keep();
    let in_combat = stage.in_combat;
    // At which of the choices that make themselves it stops.
    let forced = Cell::new(None);
    let mut once = |stage: &mut Stage<'_, 'a>, given: &[Answer]| {
        stage.play.take_back(before.clone());
        stage.answers.rewind(&stage.play.game);
        stage.answers.put_back(&kept);
        stage.answers.acting();
        let outer = stage.answers.tries(true);
        stage.answers.probe(given.to_vec());
        stage.answers.stop_at_forced(forced.get());
        let result = until_the_end(perform(stage, action, group)).and_then(|()| stage.empty_stack());
        // How damage is assigned is asked once blockers are declared, or nothing is left that could declare any.
        let fights = !action.tries
            && match action.deed {
                Deed::Block { .. } => true,
                Deed::Attack { .. } => stage.combat_goes_on,
                _ => false,
            };
        let result = result.and_then(|()| if fights { until_the_end(stage.settle()) } else { Ok(()) });
        stage.answers.stop_at_forced(None);
        stage.answers.probe(Vec::new());
        stage.answers.tries(outer);
        result
    };
    let meant = match chosen {
        Some(items) => Meant::These(items, chooser_of(child)),
        None => Meant::Of(next),
    };
    let choice = match once(stage, &[]) {
        Err(Stop::Halt(Halt::Open(choice), _)) if is_meant(stage, &choice, &meant)? => *choice,
        // What makes itself before anything is left open may be meant.
        Err(Stop::Halt(Halt::Open(choice), _)) => {
            match forced_choice(stage, (&meant, true, &earlier), &forced, &mut once)? {
                Some(forced) => forced,
                None => {
                    let _ = once(stage, &[]);
                    *choice
                }
            }
        }
        Err(other) => return Err(other),
        // Nothing is left open: what makes itself is asked about.
        Ok(()) => match forced_choice(stage, (&meant, false, &earlier), &forced, &mut once)? {
            Some(choice) => choice,
            None if chosen.is_none() => {
                stage.asked = None;
                ask_each(stage, questions.iter().copied())?;
                stage.play.take_back(before);
                stage.in_combat = in_combat;
                stage.answers.rewind(&stage.play.game);
                return Ok(false);
            }
            None => {
                return Err(Stop::Fault(Diagnostic::error(
                    Code::UnusedChoice,
                    "nothing asks for this choice",
                    child.span,
                    "",
                )));
            }
        },
    };
    let asking = stage.play.asking;
    let rules = rules_of(&stage.play.trace, &choice, asking);
    let asked = Asked { rules, choice };
    if chosen.is_some() {
        let tried = tried(stage, (&asked, items), (action, child), &forced, &mut once)?;
        stage.tried = Some(tried);
    }
    stage.asked = Some(asked);
    ask_each(stage, questions.iter().copied().chain(&child.children))?;
    stage.play.take_back(before);
    stage.in_combat = in_combat;
    stage.answers.rewind(&stage.play.game);
    Ok(forced.get().is_none())
}

/// Answers what is asked of the question that an action leads to.
fn ask_each<'a>(stage: &mut Stage<'_, 'a>, questions: impl Iterator<Item = &'a ScriptLine>) -> Staged {
    for question in questions {
        stage.span = question.span;
        match &question.kind {
            LineKind::Expect(expectation) => claims::expect(stage, expectation, question.span)?,
            LineKind::Ask(ask) => questions::answer(stage, ask, question.span)?,
            _ => {}
        }
    }
    Ok(())
}

/// Whether these can be chosen, and why not.
fn tried<'a>(
    stage: &mut Stage<'_, 'a>,
    (Asked { choice, rules: its_rules }, items): (&Asked, &[AnswerItem]),
    (action, child): (&Action, &ScriptLine),
    forced: &Cell<Option<usize>>,
    once: &mut dyn FnMut(&mut Stage<'_, 'a>, &[Answer]) -> Staged,
) -> Staged<Tried> {
    let of_names = asks_for_name(choice);
    let view = stage.view()?;
    let position = Position { game: &stage.play.game, view: &view };
    // What is chosen may be asked for one by one: then each is a legal answer by itself, and what they are together is tried.
    let one_by_one = !action.tries && !of_names;
    // A division is one answer.
    let divided = matches!(choice.options, Options::Divide { .. });
    let mut legal = if one_by_one && !divided {
        items.iter().all(|item| stage.answers.offers(&position, choice, std::slice::from_ref(item)))
    } else {
        stage.answers.offers(&position, choice, items)
    };
    // Who chooses is part of what is asked.
    let other = chooser_of(child)
        .cloned()
        .filter(|player| stage.answers.table().player(&player.text).is_some_and(|its| its != choice.player));
    legal &= other.is_none();
    let (mut refused, mut may_fail) = (None, false);
    let unoffered = match legal || other.is_some() {
        true => None,
        false => Some(unoffered::why_not(stage, (choice, *its_rules), items)?),
    };
    if !legal && other.is_none() && choice.kind == ChoiceKind::Target {
        refused = no_target(stage, choice, items).map(Refused::Because);
    }
    if legal && one_by_one {
        let place = forced.take();
        refused = leads_on(stage, choice, items, once)?;
        let chosen = stage.play.trace.entries().iter().rev().find_map(|entry| match &entry.what {
            What::Chose(its, ..) if its.kind == choice.kind && its.source == choice.source => {
                Some(entry.rules)
            }
            _ => None,
        });
        may_fail = chosen.is_some_and(|rules| rules.contains(cr!("701.23b")));
        legal = refused.is_none();
        forced.set(place);
        let _ = once(stage, &[]);
    }
    let rules = match &refused {
        Some(Refused::Because(illegal)) => illegal.rules,
        Some(Refused::TooMany) => too_many(choice).into_iter().fold(*its_rules, Rules::led_by),
        // Fewer than are asked for may be found.
        None if may_fail => its_rules.led_by(cr!("701.23b")),
        _ if legal || items.iter().any(is_no_color) => {
            of_colors(choice).into_iter().fold(*its_rules, Rules::led_by)
        }
        _ => unoffered.iter().filter_map(|(_, rule)| *rule).fold(*its_rules, Rules::led_by),
    };
    // Of a name that is one of several on its card it is said which of these count.
    let of_faces = items.iter().find_map(|item| match item {
        AnswerItem::Reference(reference) if of_names => {
            card_names::rule_of(&stage.play.game, &reference.name.text)
        }
        _ => None,
    });
    let rules = of_faces.into_iter().fold(rules, Rules::led_by);
    let (mut rules, mut named) = (rules, Vec::new());
    for item in items {
        if let AnswerItem::Reference(reference) = item
            && !of_names
            && is_face(stage, choice, reference).is_none()
            && let Ok(thing) = stage.thing(reference)
        {
            // It is the card that is chosen, whichever of its names it is called by.
            let face = |object| of_another_face(&stage.play.game, object, &reference.name.text);
            rules = thing.object().and_then(face).into_iter().fold(rules, Rules::and);
            named.push(stage.answers.table().told_of(&stage.play.game, thing));
        }
        match item {
            AnswerItem::PileOf(reference) => named.push(format!("the pile of {}", reference.name.text)),
            AnswerItem::Words(words) => named.push(words.text.clone()),
            AnswerItem::Share { amount, to } => named.push(format!("{amount} to {}", to.name.text)),
            AnswerItem::Number(number) => named.push(number.value.to_string()),
            AnswerItem::Mode { number, .. } => named.push(number.value.to_string()),
            AnswerItem::Reference(reference) if named.is_empty() => named.push(reference.name.text.clone()),
            _ => {}
        }
    }
    let named = if named.is_empty() { "that".to_owned() } else { named.join(" and ") };
    let chooser = stage.answers.table().name_of(choice.player).to_owned();
    let sentence = match (&refused, legal) {
        _ if other.is_some() => {
            let other = other.map(|player| player.text.to_string()).unwrap_or_default();
            format!("{other} can't choose {named}: {chooser} is the one who chooses")
        }
        (_, true) => format!("{chooser} may choose {named}"),
        (Some(Refused::Because(illegal)), _) => {
            format!("{chooser} can't choose {named}: {}", illegal.reason())
        }
        (Some(Refused::TooMany), _) => format!("{chooser} can't choose {named}: these are too many"),
        (_, false) => {
            let why =
                unoffered.map_or_else(|| "it is not among the legal answers".to_owned(), |(why, _)| why);
            format!("{chooser} can't choose {named}: {why}")
        }
    };
    Ok(Tried { legal, sentence, rules })
}

/// Why the one thing that is chosen can be no target, if that is so whatever else is chosen. Where that can't be told, nothing is said of it.
fn no_target(stage: &mut Stage<'_, '_>, choice: &Choice, items: &[AnswerItem]) -> Option<Illegal> {
    let ([AnswerItem::Reference(reference)], Some(on_stack)) = (items, choice.source) else { return None };
    let thing = stage.thing(reference).ok()?;
    match announcing::misfit(&mut stage.play, on_stack, thing) {
        Ok(Some(Halt::Illegal(its))) => Some(Illegal { rules: its.rules.and(cr!("601.2c")), ..its }),
        _ => None,
    }
}

/// Of a choice of a card's faces, whether one of this name may be chosen.
fn is_face(stage: &Stage<'_, '_>, choice: &Choice, reference: &Reference) -> Option<bool> {
    options::offers_face(&stage.play.game, choice, &reference.name.text)
}

/// The most choices that make themselves among which one is looked for.
const MOST_FORCED: usize = 32;

/// By what it is said which question is asked about.
enum Meant<'a> {
    /// Answers that are tried, and the player who is said to try them, if a line says so.
    These(&'a [AnswerItem], Option<&'a Text>),
    /// The line that answers it, if there is one.
    Of(Option<&'a ChoiceLine>),
}

/// The player who is said to try to choose, if a line says so.
const fn chooser_of(line: &ScriptLine) -> Option<&Text> {
    match &line.kind {
        LineKind::Action(Action { player, .. }) => player.as_ref(),
        _ => None,
    }
}

/// Whether a choice is that of the player who is said to make it.
fn is_own(stage: &Stage<'_, '_>, choice: &Choice, chooser: Option<&Text>) -> bool {
    chooser.is_none_or(|player| stage.answers.table().player(&player.text) == Some(choice.player))
}

/// Whether a question may be the one that is meant.
fn is_meant(stage: &mut Stage<'_, '_>, choice: &Choice, meant: &Meant<'_>) -> Staged<bool> {
    let items = match meant {
        Meant::These(_, chooser) if !is_own(stage, choice, *chooser) => return Ok(false),
        // What chance says nobody chooses: of a face-down pile the pile is chosen, and no card of it (406.4).
        Meant::These(..) if choice.kind == ChoiceKind::Random => return Ok(false),
        Meant::These(items, _) => items,
        Meant::Of(line) => return Ok(line.is_none_or(|line| same_kind(line.kind.value, choice))),
    };
    let sort = match &choice.options {
        Options::Pick { at_most, .. } => of_sort(choice, items) && items.len() <= *at_most as usize,
        Options::Divide { .. } => of_sort(choice, items),
        Options::YesNo(_) | Options::Number { .. } => {
            !items.iter().any(|item| matches!(item, AnswerItem::Reference(_)))
        }
    };
    let view = stage.view()?;
    Ok(sort || stage.answers.offers(&Position { game: &stage.play.game, view: &view }, choice, items))
}

/// The choice that makes itself which is meant: of answers, the first of which they are legal answers, else the first that asks for
/// anything of their sort, else the first of all, unless something is left open behind it; and of those that the player who is said to
/// choose makes before those of others. What `earlier` objects ask for is not meant. Leaves the game where it is made.
fn forced_choice<'a>(
    stage: &mut Stage<'_, 'a>,
    (meant, open, earlier): (&Meant<'_>, bool, &[ObjectId]),
    forced: &Cell<Option<usize>>,
    once: &mut dyn FnMut(&mut Stage<'_, 'a>, &[Answer]) -> Staged,
) -> Staged<Option<Choice>> {
    // What speaks for one: it is that player's own and of the sort of the answers, or they are legal answers to another's.
    let mut found: Option<((bool, bool), usize)> = None;
    for place in 0.. {
        forced.set(Some(place));
        let (choice, span) = match once(stage, &[]) {
            // That is what is left open.
            Err(Stop::Halt(Halt::Open(choice), _)) if open && choice.forced().is_none() => break,
            Err(Stop::Halt(Halt::Open(choice), span)) => (choice, span),
            Err(other) => return Err(other),
            Ok(()) => break,
        };
        if place == MOST_FORCED {
            let why = "there are too many choices that make themselves to look at them all";
            return Err(Stop::Halt(Halt::undecided(None, why), span));
        }
        // What chance says nobody chooses.
        let by_chance = choice.kind == ChoiceKind::Random && matches!(meant, Meant::These(..));
        if by_chance || choice.source.is_some_and(|source| earlier.contains(&source)) {
            continue;
        }
        let (own, offered, sort) = match meant {
            Meant::These(items, chooser) => {
                let view = stage.view()?;
                let position = Position { game: &stage.play.game, view: &view };
                let offered = stage.answers.offers(&position, &choice, items);
                (is_own(stage, &choice, *chooser), offered, of_sort(&choice, items))
            }
            Meant::Of(Some(line)) => (true, same_kind(line.kind.value, &choice), false),
            Meant::Of(None) => (true, !open, false),
        };
        if own && offered {
            return Ok(Some(*choice));
        }
        let speaks = (own && sort, offered);
        if found.is_none_or(|(known, _)| speaks > known) {
            found = Some((speaks, place));
        }
    }
    let found = found.filter(|((own, _), _)| *own || !open);
    let Some((_, place)) = found else {
        forced.set(None);
        return Ok(None);
    };
    forced.set(Some(place));
    match once(stage, &[]) {
        Err(Stop::Halt(Halt::Open(choice), _)) => Ok(Some(*choice)),
        other => other.map(|()| None),
    }
}

/// Whether a choice asks for things of the sort of these answers: objects, players, shares of what is divided, or other words.
fn of_sort(choice: &Choice, items: &[AnswerItem]) -> bool {
    let from = match &choice.options {
        Options::Pick { from, .. } => from,
        Options::Divide { .. } => return items.iter().all(|item| matches!(item, AnswerItem::Share { .. })),
        Options::YesNo(_) | Options::Number { .. } => return false,
    };
    items.iter().all(|item| {
        from.iter().any(|offered| match item {
            AnswerItem::Reference(reference) if reference.sort == ReferenceSort::Player => {
                matches!(offered, Item::Player(_))
            }
            AnswerItem::Reference(_) => matches!(offered, Item::Object(_) | Item::Pile(_)),
            AnswerItem::Mode { .. } | AnswerItem::Number(_) => matches!(offered, Item::Mode(_)),
            AnswerItem::Share { .. } => false,
            _ => !matches!(offered, Item::Object(_) | Item::Player(_) | Item::Mode(_)),
        })
    })
}

/// Whether an answer is that there be no color.
fn is_no_color(item: &AnswerItem) -> bool {
    matches!(item, AnswerItem::Words(words) if NO_COLORS.contains(&words.text.as_str()))
}

/// Why an answer of offered things can't be given.
enum Refused {
    /// So many, or this number, can't be chosen.
    NotOffered,
    /// No more is asked than it says before them.
    TooMany,
    /// What is chosen so is illegal as a whole.
    Because(Illegal),
}

/// Gives the answer, and those to the questions that follow if it says more than one asks for; says why it is illegal, if it is.
fn leads_on<'a>(
    stage: &mut Stage<'_, 'a>,
    choice: &Choice,
    items: &[AnswerItem],
    once: &mut dyn FnMut(&mut Stage<'_, 'a>, &[Answer]) -> Staged,
) -> Staged<Option<Refused>> {
    let mut given: Vec<Answer> = Vec::new();
    let mut left = items;
    let mut asked = choice.clone();
    loop {
        let view = stage.view()?;
        let Some((answer, used)) = stage.answers.read(&stage.play.game, &view, &asked, left) else {
            return Ok(None);
        };
        if !asked.allows(&answer) {
            return Ok(Some(Refused::NotOffered));
        }
        given.push(answer);
        left = left.get(used..).unwrap_or_default();
        match with_mana(stage, &asked, &given, once)? {
            Err(Stop::Halt(Halt::Illegal(illegal), _)) => return Ok(Some(Refused::Because(illegal))),
            Err(Stop::Halt(Halt::Open(next), _))
                if !left.is_empty() && next.kind == choice.kind && next.player == choice.player =>
            {
                asked = *next;
            }
            // All that is assigned is checked together, as the last of it has been (510.1e).
            Err(Stop::Halt(Halt::Open(next), span)) if left.is_empty() && next.kind == ChoiceKind::Damage => {
                return any_assignment(stage, (*next, span), given, once);
            }
            Ok(()) | Err(Stop::Halt(Halt::Open(_), _)) => {
                return Ok((!left.is_empty()).then_some(Refused::TooMany));
            }
            _ => return Ok((!left.is_empty()).then_some(Refused::NotOffered)),
        }
    }
}

/// The most assignments of combat damage that are tried.
const MOST_ASSIGNMENTS: usize = 500;

/// Why none of the ways of assigning what other combat damage there is makes an assignment legal, if none does (510.1e).
fn any_assignment<'a>(
    stage: &mut Stage<'_, 'a>,
    (next, span): (Choice, Span),
    given: Vec<Answer>,
    once: &mut dyn FnMut(&mut Stage<'_, 'a>, &[Answer]) -> Staged,
) -> Staged<Option<Refused>> {
    let longer = |given: &[Answer], choice: &Choice| -> Vec<Vec<Answer>> {
        let answers = choice.answers().take(MOST_ASSIGNMENTS + 1);
        answers.map(|answer| given.iter().cloned().chain([answer]).collect()).collect()
    };
    let mut waiting = longer(&given, &next);
    let mut refused = None;
    let mut tried = 0;
    while let Some(given) = waiting.pop() {
        tried += 1;
        if tried > MOST_ASSIGNMENTS {
            let why = "there are too many ways of assigning the other combat damage to try them all";
            return Err(Stop::Halt(Halt::undecided(None, why), span));
        }
        match once(stage, &given) {
            Err(Stop::Halt(Halt::Illegal(illegal), _)) => {
                refused.get_or_insert(illegal);
            }
            Err(Stop::Halt(Halt::Open(next), _)) if next.kind == ChoiceKind::Damage => {
                waiting.extend(longer(&given, &next));
            }
            _ => return Ok(None),
        }
    }
    Ok(refused.map(Refused::Because))
}
