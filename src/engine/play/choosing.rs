//! How players choose in a game that is played, and how it is recorded.

use std::rc::Rc;

use crate::engine::halt::{Halt, Illegal, Outcome};
use crate::game::{
    AbilityInstance, Answer, CauseKind, Choice, ChoiceKind, Deed, Game, Item, ObjectId, Options, PlayerId,
    Thing,
};
use crate::ir::ManaCost;
use crate::oracle::phrases;
use crate::rules::{RuleId, Rules, cr};
use crate::trace::entry::How;
use crate::trace::{Level, What};

use super::{LARGEST, PhraseToCome, Play, Position, Unpaid, in_place_of};

impl Play<'_> {
    /// Asks a player to choose, and records the answer.
    pub(in crate::engine) fn choose(&mut self, choice: Choice, rules: Rules) -> Outcome<Answer> {
        self.choose_by(choice, rules, |_, _| None)
    }

    /// The same, where a further rule may be about this very answer.
    pub(in crate::engine) fn choose_by(
        &mut self,
        choice: Choice,
        rules: Rules,
        rule_of: impl FnOnce(&Game, &Answer) -> Option<RuleId>,
    ) -> Outcome<Answer> {
        let (choice, rules, answer, how) = self.answered(choice, rules, None)?;
        Ok(self.chosen(choice, rules, answer, how, rule_of))
    }

    /// Asks a player to choose where a rule that is checked afterwards leaves one answer alone: nobody needs to say it, and who says another is
    /// told by which rule it is none.
    pub(in crate::engine) fn choose_forced(
        &mut self,
        choice: Choice,
        rules: Rules,
        forced: Answer,
    ) -> Outcome<Answer> {
        let (choice, rules, answer, how) = self.answered(choice, rules, Some(forced))?;
        Ok(self.chosen(choice, rules, answer, how, |_, _| None))
    }

    /// The same, where only an answer that is written will do: there may be more to choose than is known. Nothing is recorded if none is.
    pub(in crate::engine) fn choose_as_written(
        &mut self,
        choice: Choice,
        rules: Rules,
        rule_of: impl FnOnce(&Game, &Answer) -> Option<RuleId>,
    ) -> Outcome<Option<Answer>> {
        let (choice, rules, answer, how) = self.answered(choice, rules, None)?;
        Ok((how == How::Written).then(|| self.chosen(choice, rules, answer, how, rule_of)))
    }

    /// What whoever decides chooses, with the choice and the rules of it as they are for that player.
    fn answered(
        &mut self,
        choice: Choice,
        rules: Rules,
        forced: Option<Answer>,
    ) -> Outcome<(Choice, Rules, Answer, How)> {
        let asked_of = self.next_asked_of.take();
        let (mut choice, mut rules) = in_place_of::chooser(self, choice, rules)?;
        // Whoever controls a player chooses for them. Chance is nobody's choice.
        let decider = self.game.decider(choice.player);
        if decider != choice.player && !choice.kind.by_chance() {
            if self.game.is_controlled_with_team(choice.player) {
                rules = rules.and(cr!("805.8"));
            }
            choice.player = decider;
            // What is paid with is the controlled player's all the same.
            let pays = rules.contains(cr!("601.2h"));
            rules = if pays { rules.led_by(cr!("723.5a")) } else { rules };
            rules = rules.led_by(cr!("723.5"));
        }
        let forced = forced.or_else(|| choice.forced());
        let view = self.view()?;
        let position = Position { game: &self.game, view: &view };
        self.asking = rules;
        self.asked_of = asked_of;
        let (answer, how) = self.chooser.answer(&position, &choice, forced)?;
        if !choice.allows(&answer) {
            // That so large a number is none of the answers is no rule of the game.
            if let (Options::Number { most: most @ LARGEST.., .. }, Answer::Number(number)) =
                (&choice.options, &answer)
                && number > most
            {
                return Err(Halt::undecided(
                    choice.source,
                    "headjudge does not follow numbers as large as that",
                ));
            }
            let why = "what is chosen is not among what can be";
            let being = not_so_many(&self.game, &choice, &answer).map(String::into_boxed_str);
            let illegal = Illegal {
                player: choice.player,
                rules,
                why,
                object: None,
                target: None,
                by: None,
                more: None,
                choosing: false,
                cost: None,
                being,
            };
            return Err(Halt::NotAllowed(illegal));
        }
        if how == How::Written {
            self.loops.interrupt();
        }
        Ok((choice, rules, answer, how))
    }

    /// Records what has been chosen.
    fn chosen(
        &mut self,
        choice: Choice,
        rules: Rules,
        answer: Answer,
        how: How,
        rule_of: impl FnOnce(&Game, &Answer) -> Option<RuleId>,
    ) -> Answer {
        let level = match how {
            How::Written | How::Default => Level::Default,
            // How all damage goes to the one creature there is need not be told.
            How::Forced if choice.kind == ChoiceKind::Damage => Level::Detail,
            How::Forced => match &choice.options {
                Options::Pick { from, .. } if from.is_empty() => Level::Detail,
                _ => Level::Default,
            },
            How::Indifferent => Level::Detail,
        };
        let cause = choice.source.map_or(CauseKind::Rules, CauseKind::Ability);
        let rules = rule_of(&self.game, &answer).map_or(rules, |rule| rules.and(rule));
        self.record(level, cause, rules, What::Chose(Box::new(choice), answer.clone(), how));
        answer
    }

    /// Asks for yes or no.
    pub(in crate::engine) fn ask(
        &mut self,
        player: PlayerId,
        kind: ChoiceKind,
        source: Option<ObjectId>,
        rules: Rules,
    ) -> Outcome<bool> {
        self.ask_whether(player, (kind, Deed::Something), source, rules)
    }

    /// Asks for yes or no, where it is said what of.
    pub(in crate::engine) fn ask_whether(
        &mut self,
        player: PlayerId,
        (kind, deed): (ChoiceKind, Deed),
        source: Option<ObjectId>,
        rules: Rules,
    ) -> Outcome<bool> {
        let options = Options::YesNo(deed);
        let choice = Choice { player, kind, source, options, indifferent: false };
        Ok(self.choose(choice, rules)? == Answer::Yes)
    }

    /// Asks for a whole number in a range.
    pub(in crate::engine) fn number(
        &mut self,
        player: PlayerId,
        source: Option<ObjectId>,
        (least, most): (u32, u32),
        rules: Rules,
    ) -> Outcome<u32> {
        let options = Options::Number { least, most };
        let choice = Choice { player, kind: ChoiceKind::Number, source, options, indifferent: false };
        Ok(match self.choose(choice, rules)? {
            Answer::Number(number) => number,
            _ => least,
        })
    }

    /// Asks whether a player does what they may do.
    pub(in crate::engine) fn ask_to(
        &mut self,
        player: PlayerId,
        deed: Deed,
        source: Option<ObjectId>,
        rules: Rules,
    ) -> Outcome<bool> {
        self.ask_whether(player, (ChoiceKind::May, deed), source, rules)
    }

    /// Asks for some of several items and returns those picked, in the order of the answer.
    #[expect(clippy::too_many_arguments, reason = "a question has that many sides")]
    pub(in crate::engine) fn pick(
        &mut self,
        player: PlayerId,
        kind: ChoiceKind,
        source: Option<ObjectId>,
        from: Vec<Item>,
        at_least: u32,
        at_most: u32,
        ordered: bool,
        rules: Rules,
    ) -> Outcome<Vec<Item>> {
        let from: Rc<[Item]> = from.into();
        // Where there is nothing to choose from, nothing is chosen (101.3): an effect does as much as is possible.
        let lacks = from.is_empty() && at_least > 0 && rules.contains(cr!("608.2d"));
        let rules = if lacks { rules.and(cr!("609.3")) } else { rules };
        let at_least = if from.is_empty() { 0 } else { at_least };
        let options = Options::Pick { from: from.clone(), at_least, at_most, ordered };
        let choice = Choice { player, kind, source, options, indifferent: false };
        match self.choose(choice, rules)? {
            Answer::Picked(picked) => {
                Ok(picked.iter().filter_map(|index| from.get(*index as usize).copied()).collect())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Tells whoever answers which target phrases come after the one whose targets are chosen next.
    pub(in crate::engine) fn tell_to_come(&mut self, phrases: Vec<PhraseToCome>) {
        self.chooser.to_come(phrases);
    }

    pub(in crate::engine) fn mana_ability(
        &mut self,
        player: PlayerId,
        unpaid: Unpaid<'_>,
    ) -> Outcome<Option<(ObjectId, AbilityInstance)>> {
        let view = self.view()?;
        self.chooser.mana_ability(&Position { game: &self.game, view: &view }, player, unpaid)
    }

    pub(in crate::engine) fn short_of_mana(
        &mut self,
        player: PlayerId,
        object: ObjectId,
        costs: &[ManaCost],
    ) -> Outcome {
        let view = self.view()?;
        self.chooser.short_of_mana(&Position { game: &self.game, view: &view }, player, object, costs)
    }

    pub(in crate::engine) fn attackers(
        &mut self,
        player: PlayerId,
    ) -> Outcome<Option<Vec<(ObjectId, Thing)>>> {
        let view = self.view()?;
        self.chooser.attackers(&Position { game: &self.game, view: &view }, player)
    }

    pub(in crate::engine) fn bands(&mut self, player: PlayerId) -> Outcome<Vec<Vec<ObjectId>>> {
        let view = self.view()?;
        self.chooser.bands(&Position { game: &self.game, view: &view }, player)
    }

    pub(in crate::engine) fn blockers(
        &mut self,
        player: PlayerId,
    ) -> Outcome<Option<Vec<(ObjectId, ObjectId)>>> {
        let view = self.view()?;
        self.chooser.blockers(&Position { game: &self.game, view: &view }, player)
    }
}

/// How many can be chosen, in words, where another number is.
fn not_so_many(game: &Game, choice: &Choice, answer: &Answer) -> Option<String> {
    match (&choice.options, answer) {
        (Options::Pick { at_least, at_most, .. }, Answer::Picked(picked)) => {
            let (noun, chosen) =
                if choice.kind == ChoiceKind::Mode { ("mode", "chosen") } else { ("choice", "made") };
            let so_many = |number: u32| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
            let picked = u32::try_from(picked.len()).unwrap_or(u32::MAX);
            let asked = match (*at_least, *at_most) {
                (least, most) if least == most => format!("exactly {}", so_many(most)),
                (_, most) if picked > most => format!("at most {}", so_many(most)),
                (least, _) if picked < least => format!("at least {}", so_many(least)),
                _ => return None,
            };
            (picked < *at_least || picked > *at_most)
                .then(|| format!("{asked} can be {chosen}, and not {picked}{}", unless(game, choice, picked)))
        }
        (Options::Number { least, most, .. }, Answer::Number(number)) => Some(match least == most {
            true => format!("the number can only be {most}, and not {number}"),
            false => format!("the number can be from {least} to {most}, and not {number}"),
        }),
        _ => None,
    }
}

/// ` unless you control a commander`: what is not so, where that many modes could be chosen if it were.
fn unless(game: &Game, choice: &Choice, picked: u32) -> String {
    let Options::Pick { at_most, .. } = &choice.options else { return String::new() };
    let asks = choice.source.filter(|_| choice.kind == ChoiceKind::Mode).map(|source| game.object(source));
    let choose = asks.and_then(|asks| asks.bodies().find_map(|body| body.choose.as_ref()));
    let instead = choose.and_then(|choose| choose.instead.as_ref()).filter(|instead| {
        let would_do = u32::from(instead.at_least) <= picked && picked <= u32::from(instead.at_most);
        would_do && *at_most < picked
    });
    let condition = instead.and_then(|instead| phrases::condition(&instead.only_if));
    condition.map(|condition| format!(" unless {condition}")).unwrap_or_default()
}
