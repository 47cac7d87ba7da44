//! Making an answer of what is written.

use crate::diag::{Code, Diagnostic, Span};
use crate::engine::Position;
use crate::engine::zones::exile::pile_of;
use crate::game::{Answer, Choice, Half, Item, ObjectId, Options, Thing};
use crate::ir::Zone;
use crate::runner::options::{is_name, options_in_words};
use crate::scenario::script::{AnswerItem, ChoiceLine, Part, Reference, ReferenceSort};
use crate::scenario::vocabulary::ChoiceKind as WrittenKind;
use crate::trace::kind_word;

use super::State;
use super::offered::is_none;

impl State<'_> {
    /// The answer that a choice line gives to the question.
    pub(super) fn translate(
        &self,
        position: &Position<'_>,
        choice: &Choice,
        line: &ChoiceLine,
        answers: &[AnswerItem],
    ) -> Result<Answer, Box<Diagnostic>> {
        let mut answer = self.answer_meant(position, choice, answers)?;
        if let (Some(Answer::Picked(picked)), WrittenKind::ResolveFirst) = (&mut answer, line.kind.value) {
            picked.reverse();
        }
        match answer {
            Some(answer) if choice.allows(&answer) => Ok(answer),
            _ => {
                let help = options_in_words(position.game, &self.table, choice);
                let fault = Diagnostic::error(
                    Code::IllegalAnswer,
                    "this is not among the legal answers",
                    line.answer_span,
                    "can't be chosen",
                );
                Err(Box::new(fault.with_help(format!("the legal answers: {help}"))))
            }
        }
    }

    /// The answer to the question that is written, whether or not it is a legal one; none if it is of another sort.
    pub(super) fn answer_meant(
        &self,
        position: &Position<'_>,
        choice: &Choice,
        answers: &[AnswerItem],
    ) -> Result<Option<Answer>, Box<Diagnostic>> {
        Ok(match &choice.options {
            Options::YesNo(_) => match answers {
                [AnswerItem::Yes(_)] => Some(Answer::Yes),
                [AnswerItem::No(_)] | [] => Some(Answer::No),
                _ => None,
            },
            Options::Number { .. } => match answers {
                [AnswerItem::Number(number)] => u32::try_from(number.value).ok().map(Answer::Number),
                _ => None,
            },
            // Whoever says that any order will do has the one in which they are told.
            Options::Pick { from, .. } if is_any_order(choice, answers) => {
                Some(Answer::Picked((0u32..).zip(from.iter()).map(|(index, _)| index).collect()))
            }
            Options::Pick { from, .. } => {
                let mut picked = Vec::new();
                for item in answers {
                    match self.pick(position, item, from, &picked) {
                        Ok(index) => picked.push(index),
                        Err(fault) => {
                            let legal = options_in_words(position.game, &self.table, choice);
                            let fault = with_semicolons(*fault, item);
                            return Err(Box::new(fault.with_help(format!("the legal answers: {legal}"))));
                        }
                    }
                }
                Some(Answer::Picked(picked))
            }
            Options::Divide { among, .. } => {
                let mut shares = vec![0u32; among.len()];
                let mut taken: Vec<u32> = Vec::new();
                for item in answers {
                    let AnswerItem::Share { amount, to } = item else { continue };
                    // Another of that name gets the share if there is one.
                    let thing = self.thing(position, to, among, &taken);
                    let index = thing
                        .and_then(|thing| {
                            (0u32..).zip(among.iter()).find(|(_, item)| Item::thing(**item) == Some(thing))
                        })
                        .map(|(index, _)| index);
                    taken.extend(index);
                    match index.and_then(|index| shares.get_mut(index as usize)) {
                        Some(share) => *share = share.saturating_add(*amount),
                        None => return Err(Box::new(not_an_option(to.span, &to.name.text))),
                    }
                }
                Some(Answer::Divided(shares))
            }
        })
    }

    /// The answer to a question that stands at the head of these items, and how many of them it takes; nothing where they don't say
    /// the whole of it.
    pub(super) fn read(
        &self,
        position: &Position<'_>,
        choice: &Choice,
        items: &[AnswerItem],
    ) -> Option<(Answer, usize)> {
        match (&choice.options, items) {
            (Options::YesNo(_), [AnswerItem::Yes(_), ..]) => Some((Answer::Yes, 1)),
            (Options::YesNo(_), [AnswerItem::No(_), ..]) => Some((Answer::No, 1)),
            (Options::Number { .. }, [AnswerItem::Number(number), ..]) => {
                // What is below zero is no number that can be chosen (107.1b).
                Some((u32::try_from(number.value).map_or(Answer::No, Answer::Number), 1))
            }
            (Options::Pick { .. }, [one, ..]) if is_none(std::slice::from_ref(one)) => {
                Some((Answer::Picked(Vec::new()), 1))
            }
            (Options::Pick { from, at_least, at_most, .. }, _) => {
                let most = items.len().min(*at_most as usize);
                let mut picked = Vec::with_capacity(most);
                for item in items.iter().take(most) {
                    match self.pick(position, item, from, &picked) {
                        Ok(index) => picked.push(index),
                        // Taken already: it can't be chosen twice.
                        Err(_) => return Some((Answer::No, items.len())),
                    }
                }
                (picked.len() >= *at_least as usize).then_some((Answer::Picked(picked), most))
            }
            (Options::Divide { .. }, [AnswerItem::Share { .. }, ..]) => {
                let answer = self.answer_meant(position, choice, items).ok()??;
                Some((answer, items.len()))
            }
            _ => None,
        }
    }

    /// The option that an answer means.
    pub(super) fn pick(
        &self,
        position: &Position<'_>,
        item: &AnswerItem,
        from: &[Item],
        taken: &[u32],
    ) -> Result<u32, Box<Diagnostic>> {
        let index = |wanted: &dyn Fn(&Item) -> bool| {
            (0u32..)
                .zip(from)
                .find(|(index, item)| wanted(item) && !taken.contains(index))
                .map(|(index, _)| index)
        };
        let written = match item {
            AnswerItem::Number(number) => number.value.to_string(),
            AnswerItem::Mode { number, .. } => format!("mode {}", number.value),
            _ => String::new(),
        };
        let (found, span, text) = match item {
            AnswerItem::Reference(reference) => {
                let found = self.named(position, reference, from, taken);
                let found = found.or_else(|| self.about(position, reference, from, taken));
                (found, reference.span, reference.name.text.as_str())
            }
            AnswerItem::PileOf(reference) => {
                let game = position.game;
                let hidden: Vec<Item> = game.exile().iter().copied().map(Item::Object).collect();
                let meant = self.thing(position, reference, &hidden, &[]).and_then(Thing::object);
                let found = index(&|item| match (item, meant) {
                    (Item::Pile(card), Some(meant)) => pile_of(game, *card) == pile_of(game, meant),
                    _ => false,
                });
                (found, reference.span, reference.name.text.as_str())
            }
            AnswerItem::Number(number) => {
                let found =
                    index(&|item| matches!(item, Item::Mode(mode) if i32::from(*mode) == number.value));
                (found, number.span, written.as_str())
            }
            AnswerItem::Mode { number, .. } => {
                let found =
                    index(&|item| matches!(item, Item::Mode(mode) if u32::from(*mode) == number.value));
                (found, number.span, written.as_str())
            }
            AnswerItem::Words(words) => {
                let text = words.text.as_str();
                let found = index(&|item| match item {
                    Item::Pile(card) => {
                        self.table.pile_named(position.game, *card) == text.strip_prefix("pile ")
                    }
                    Item::Life => text == "life",
                    Item::Mana => text == "mana",
                    Item::Symbol(symbol) => symbol.to_string() == text,
                    Item::Spend(amount) => amount.to_string() == text,
                    Item::Color(color) => color.word() == text,
                    Item::Object(object) => text == "unknown" && position.game.object(*object).is_unknown(),
                    Item::Colorless => text == "colorless",
                    Item::Word(word) => word.as_str().eq_ignore_ascii_case(text),
                    Item::Counter(kind) => kind.to_string() == *text,
                    _ => false,
                });
                (found, words.span, text)
            }
            AnswerItem::Yes(span) => (index(&|item| *item == Item::Life), *span, "yes"),
            AnswerItem::No(span) => (index(&|item| *item == Item::Mana), *span, "no"),
            AnswerItem::Share { to, .. } => (None, to.span, to.name.text.as_str()),
        };
        found.ok_or_else(|| {
            let several = match item {
                AnswerItem::Reference(reference) => self.ambiguous(position, reference, from),
                _ => None,
            };
            Box::new(several.unwrap_or_else(|| not_an_option(span, text)))
        })
    }

    /// The option that a reference names.
    fn named(
        &self,
        position: &Position<'_>,
        reference: &Reference,
        from: &[Item],
        taken: &[u32],
    ) -> Option<u32> {
        let index = |wanted: &dyn Fn(&Item) -> bool| {
            (0u32..)
                .zip(from)
                .find(|(index, item)| wanted(item) && !taken.contains(index))
                .map(|(index, _)| index)
        };
        let thing = self.thing(position, reference, from, taken);
        let game = position.game;
        // Where no ability of that number waits, it is the place among those of the object that do.
        let is_number = |wanted: u32| {
            (0u32..).zip(from).any(|(place, item)| {
                matches!(item, Item::AbilityOf(object, number, _)
                    if u32::from(*number) == wanted && self.is_named(position, reference, *object))
                    && !taken.contains(&place)
            })
        };
        let by_number = match reference.part {
            Part::Ability(Some(wanted)) => is_number(wanted),
            _ => true,
        };
        let place_of = |item: &Item, object: &ObjectId| {
            let until = from.iter().take_while(|other| !std::ptr::eq(*other, item));
            1 + until.filter(|it| matches!(it, Item::AbilityOf(other, ..) if other == object)).count()
        };
        index(&|item| match item {
            Item::AbilityOf(object, number, _) => {
                let part = match reference.part {
                    Part::Ability(Some(wanted)) if by_number => wanted == u32::from(*number),
                    Part::Ability(Some(wanted)) => {
                        u32::try_from(place_of(item, object)).is_ok_and(|place| place == wanted)
                    }
                    _ => true,
                };
                part && self.is_named(position, reference, *object)
                    && thing.is_none_or(|thing| match thing {
                        Thing::Object(named) => {
                            let source =
                                game.object(named).stack_ability().map_or(named, |ability| ability.source);
                            game.earliest(source) == game.earliest(*object)
                        }
                        Thing::Player(_) => false,
                    })
            }
            // Of a face-down pile the pile is chosen, and no card of it (406.4).
            Item::Pile(_) => false,
            // A subtype may be the name of a token too.
            Item::Word(word) => word.as_str().eq_ignore_ascii_case(&reference.name.text),
            Item::Counter(kind) => kind.to_string() == *reference.name.text,
            Item::Name(_) => is_name(game, *item, &reference.name.text),
            Item::Face(object, face) => {
                if let Some(half) = Half::of_face(*face)
                    && let Some(name) = game.name_of_half(*object, half)
                {
                    return *name == *reference.name.text;
                }
                let definition = game.object(*object).definition.as_ref();
                let face = definition.and_then(|its| its.faces.get(usize::from(*face)));
                face.is_some_and(|face| *face.name == *reference.name.text)
            }
            Item::Card(card) => {
                let definition = game.card(*card).definition.as_ref();
                definition.is_some_and(|its| *its.name == *reference.name.text)
            }
            item => thing.is_some() && Item::thing(*item) == thing,
        })
    }

    /// The fault of a name that fits several of the options, which differ.
    fn ambiguous(&self, position: &Position<'_>, reference: &Reference, from: &[Item]) -> Option<Diagnostic> {
        let offered = |object: ObjectId| from.contains(&Item::Object(object));
        let options = from.iter().filter(|item| match item {
            Item::Object(object) => self.is_named(position, reference, *object),
            _ => false,
        });
        let fault = self.table.object_where(position.game, position.view, reference, offered).err();
        fault.filter(|_| options.count() > 1)
    }

    /// The one of several abilities of one object that is about what a reference means, if one alone is.
    fn about(
        &self,
        position: &Position<'_>,
        reference: &Reference,
        from: &[Item],
        taken: &[u32],
    ) -> Option<u32> {
        let game = position.game;
        let about = |item: &Item| match item {
            Item::AbilityOf(_, _, Some(about)) => Some(game.latest(*about)),
            _ => None,
        };
        if reference.part != Part::Whole || reference.sort == ReferenceSort::Player {
            return None;
        }
        let is_one = |object: ObjectId| from.iter().any(|item| about(item) == Some(game.latest(object)));
        let meant = self.table.object_where(game, position.view, reference, is_one).ok()?;
        let mut found = (0u32..).zip(from).filter(|(_, item)| about(item) == Some(game.latest(meant)));
        let (index, _) = found.next().filter(|(index, _)| !taken.contains(index))?;
        found.next().is_none().then_some(index)
    }

    /// The thing that a reference means among the options; of several that nothing tells apart one that is not taken yet.
    pub(super) fn thing(
        &self,
        position: &Position<'_>,
        reference: &Reference,
        from: &[Item],
        taken: &[u32],
    ) -> Option<Thing> {
        if reference.sort == ReferenceSort::Player {
            return self.table.player(&reference.name.text).map(Thing::Player);
        }
        let left = || (0u32..).zip(from).filter(|(index, _)| !taken.contains(index));
        let game = position.game;
        let source = |object: ObjectId| game.object(object).stack_ability().map_or(object, |it| it.source);
        let offered = |object: ObjectId| {
            left().any(|(_, item)| match item {
                Item::AbilityOf(of, ..) => game.latest(source(*of)) == game.latest(object),
                item => Item::thing(*item) == Some(Thing::Object(object)),
            })
        };
        let meant = |fits: &dyn Fn(ObjectId) -> bool| {
            self.table.object_where(position.game, position.view, reference, fits).ok()
        };
        // Where those of its name that have labels could be meant too, it is the one without.
        let without_label = |object| offered(object) && !self.table.labelled(game, object);
        // Of equal cards in a library any will do, whatever their order.
        let in_library = || {
            let of_name = left().filter_map(|(_, item)| item.object()).filter(|object| {
                game.object(*object).zone == Zone::Library
                    && without_label(*object)
                    && self.is_named(position, reference, *object)
            });
            let of_name: Vec<ObjectId> = of_name.collect();
            let first = *of_name.first()?;
            let alike = |other: &ObjectId| self.table.chosen_alike(game, position.view, first, *other);
            of_name.iter().all(alike).then_some(first)
        };
        let found = meant(&offered).or_else(|| meant(&without_label)).or_else(in_library)?;
        // A target that has gone is offered as what it was, and stays a target (115.7d).
        let gone = left().filter_map(|(_, item)| item.object()).find(|was| {
            *was != found && game.object(*was).next.is_some() && game.latest(*was) == game.latest(found)
        });
        Some(Thing::Object(gone.filter(|_| !offered(found)).unwrap_or(found)))
    }
}

/// Whether an order is asked for, and the answer is that any will do.
fn is_any_order(choice: &Choice, answers: &[AnswerItem]) -> bool {
    let is_any = matches!(answers, [AnswerItem::Words(words)] if words.text == "any");
    is_any && kind_word(choice.kind) == "order"
}

/// With how several numbers are written, where a comma parts them.
fn with_semicolons(fault: Diagnostic, item: &AnswerItem) -> Diagnostic {
    let AnswerItem::Words(words) = item else { return fault };
    let parts: Vec<&str> = words.text.split([',', '&']).map(str::trim).collect();
    let is_number = |part: &&str| part.parse::<u32>().is_ok();
    if parts.len() < 2 || !parts.iter().all(is_number) {
        return fault;
    }
    let instead = parts.join("; ");
    fault.with_help(format!("several are separated by `;`: `{instead}`")).with_fix(Some(words.span), instead)
}

fn not_an_option(span: Span, text: &str) -> Diagnostic {
    Diagnostic::error(
        Code::IllegalAnswer,
        format!("`{text}` is not among the legal answers"),
        span,
        "can't be chosen",
    )
}
