//! What is cast or activated, in one line with what is announced of it.

use crate::game::{Change, ChoiceKind, MoveAction, ObjectId};
use crate::rules::{RuleId, cr};
use crate::trace::choices;
use crate::trace::entry::{Entry, EntryId, How, What};
use crate::trace::notes::Note;
use crate::trace::notes::words::{additional_cost, kicked};
use crate::trace::pieces::Piece;
use crate::trace::styled::Style;

use super::{Line, Tree, cite, merge_rules};

impl Tree<'_> {
    /// A cast in one line: the move to the stack, and what was announced.
    pub(super) fn cast(&self, line: Line, spell: ObjectId, below: &[EntryId]) -> Line {
        let moved = self.position(
            below,
            |change| matches!(change, Change::Move(it) if it.action == MoveAction::Cast && it.new == spell),
        );
        let Some((id, entry)) = moved else {
            return Line { children: self.lines(below, false), ..line };
        };
        // Where the casting itself rests on more than that anybody may cast, that is said; that it is cast while something resolves,
        // or is a copy, has been said.
        let told = [cr!("601.2"), cr!("608.2g"), cr!("707.12")];
        let permitted: Vec<RuleId> = line.rules.iter().copied().filter(|rule| !told.contains(rule)).collect();
        let mut line = self.plain(id, entry);
        cite(&mut line, permitted.into_iter());
        let rest: Vec<EntryId> = below.iter().copied().filter(|other| *other != id).collect();
        let mut suffix = Line::default();
        let rest = self.announced(&mut suffix, spell, &rest);
        line.phrase.why.append(&suffix.phrase.subject);
        merge_rules(&mut line, Some(suffix));
        line.children = self.lines(&rest, false);
        line
    }

    /// An activation in one line: the ability on the stack, and what was announced.
    pub(super) fn activated(&self, mut line: Line, below: &[EntryId]) -> Line {
        let made = self.position(below, |change| matches!(change, Change::Create(_)));
        let mut rest = below.to_vec();
        if let Some((id, Entry { what: What::Changed(Change::Create(new), _), rules, .. })) = made {
            line.phrase.subject.push(" as ", Style::Plain);
            line.phrase.subject.push_fmt(format_args!("{}", new.new), Style::Number);
            // Where the activation itself rests on more than that anybody may activate, that is said.
            let permitted: Vec<RuleId> =
                line.rules.iter().copied().filter(|rule| *rule != cr!("602.2")).collect();
            line.rules = rules.iter().chain(permitted).collect();
            rest.retain(|other| *other != id);
            rest = self.announced(&mut line, new.new, &rest);
        }
        line.children = self.lines(&rest, false);
        line
    }

    /// Adds to a line what was chosen as a spell or ability was announced, and says which entries are left.
    pub(super) fn announced(&self, line: &mut Line, object: ObjectId, below: &[EntryId]) -> Vec<EntryId> {
        let mut left = Vec::new();
        let mut forced: Option<bool> = None;
        for (id, entry) in self.entries(below) {
            let text = &mut line.phrase.subject;
            match &entry.what {
                What::Chose(choice, answer, how) if choice.source == Some(object) => match choice.kind {
                    ChoiceKind::Target => {
                        forced = Some(forced.unwrap_or(true) && *how == How::Forced);
                        continue;
                    }
                    ChoiceKind::Mode | ChoiceKind::X | ChoiceKind::Divide => {
                        text.push(
                            match choice.kind {
                                ChoiceKind::X => ", X = ",
                                ChoiceKind::Divide => ", divided ",
                                _ => ", ",
                            },
                            Style::Plain,
                        );
                        choices::chosen(&self.words.names, choice, answer, text);
                        text.push(choices::remark(*how), Style::Aside);
                    }
                    _ => {
                        left.push(id);
                        continue;
                    }
                },
                What::Note(Note::Kicked(spell, place, times)) if *spell == object => {
                    text.push(", ", Style::Plain);
                    kicked(*spell, *place, *times).write(&self.words.names, text);
                }
                What::Note(Note::PaysAlso(spell, cost, times)) if *spell == object => {
                    text.push(", paying ", Style::Plain);
                    additional_cost(*cost, *times).write(&self.words.names, text);
                }
                What::Targets(of, targets) if *of == object => {
                    text.push(if targets.len() == 1 { ", target " } else { ", targets " }, Style::Plain);
                    self.words.names.write_list(text, targets);
                    if forced == Some(true) {
                        text.push(choices::remark(How::Forced), Style::Aside);
                    }
                }
                _ => {
                    left.push(id);
                    continue;
                }
            }
            line.tells.push(id);
            cite(line, entry.rules.iter());
        }
        left
    }
}
