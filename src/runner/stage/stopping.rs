//! Why a script stops, and what is said of it.

use crate::diag::{Code, Diagnostic, Span};
use crate::engine::Halt;
use crate::engine::halt::Illegal;
use crate::game::{Change, Choice, ChoiceKind, MoveAction, ObjectId, PlayerId, Thing};
use crate::rules::cr;
use crate::runner::explore::Open;
use crate::runner::options::{Question, Under, open_attack, open_block, open_choice, open_payment};
use crate::scenario::script::{LineKind, ScriptLine};
use crate::trace::names::Names;
use crate::trace::refusal::{self, Attempt, Granted};
use crate::trace::{Refusal, What};
use crate::why::choices::rules_of;

use super::{Attempted, Stage, Staged, Stop};

impl Stage<'_, '_> {
    /// Makes a diagnostic of what stopped the script. Says whether it was stopped.
    pub(super) fn conclude(&mut self, result: Staged, script: &[ScriptLine]) -> bool {
        let stop = match result {
            Ok(()) => return false,
            Err(stop) => stop,
        };
        let diagnostic = match stop {
            Stop::Fault(diagnostic) => diagnostic,
            Stop::Halt(halt, span) => self.explain(halt, span),
        };
        let at = diagnostic.span().unwrap_or_default().start;
        self.diagnostics.push(diagnostic);
        let missed = count_expectations(script, at.max(self.span.start));
        if missed > 0 {
            if let Some(last) = self.diagnostics.last_mut() {
                let which = if missed == 1 {
                    "one expectation was".to_owned()
                } else {
                    format!("{missed} expectations were")
                };
                last.help.push(format!("{which} not reached"));
            }
        }
        true
    }

    /// Why what the line set out to do is illegal, as a sentence.
    pub(in crate::runner) fn refused(&self, illegal: &Illegal) -> String {
        let table = self.answers.table();
        // What a team declares the one at fault is refused.
        let is_theirs = |attempted: &&Attempted| {
            attempted.player == illegal.player
                || matches!(attempted.attempt, Attempt::Attack(_) | Attempt::Block(_))
        };
        let began = || self.attempted.as_ref().filter(is_theirs).map(|attempted| &attempted.attempt);
        let tried = illegal.tried().or_else(began);
        // Where it is no one target that is at fault, all that are written are named.
        let written = self.attempted.as_ref().filter(is_theirs).filter(|_| illegal.lacks_targets());
        let written = written.map_or(&[] as &[Thing], |attempted| attempted.targets.as_slice());
        let mut named: Vec<Thing> = illegal.together().iter().chain(written).copied().collect();
        named.extend(illegal.target);
        named.extend(illegal.object.into_iter().chain(illegal.by).map(Thing::Object));
        let apart = self.apart(illegal.player, tried, &named);
        let names = Names::new(&self.play.game, &table.players, table.viewer);
        let names = names.without_numbers().telling_apart(&apart);
        match tried {
            _ if illegal.choosing => {
                let known = |thing: &&Thing| {
                    thing.object().is_none_or(|object| object.index() < self.play.game.objects().len())
                };
                let chosen: Vec<String> =
                    illegal.together().iter().filter(known).map(|thing| names.thing(*thing)).collect();
                let chosen = if chosen.is_empty() { "that".to_owned() } else { chosen.join("; ") };
                format!("{} can't choose {chosen}: {}", table.name_of(illegal.player), illegal.reason())
            }
            Some(attempt) => {
                let mut refusal = illegal.refusal(&self.play.game, attempt.clone());
                if refusal.targets.is_empty() {
                    refusal.targets = written.to_vec();
                }
                self.name_each_of(&mut refusal);
                refusal::refused(&names, &refusal).into_string()
            }
            None => {
                format!(
                    "{} can't do what this line says: {}",
                    table.name_of(illegal.player),
                    illegal.reason()
                )
            }
        }
    }

    /// Names all targets that are written where the one at fault is among them several times: once it may well fit (115.3).
    fn name_each_of(&self, refusal: &mut Refusal) {
        let written = self.attempted.as_ref().filter(|attempted| attempted.player == refusal.player);
        let (Some(written), [one]) = (written, refusal.targets.as_slice()) else { return };
        let times = written.targets.iter().filter(|target| *target == one).count();
        if times > 1 {
            refusal.targets = written.targets.clone();
        }
    }

    /// Why an attempt of a player is illegal, behind what it is.
    pub(in crate::runner) fn reason(&self, illegal: &Illegal, attempt: Attempt) -> String {
        let table = self.answers.table();
        let named: Vec<Thing> = illegal.object.into_iter().chain(illegal.by).map(Thing::Object).collect();
        let apart = self.apart(illegal.player, Some(&attempt), &named);
        let names = Names::new(&self.play.game, &table.players, table.viewer);
        let names = names.without_numbers().telling_apart(&apart);
        refusal::reason(&names, &illegal.refusal(&self.play.game, attempt)).into_string()
    }

    /// What tells those apart from others of their name that a sentence names: what is tried, whom or what it is done to, and others. Whose
    /// something is that a player acts with goes without saying.
    fn apart(&self, player: PlayerId, tried: Option<&Attempt>, others: &[Thing]) -> Vec<(ObjectId, String)> {
        let game = &self.play.game;
        let table = self.answers.table();
        let names = Names::new(game, &table.players, table.viewer).without_numbers();
        let acts = |object: ObjectId| tried.is_some_and(|tried| tried.names(object));
        let mut named: Vec<ObjectId> = others.iter().filter_map(|thing| thing.object()).collect();
        if let Some(Attempt::Attack(declared)) = tried {
            named.extend(declared.iter().filter_map(|(_, defender)| defender.object()));
        }
        named.extend(game.objects().iter().map(|object| object.id).filter(|object| acts(*object)));
        named.sort_unstable();
        named.dedup();
        // What was only announced is not there any more.
        named.retain(|object| object.index() < game.objects().len());
        let told = named.into_iter().filter_map(|object| {
            let (title, told) = (table.title(game, object), table.told(game, object));
            let whose = format!("{}'s {title}", table.name_of(player));
            if told == title || acts(object) && told == whose || !table.sees(game, object) {
                return None;
            }
            // What has no name is told by its label alone.
            let bare = names.bare(object);
            let by_label = told.starts_with('@');
            Some((object, if by_label { format!("{bare} {told}") } else { told.replacen(&title, &bare, 1) }))
        });
        told.collect()
    }

    /// Whether an object is what a spell has become by resolving.
    fn has_resolved(&self, object: ObjectId) -> bool {
        let resolved = |what: &What| matches!(what, What::Changed(Change::Move(it), _) if it.action == MoveAction::Resolve && it.new == object);
        self.play.trace.entries().iter().any(|entry| resolved(&entry.what))
    }

    /// That what the line set out to do is legal, as a sentence.
    pub(in crate::runner) fn allowed(&self, granted: &Granted) -> String {
        let table = self.answers.table();
        let Some(tried) = &self.attempted else { return "it is legal".to_owned() };
        let by = granted.cost.iter().flat_map(|(_, changed)| &changed.by).copied().map(Thing::Object);
        let named: Vec<Thing> = tried.targets.iter().copied().chain(by).collect();
        let apart = self.apart(tried.player, Some(&tried.attempt), &named);
        let names = Names::new(&self.play.game, &table.players, table.viewer);
        let names = names.without_numbers().telling_apart(&apart);
        refusal::allowed(&names, tried.player, &tried.attempt, (&tried.targets, granted)).into_string()
    }

    /// Where the line to add would stand.
    fn under(&self, span: Span, choice: &Choice) -> Under {
        match self.untold {
            Some(title) if title == span => Under::Nothing,
            _ if self.is_announced(choice) => Under::Announced,
            _ => Under::TheLine,
        }
    }

    /// Whether a choice is one of targets for what the line itself casts or activates; what triggers has no line of its own, nor has
    /// what is cast as something else resolves.
    fn is_announced(&self, choice: &Choice) -> bool {
        let game = &self.play.game;
        let (Some(source), Some(attempted)) = (choice.source, &self.attempted) else { return false };
        let is = |object: ObjectId, other: ObjectId| game.earliest(object) == game.earliest(other);
        let announces = match attempted.attempt {
            Attempt::Cast(card, _) => is(card, source),
            Attempt::Activate(object, ..) => {
                let ability = game.object(source).stack_ability();
                ability.is_some_and(|ability| !ability.triggered && is(object, ability.source))
            }
            Attempt::PlayLand(..)
            | Attempt::TurnFaceUp(_)
            | Attempt::Unlock(..)
            | Attempt::Suspend(_)
            | Attempt::Companion(_)
            | Attempt::ByKeyword(..)
            | Attempt::Attack(_)
            | Attempt::Block(_)
            | Attempt::RollPlanarDie
            | Attempt::Pass
            | Attempt::TakeFirstTurn
            | Attempt::AssignDamage(_)
            | Attempt::Assist(_)
            | Attempt::Target(_)
            | Attempt::Propose
            | Attempt::Shorten
            | Attempt::AsProposed => false,
        };
        announces && choice.kind == ChoiceKind::Target
    }

    /// The question that is open, with the lines that answer it.
    fn question(&self, halt: &Halt, span: Span) -> Option<Question> {
        let table = self.answers.table();
        let game = &self.play.game;
        match halt {
            Halt::Open(choice) => {
                let rules = rules_of(&self.play.trace, choice, self.play.asking);
                Some(Question::of(game, &table, (choice, rules), span, self.under(span, choice)))
            }
            Halt::OpenAttack(player, declarations) => {
                Some(Question::of_attack(game, &table, *player, declarations, (cr!("508.1d").into(), span)))
            }
            Halt::OpenBlock(player, declarations) => {
                Some(Question::of_block(game, &table, *player, declarations, (cr!("509.1c").into(), span)))
            }
            Halt::OpenPayment(player, sources) => {
                Some(Question::of_payment(game, &table, *player, sources, (cr!("605.3a").into(), span)))
            }
            Halt::Illegal(_)
            | Halt::Undecided(_)
            | Halt::NotOffered(_)
            | Halt::NotAllowed(_)
            | Halt::Answer(_)
            | Halt::Over
            | Halt::Runaway(_) => None,
        }
    }

    fn explain(&mut self, halt: Halt, span: Span) -> Diagnostic {
        if self.play.history.is_some() {
            self.question = self.question(&halt, span);
        }
        let table = self.answers.table();
        let game = &self.play.game;
        match halt {
            Halt::Open(choice) => {
                if self.exploring {
                    self.open = Some(Open::of(game, &table, &choice));
                }
                let rules = rules_of(&self.play.trace, &choice, self.play.asking);
                open_choice(game, &table, (&choice, rules), span, self.under(span, &choice))
            }
            Halt::OpenAttack(player, declarations) => open_attack(game, &table, player, &declarations, span),
            Halt::OpenBlock(player, declarations) => open_block(game, &table, player, &declarations, span),
            Halt::OpenPayment(player, sources) => {
                open_payment(game, &table, player, &sources, (cr!("605.3a"), span))
            }
            Halt::Illegal(illegal) => {
                let message = self.refused(&illegal);
                let mut diagnostic = Diagnostic::error(Code::IllegalAction, message, span, "this is illegal");
                if let Some(Thing::Object(target)) = illegal.target
                    && self.has_resolved(target)
                {
                    let name = table.title(game, target);
                    let begin = Span::new(span.start, span.start);
                    diagnostic = diagnostic
                        .with_help(format!(
                            "`{name}` has resolved: write `in response` in front of what answers it"
                        ))
                        .with_fix(Some(begin), "in response ");
                }
                diagnostic = diagnostic.with_help(
                    "to ask whether something is legal, write `tries to` and `expect illegal` under it",
                );
                for rule in illegal.rules.iter() {
                    diagnostic = diagnostic.with_rule(rule);
                }
                diagnostic
            }
            Halt::Undecided(undecided) => {
                // What was only looked at as it would be (601.3e, 614.12) is not there to be named.
                let there = |object: &ObjectId| object.index() < game.objects().len();
                let what = undecided.object.filter(there).map(|object| table.title(game, object));
                let message = match what {
                    Some(name) if !name.is_empty() => {
                        format!("headjudge can't decide this: `{name}`: {}", undecided.why)
                    }
                    _ => format!("headjudge can't decide this: {}", undecided.why),
                };
                let told = Diagnostic::error(Code::Unsupported, message, span, "");
                if !undecided.is_gap {
                    return told;
                }
                self.gap = Some(undecided.why);
                told.with_help("`headjudge card NAME` says of a card what of it is not played")
            }
            Halt::NotOffered(thing) => Diagnostic::error(
                Code::IllegalAnswer,
                format!("`{}` is not among the legal answers", table.told_of(game, thing)),
                span,
                "",
            ),
            Halt::NotAllowed(illegal) => {
                let message = "the answer is not among the legal ones";
                let fault = Diagnostic::error(Code::IllegalAnswer, message, span, "");
                self.answers.fault().unwrap_or_else(|| match illegal.rules.first() {
                    Some(rule) => fault.with_rule(rule),
                    None => fault,
                })
            }
            Halt::Answer(why) => {
                self.answers.fault().unwrap_or_else(|| Diagnostic::error(Code::IllegalAnswer, why, span, ""))
            }
            // Whoever plays takes this for an end like any other.
            Halt::Over => {
                Diagnostic::error(Code::IllegalAction, "the game has ended", span, "").with_rule(cr!("104.1"))
            }
            Halt::Runaway(what) => {
                let message = format!("the scenario does not come to an end: {what}");
                let told = Diagnostic::error(Code::Runaway, message, span, "");
                let attacked = |what: &What| matches!(what, What::Changed(Change::Attack(_), _));
                let has_fought = self.play.trace.entries().iter().any(|entry| attacked(&entry.what));
                if has_fought && what.contains("without an attack") {
                    return told.with_help(
                        "there was an attack: `expect` and `ask` at the margin let combat come to its end, so write `go to` before them",
                    );
                }
                told
            }
        }
    }
}

/// How many expectations stand behind a place.
fn count_expectations(script: &[ScriptLine], after: usize) -> usize {
    script
        .iter()
        .map(|line| {
            let own = usize::from(matches!(line.kind, LineKind::Expect(_)) && line.span.start > after);
            own + count_expectations(&line.children, after)
        })
        .sum()
}
