//! What tells two objects of a name apart, in words: a label, or what of the game knows one of them and not the other.

use crate::engine::View;
use crate::engine::concepts::emblems;
use crate::game::{Game, Knower, Nature, Object, ObjectId, Occurrence, Role, Thing};
use crate::why::apart::{alike_but_for_order, all_alike, asks_since_when, known, of_one_state};

use super::table::Table;

impl Table {
    /// Whether two objects have no label and are in the same place and state.
    pub(crate) fn of_one_state(&self, game: &Game, one: ObjectId, other: ObjectId) -> bool {
        of_one_state(game, &|object| self.labelled(game, object), one, other)
    }

    /// Whether nothing tells any of these objects from another.
    pub(crate) fn all_alike(&self, game: &Game, view: &View, objects: &[ObjectId]) -> bool {
        let labelled = self.labels.iter().map(|(_, labelled)| game.latest(*labelled));
        all_alike(game, view, &|object| self.labelled(game, object), labelled, objects)
    }

    /// Whether nothing tells two objects apart that can be chosen: where equal cards lie in a library is then no matter.
    pub(crate) fn chosen_alike(&self, game: &Game, view: &View, one: ObjectId, other: ObjectId) -> bool {
        alike_but_for_order(game, view, &|object| self.labelled(game, object), one, other)
    }

    /// The emblems that a card of that name makes: those that players have from the start, and those that have been made.
    pub(crate) fn emblems_of(&self, game: &Game, name: &str) -> Vec<ObjectId> {
        let at_first = |emblem: ObjectId| self.emblems.iter().find(|(_, its)| *its == emblem);
        let cards = game.objects().iter().filter_map(|object| object.definition.as_ref());
        let makers: Vec<_> = cards.filter(|card| *card.name == *name).collect();
        let makes = |emblem: &Object| {
            let mut faces = makers.iter().flat_map(|card| &card.faces);
            faces.any(|face| emblems::makes(face, emblem))
        };
        let emblems = game.objects().iter().filter(|object| matches!(object.nature, Nature::Emblem));
        let own = emblems.filter(|emblem| match at_first(emblem.id) {
            Some((maker, _)) => maker == name,
            None => makes(emblem),
        });
        own.map(|emblem| emblem.id).collect()
    }
}

/// What knows an object, in words that go on: `, linked to Hill Giant`.
pub(super) fn in_words_of(table: &Table, game: &Game, object: ObjectId) -> String {
    let mut words: Vec<String> = Vec::new();
    let its = game.object(object);
    if its.on_battlefield() {
        if its.entered_turn == game.turn().number {
            words.push("entered this turn".to_owned());
        }
        let paid = its.announced.iter().flat_map(|it| &it.paid);
        words.extend(paid.map(|cost| format!("its {cost} cost was paid")));
    } else if its.entered_turn == game.turn().number && asks_since_when(game, its.zone) {
        words.push("put there this turn".to_owned());
    }
    for knower in game.knowers() {
        if known(&knower, object).is_empty() {
            continue;
        }
        words.push(match knower {
            Knower::Link(it) if it.key.object == object => {
                format!("linked to {}", table.told(game, it.object))
            }
            Knower::Link(it) => format!("linked to {}", table.told(game, it.key.object)),
            Knower::Encoded(card, creature) => {
                format!("encoded: {} on {}", table.told(game, card), table.told(game, creature))
            }
            Knower::Effect(it) => format!("an effect of {}", table.told(game, it.source)),
            Knower::Shield(it) => format!("a shield of {}", table.told(game, it.source)),
            Knower::Until(it) => {
                let away = it.moved.iter().map(|(moved, _)| *moved).chain(it.phased_out.iter().copied());
                let away: Vec<ObjectId> = away.collect();
                if away.contains(&object) {
                    format!("kept away by {}", table.told(game, it.source))
                } else {
                    let away: Vec<String> = away.into_iter().map(|away| table.told(game, away)).collect();
                    format!("keeps {} away", away.join(" and "))
                }
            }
            Knower::Delayed(it) => format!("a delayed trigger of {}", table.told(game, it.source)),
            Knower::Waiting(it) => format!("a trigger of {}", table.told(game, it.source)),
            Knower::OnStack(it) => {
                let mut target = None;
                knower.objects(&mut |role, its| match role {
                    Role::Target { share, whose, .. } if its == object => target = Some((share, whose)),
                    _ => {}
                });
                let its = table.told(game, it.id);
                match target {
                    Some((Some(share), _)) => format!("a target of {its}, which gives it {share}"),
                    Some((None, Some(whose))) => format!("a target of {its} for {}", table.name_of(whose)),
                    Some((None, None)) => format!("a target of {its}"),
                    None => format!("{its} on the stack"),
                }
            }
            Knower::Attack(it) if it.attacker == object => {
                format!("attacks {}", table.told_of(game, it.defender))
            }
            Knower::Attack(it) => format!("attacked by {}", table.told(game, it.attacker)),
            Knower::Block(it) if it.attacker == object => {
                format!("blocked by {}", table.told(game, it.blocker))
            }
            Knower::Block(it) => format!("blocks {}", table.told(game, it.attacker)),
            Knower::BlocksNothing(_) => "blocks nothing".to_owned(),
            Knower::StruckFirst(_) => "has dealt first-strike damage".to_owned(),
            Knower::AttackedThisTurn(_) | Knower::Happened(Occurrence::Attacked(..)) => {
                "attacked this turn".to_owned()
            }
            Knower::Happened(Occurrence::Targeted(..)) => "became a target this turn".to_owned(),
            Knower::Happened(Occurrence::Damaged { to, .. }) if *to == Thing::Object(object) => {
                "was dealt damage this turn".to_owned()
            }
            Knower::Happened(Occurrence::Damaged { .. }) => "dealt damage this turn".to_owned(),
            Knower::Happened(Occurrence::Moved { .. } | Occurrence::LeftGame(_)) => {
                "left its zone this turn".to_owned()
            }
            Knower::Happened(Occurrence::Done(..)) => "an ability of it was done this turn".to_owned(),
            Knower::Happened(Occurrence::Chose(..)) => {
                "a mode of an ability of it was chosen this turn".to_owned()
            }
            Knower::Happened(Occurrence::Resolved(..)) => "an ability of it resolved this turn".to_owned(),
            Knower::Happened(Occurrence::DamagedBefore(_)) => "was dealt damage this turn".to_owned(),
            Knower::Happened(
                Occurrence::Cast(..)
                | Occurrence::Life(..)
                | Occurrence::PlayerAttacked { .. }
                | Occurrence::Crime(..)
                | Occurrence::Struck(..),
            ) => "cast this turn".to_owned(),
        });
    }
    words.dedup();
    words.iter().map(|word| format!(", {word}")).collect()
}
