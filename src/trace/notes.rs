//! What was considered and did not happen, and facts that decide, in words.

use crate::game::{ObjectId, Thing};
use crate::ir::instruction::ManaType;
use crate::ir::{Cost, Keyword, KeywordName, Symbol, Zone};

use super::conditions;
use super::entry::{Fighting, Forbidden, Note};
use super::names::Names;
use super::styled::{Style, Text, said};

/// A note as a sentence.
pub(super) fn sentence(names: &Names<'_>, note: Note) -> Text {
    let mut text = Text::new();
    let (about, words) = match note {
        Note::DurationOver(object) => {
            said(&mut text, "what would end its effect has already happened: ");
            (Some(object), " does not move")
        }
        Note::StaysPhasedIn(object) => {
            said(&mut text, "what would end its effect has already happened: ");
            (Some(object), " does not phase out")
        }
        Note::NotPhasedIn(object) => {
            (Some(object), " does not phase in now: another effect says when it does")
        }
        Note::ShownAfterCost(card) => (Some(card), " is revealed, now that the cost is paid"),
        Note::LinkedNothing(source) => {
            (Some(source), "'s linked ability finds nothing that its other ability has affected")
        }
        Note::NothingToCopy(source) => (Some(source), " creates no token: there is nothing to copy"),
        Note::IllegalTarget(_, thing) => {
            names.write_thing(&mut text, thing);
            (None, " is no longer a legal target, and is not affected")
        }
        Note::PartLeftOut(of) => (Some(of), " does not do the part whose condition is not true"),
        Note::NothingKnown(of) => {
            (Some(of), " does not do the part that needs information about an illegal target")
        }
        Note::ConditionFalse(ability) => {
            names.write_object(&mut text, ability);
            said(&mut text, " does nothing");
            conditions::of_ability(names, &mut text, ability);
            (None, " as it resolves")
        }
        Note::DoesNotTrigger(source, origin, called) => {
            names.write_ability(&mut text, source, origin, (None, Some(called)));
            said(&mut text, " does not trigger");
            conditions::of_source(names, &mut text, source, origin);
            (None, "")
        }
        Note::KeptFromTriggering(source, origin, called, by) => {
            names.write_ability(&mut text, source, origin, (None, Some(called)));
            said(&mut text, " does not trigger: ");
            names.write_object(&mut text, by);
            (None, " keeps what happened from causing it to")
        }
        Note::HasTriggered(source, origin, called) => {
            names.write_ability(&mut text, source, origin, (None, Some(called)));
            (None, " does not trigger again: it has already triggered this turn")
        }
        Note::IsDone(source, origin, called) => {
            names.write_ability(&mut text, source, origin, (None, Some(called)));
            (None, " does not trigger again: its controller has already done what it lets be done only once")
        }
        Note::NoTarget(ability) => (Some(ability), " is removed from the stack: it has no legal target"),
        Note::NotFound(object) => {
            (Some(object), " is not in the zone in which the effect looks for it, and is not affected")
        }
        Note::Cant(what, thing, by) => {
            cant(names, &mut text, what, thing, by);
            (None, "")
        }
        Note::Permits(object) => (
            Some(object),
            " may be tapped for a cost although it came under its controller's control this turn: it has haste",
        ),
        Note::TokenStays(token) => {
            (Some(token), " does not move: a token that has left the battlefield can't come back")
        }
        Note::Ceased(object) => (Some(object), " has ceased to exist, and nothing finds it"),
        Note::NoLongerEncoded(card, creature) => {
            names.write_object(&mut text, card);
            said(&mut text, " is no longer encoded on ");
            (Some(creature), "")
        }
        Note::NoLongerHaunts(card, creature) => {
            names.write_object(&mut text, card);
            said(&mut text, " no longer haunts ");
            (Some(creature), "")
        }
        Note::Impossible(player) => {
            names.write_player(&mut text, player);
            (None, " has nothing to choose from: that part does nothing")
        }
        Note::RollResult(player, result) => {
            said(&mut text, "the result of the roll of ");
            names.write_player(&mut text, player);
            text.push_fmt(format_args!(" is {result}"), Style::Plain);
            (None, "")
        }
        Note::RollListed(result, listed) => {
            match listed {
                Some((from, Some(to))) if to > from => {
                    text.push_fmt(format_args!("the table lists {from} to {to}"), Style::Plain);
                }
                Some((from, Some(_))) => text.push_fmt(format_args!("the table lists {from}"), Style::Plain),
                Some((from, None)) => {
                    text.push_fmt(format_args!("the table lists {from} or more"), Style::Plain);
                }
                None => said(&mut text, "the table does not list it"),
            }
            text.push_fmt(format_args!(": the result is {result}"), Style::Plain);
            (None, "")
        }
        Note::RollsPlanarDie(player) => {
            names.write_player(&mut text, player);
            (None, " rolls the planar die")
        }
        Note::TakesFirstTurn(player) => {
            let several = names.write_side(&mut text, player);
            (None, if several { " take the first turn" } else { " takes the first turn" })
        }
        Note::DrawsHand(player, size) => {
            names.write_player(&mut text, player);
            text.push_fmt(
                format_args!(" draws a hand of {size} card{}", if size == 1 { "" } else { "s" }),
                Style::Plain,
            );
            (None, "")
        }
        Note::TakesMulligan(player, number) => {
            names.write_player(&mut text, player);
            text.push_fmt(format_args!(" takes mulligan number {number}"), Style::Plain);
            (None, "")
        }
        Note::NoMoreMulligans(player) => {
            names.write_player(&mut text, player);
            (None, " can't take another mulligan: there is none after a hand of no cards")
        }
        Note::MulliganUncounted(player) => {
            names.write_player(&mut text, player);
            (None, "'s first mulligan does not count")
        }
        Note::SkipsFirstDraw(player) => {
            let verb = if names.write_side(&mut text, player) { " skip" } else { " skips" };
            text.push(verb, Style::Plain);
            (None, " the draw step of the first turn")
        }
        Note::NoOpeningAction(card) => {
            (Some(card), " allows nothing from the opening hand: its condition is not true")
        }
        Note::Loop(_) => (None, "a loop that nothing ends"),
        Note::AttackersGone => (
            None,
            "no attacker is left, but there were some: the declare blockers and combat damage steps are not skipped",
        ),
        Note::Controls(by, player) | Note::DecidesFor(by, player) => {
            names.write_player(&mut text, by);
            if let Note::DecidesFor(..) = note {
                said(&mut text, " decides what ");
                names.write_player(&mut text, player);
                (None, " does")
            } else {
                said(&mut text, " controls ");
                names.write_side(&mut text, player);
                (None, " during the turn that begins")
            }
        }
        Note::ControlEnds(by, player) => {
            names.write_player(&mut text, by);
            said(&mut text, " no longer controls ");
            names.write_side(&mut text, player);
            (None, "")
        }
        Note::ExtraTurn(player) => {
            let several = names.write_side(&mut text, player);
            (None, if several { " take an extra turn" } else { " takes an extra turn" })
        }
        Note::NeverAttacks(source) => {
            said(&mut text, "what ");
            names.write_object(&mut text, source);
            (None, " puts onto the battlefield does not attack")
        }
        Note::NeverBlocks(source) => {
            said(&mut text, "what ");
            names.write_object(&mut text, source);
            (None, " puts onto the battlefield does not block")
        }
        Note::Unbound(creature) => {
            (Some(creature), " was not declared: restrictions, requirements and costs do not apply to it")
        }
        Note::AttacksNothing(attacker) => {
            (Some(attacker), " assigns no combat damage: what it attacked is no longer in combat")
        }
        Note::PreventsNothing(by, to) => {
            names.write_object(&mut text, by);
            said(&mut text, " prevents nothing of the damage to ");
            names.write_thing(&mut text, to);
            (None, ", which can't be prevented")
        }
        Note::RedirectsNothing(by, from, to) => {
            names.write_object(&mut text, by);
            said(&mut text, " redirects nothing of the damage to ");
            names.write_thing(&mut text, from);
            said(&mut text, ": ");
            names.write_thing(&mut text, to);
            (None, " is not there any more, or can't be dealt damage")
        }
        Note::DoneAlready(of) => {
            (Some(of), " does nothing: it does that only once each turn, and has done it")
        }
        Note::Counts(source, number, noted) => {
            names.write_object(&mut text, source);
            said(&mut text, if noted { " notes the number " } else { " counts " });
            said(&mut text, &number.to_string());
            (None, "")
        }
        Note::BelowZero(source, number) => {
            names.write_object(&mut text, source);
            said(&mut text, " uses 0 instead of ");
            said(&mut text, &number.to_string());
            (None, "")
        }
        Note::NothingNoted(source) => {
            said(&mut text, "nothing has been noted for ");
            names.write_object(&mut text, source);
            (None, "")
        }
        Note::NothingAdded(source) => (Some(source), " adds no phase or step"),
        Note::Obeyed(player) => {
            names.write_player(&mut text, player);
            (None, " attacks as the restrictions on attacking allow")
        }
        Note::BlocksObey(player) => {
            names.write_player(&mut text, player);
            (None, " blocks as the restrictions on blocking allow")
        }
        Note::Obeys(creature, source) if creature == source => (Some(creature), " meets its own requirement"),
        Note::Obeys(creature, source) => {
            names.write_object(&mut text, creature);
            said(&mut text, " meets the requirement of ");
            (Some(source), "")
        }
        Note::OnlyDeclaration(player, what) => {
            names.write_player(&mut text, player);
            (
                None,
                match what {
                    Fighting::Attack => " can declare attackers in one way only (forced)",
                    Fighting::Block => " can declare blockers in one way only (forced)",
                },
            )
        }
        Note::NothingToObey(player) => {
            names.write_player(&mut text, player);
            (None, " can meet no requirement")
        }
        Note::CostLockedIn(player, generic) => {
            said(&mut text, "the total cost that ");
            names.write_player(&mut text, player);
            said(&mut text, " pays is locked in");
            if generic > 0 {
                text.push_fmt(format_args!(", with {{{generic}}} of mana"), Style::Plain);
            }
            (None, "")
        }
        Note::MakesManaFor(player) => {
            names.write_player(&mut text, player);
            (None, " activates mana abilities for that cost")
        }
        Note::DeclaresBlockers(player) => {
            names.write_player(&mut text, player);
            (None, " declares blockers")
        }
        Note::AlreadyAttached(object, to) => {
            names.write_object(&mut text, object);
            said(&mut text, " is attached to ");
            names.write_thing(&mut text, to);
            (None, " already: nothing happens")
        }
        Note::NoSuchSpell(card) => {
            (Some(card), " can't be cast: the spell would not have the qualities that the effect asks for")
        }
        Note::NoTargetFor(spell) => (Some(spell), " can't be cast: there is no legal target for it"),
        Note::TargetsStay(spell) => {
            (Some(spell), "'s targets are not changed: there is no other legal target for each of them")
        }
        Note::StaysBlocked(attacker) => (Some(attacker), " stays blocked, though nothing blocks it any more"),
        Note::AssignsNone(attacker) => {
            (Some(attacker), " assigns no combat damage: it is blocked, and nothing blocks it")
        }
        Note::AsThoughUnblocked(attacker) => {
            (Some(attacker), " assigns its combat damage as though it weren't blocked")
        }
        Note::KeepsMana(player, amount, source) => {
            names.write_player(&mut text, player);
            text.push_fmt(format_args!(" keeps unspent {amount} because of "), Style::Plain);
            (Some(source), "")
        }
        Note::HasNoPower(attacker) => {
            (Some(attacker), " assigns no combat damage: it would assign 0 or less")
        }
        Note::StaysTapped(permanent, by) => {
            names.write_object(&mut text, permanent);
            said(&mut text, " does not untap because of ");
            (Some(by), "")
        }
        Note::GoesAlong(card, permanent) => {
            names.write_object(&mut text, card);
            let game = names.game();
            let zone = game.object(card).zone;
            let along = game.object(permanent).next.is_some_and(|next| game.object(next).zone == zone);
            if along {
                said(&mut text, " goes there with it: it was a component of ");
            } else {
                text.push_fmt(
                    format_args!(" goes to {}: it was a component of ", zone.place()),
                    Style::Plain,
                );
            }
            names.write_object(&mut text, permanent);
            (None, "")
        }
        Note::GoesApart(card, permanent, zone) => {
            names.write_object(&mut text, card);
            text.push_fmt(format_args!(" goes to {}: it was a component of ", zone.place()), Style::Plain);
            names.write_object(&mut text, permanent);
            (None, "")
        }
        Note::Proposes(player, times) => {
            names.write_player(&mut text, player);
            said(&mut text, " proposes a shortcut");
            if let Some(times) = times {
                text.push_fmt(format_args!(": the same {times} times"), Style::Plain);
            }
            (None, "")
        }
        Note::Shortens(player) => {
            names.write_player(&mut text, player);
            (None, " shortens it, and will choose otherwise there")
        }
        Note::NotMelded(object) => (Some(object), " stays where it is: it can't be melded"),
        Note::NoLongerBestowed(object) => (Some(object), " is no longer bestowed: it is a creature again"),
        Note::SameObject(permanent) => {
            (Some(permanent), " is the same object as before, and has not entered the battlefield")
        }
        Note::NoCard(spell) => (Some(spell), " is not encoded: no card represents it"),
        Note::NoLongerMutating(spell) => {
            (Some(spell), " is no longer a mutating creature spell: it resolves as a creature spell")
        }
        Note::StaysAsItIs(permanent) => (Some(permanent), " stays as it is"),
        Note::RemainsIn(card, zone) => {
            names.write_object(&mut text, card);
            said(&mut text, " remains in ");
            said(&mut text, zone.place());
            (None, "")
        }
        Note::NoAttackers => {
            (None, "no creature attacks: the declare blockers and combat damage steps are skipped")
        }
        Note::NoMana(source, player) => {
            names.write_object(&mut text, source);
            said(&mut text, "'s ability adds no mana for ");
            names.write_player(&mut text, player);
            (None, "")
        }
        Note::PaymentTaken(player) => {
            names.write_player(&mut text, player);
            (None, "'s payment of mana is taken as made")
        }
        Note::NotHeld(player) => {
            names.write_player(&mut text, player);
            (None, "'s life total is not reduced that far: the same event also gains life")
        }
        Note::PaidOtherwise(player) => {
            names.write_player(&mut text, player);
            (None, " has paid the cost, although not all that it asks for has happened")
        }
        Note::CantPay(player, entering) => {
            names.write_player(&mut text, player);
            said(&mut text, " can't pay");
            if let Some(entering) = entering {
                said(&mut text, " for ");
                names.write_object(&mut text, entering);
            }
            (None, "")
        }
        Note::NeverBegins(source, _) => {
            (Some(source), "'s effect does nothing: its duration has ended before it could begin")
        }
        Note::Unpaired(one, other) => {
            names.write_object(&mut text, one);
            said(&mut text, " and ");
            (Some(other), " become unpaired")
        }
        Note::NotDone(source) => (Some(source), ": what it asks for has not been done"),
        Note::NotSpent(copy, mana) => {
            said(&mut text, "no ");
            said(
                &mut text,
                match mana {
                    ManaType::Color(color) => color.word(),
                    ManaType::Colorless => "colorless",
                },
            );
            said(&mut text, " mana was spent on ");
            (Some(copy), ", which was not cast")
        }
        Note::NotCreated(Some(host)) => {
            said(&mut text, "no Aura token is created: it can't enchant ");
            names.write_thing(&mut text, host);
            (None, "")
        }
        Note::NotCreated(None) => (None, "no Aura token is created: there is nothing that it can enchant"),
        Note::NotExchanged(permanent, card) => {
            names.write_object(&mut text, permanent);
            said(&mut text, " and ");
            (Some(card), " are not exchanged: the whole exchange can't be completed")
        }
        Note::Kicked { spell, place, times } => {
            names.write_object(&mut text, spell);
            said(&mut text, " is ");
            kicked(names, &mut text, spell, place, times);
            (None, "")
        }
        Note::PaysAlso { spell, cost, times } => {
            additional_cost(&mut text, cost, 1);
            said(&mut text, " of ");
            names.write_object(&mut text, spell);
            said(&mut text, " is to be paid");
            how_often(&mut text, times);
            (None, "")
        }
        Note::NotCopied(spell) => {
            (Some(spell), " is not copied: what the copy would target is no legal target for it")
        }
        Note::Undefined(object) => {
            (Some(object), "'s ability does nothing: no choice was made for the ability that it is linked to")
        }
        Note::StillMeant(object) => {
            (Some(object), " is affected although it is no longer what the ability calls it")
        }
        Note::NoTokenOfSpell(by) => {
            (Some(by), " creates no token: none can be a copy of an instant or sorcery card")
        }
        Note::NoToken(by) => {
            said(&mut text, "no token is created: it can't enter the battlefield because of ");
            (Some(by), "")
        }
        Note::TooLate(object) => (Some(object), " has left the battlefield: it is too late to regenerate it"),
        Note::DamageStays(object) => {
            (Some(object), "'s damage stays: it was dealt before there was an effect to prevent it")
        }
        Note::PriorityInCleanup => {
            (None, "players get priority in this cleanup step, and there will be another one")
        }
        Note::ForOneWhoLeft(object, player)
        | Note::NotPutOnStack(object, player, _)
        | Note::AssignsNoneTo(object, player) => {
            names.write_object(&mut text, object);
            said(&mut text, forgone(names, note, object));
            names.write_player(&mut text, player);
            (None, " has left the game")
        }
        Note::NoActivePlayer(player) => {
            said(&mut text, "the turn of ");
            names.write_player(&mut text, player);
            (None, " goes on without an active player")
        }
        Note::TurnNotBegun(player) => {
            said(&mut text, "the turn of ");
            names.write_player(&mut text, player);
            (None, ", who has left the game, does not begin")
        }
        Note::LoyaltyStays(object) => (Some(object), " keeps its loyalty: the costs add up to 0"),
    };
    if let Some(object) = about {
        names.write_object(&mut text, object);
    }
    said(&mut text, words);
    text
}

/// `Volcanic Fallout#3 can't be countered: its own ability says so`.
fn cant(names: &Names<'_>, text: &mut Text, what: Forbidden, thing: Thing, by: Option<ObjectId>) {
    names.write_thing(text, thing);
    said(
        text,
        match what {
            Forbidden::Counter => " can't be countered",
            Forbidden::Destroy => " can't be destroyed",
            Forbidden::DestroyIndestructible => " is not destroyed: it is indestructible",
            Forbidden::Regenerate => " can't be regenerated this time",
            Forbidden::TurnFaceUp => " can't be turned face up",
            Forbidden::Sacrifice => " can't be sacrificed by a player who does not control it",
            Forbidden::Attach(_) => " can't become attached to ",
            Forbidden::EnterAttached(None) => {
                " does not enter: there is nothing that it could be attached to"
            }
            Forbidden::EnterAttached(Some(_)) => " does not enter: it can't be attached to ",
            Forbidden::Counters | Forbidden::GetCounters(_) => " can't get counters",
            Forbidden::Damage { .. } if matches!(thing, Thing::Player(_)) => {
                " is dealt no damage: they have protection from "
            }
            Forbidden::Damage { .. } => " is dealt no damage: it has protection from ",
            Forbidden::GainLife => " can't gain life",
            Forbidden::LoseLife => " can't lose life",
            Forbidden::Draw => " can't draw cards",
            Forbidden::Search => " can't search libraries",
            Forbidden::WinGame => " can't win the game",
            Forbidden::LoseGame => " can't lose the game",
            Forbidden::Enter => " can't enter the battlefield",
            Forbidden::Block(_) => " can't block what attacks another side: ",
            Forbidden::Dredge => " can't be dredged: too few cards are in the library",
            Forbidden::Have(_) => " can't have ",
        },
    );
    if let Forbidden::Have(keyword) = what {
        said(text, keyword.word());
    }
    match (what, by) {
        (Forbidden::Attach(host) | Forbidden::EnterAttached(Some(host)), _) => names.write_thing(text, host),
        (Forbidden::Block(attacker), _) => names.write_object(text, attacker),
        (Forbidden::Damage { .. }, Some(source)) => names.write_object(text, source),
        (_, Some(source)) if thing == Thing::Object(source) => said(text, " by its own ability"),
        (_, Some(source)) => {
            said(text, " because of ");
            names.write_object(text, source);
        }
        (_, None) => {}
    }
}

/// What does not happen to something for the sake of a player who has left the game.
fn forgone(names: &Names<'_>, note: Note, object: ObjectId) -> &'static str {
    match names.game().object(object).zone {
        _ if matches!(note, Note::NotPutOnStack(..)) => "'s ability is not put on the stack: ",
        _ if matches!(note, Note::AssignsNoneTo(..)) => " assigns no combat damage: ",
        Zone::Stack => " creates nothing: ",
        _ => " is left as it is: ",
    }
}

/// How often something is done, where that is more than once.
fn how_often(text: &mut Text, times: u8) {
    match times {
        0 | 1 => {}
        2 => said(text, " twice"),
        more => text.push_fmt(format_args!(" {more} times"), Style::Plain),
    }
}

/// `the buyback cost`, `the conspire cost twice`, `an additional cost`.
pub(super) fn additional_cost(text: &mut Text, cost: Option<Symbol>, times: u8) {
    match cost {
        Some(name) => text.push_fmt(format_args!("the {name} cost"), Style::Plain),
        None => said(text, "an additional cost"),
    }
    how_often(text, times);
}

/// `kicked`, `kicked twice`, `kicked with {W}`.
pub(super) fn kicked(names: &Names<'_>, text: &mut Text, spell: ObjectId, place: Option<u8>, times: u8) {
    said(text, "kicked");
    how_often(text, times);
    let Some(place) = place else { return };
    said(text, " with ");
    kicker_cost(names, text, spell, place);
}

/// The mana of the kicker cost of a spell that has this place among those that it has: `{W}`.
pub(super) fn kicker_cost(names: &Names<'_>, text: &mut Text, spell: ObjectId, place: u8) {
    let mut costs = names.game().object(spell).base.abilities.iter().filter_map(|instance| {
        let Keyword::Cost(name, cost) = instance.ability.as_keyword()? else { return None };
        matches!(name, KeywordName::Kicker | KeywordName::Multikicker).then_some(cost)
    });
    let Some(cost) = costs.nth(usize::from(place)) else { return };
    for part in &cost.0 {
        if let Cost::Mana(mana) = part {
            text.push_fmt(format_args!("{mana}"), Style::Plain);
        }
    }
}
