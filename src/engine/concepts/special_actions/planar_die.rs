//! CR 116: Special Actions. Rolling the planar die (116.2i).

use crate::engine::additional::face_down_spells_and_permanents::generic;
use crate::engine::additional::rolling_a_die;
use crate::engine::casual::planechase;
use crate::engine::concepts::total_cost::Bill;
use crate::engine::concepts::{costs, timing_and_priority};
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::casting_spells::sorcery_timing;
use crate::engine::spells::instructions::supplements::ensue;
use crate::game::{Cause, CauseKind, Change, ChoiceKind, Item, PlayerId, Variant};
use crate::ir::{NamedDeed, Symbol, Verb};
use crate::rules::{Rules, cr};
use crate::trace::{Attempt, Level, Note, What};

/// The side of the planar die with the planeswalker symbol (901.3a).
pub(crate) const PLANESWALKER: Symbol = Symbol::literal("planeswalker");
/// The side with the chaos symbol.
const CHAOS: Symbol = Symbol::literal("chaos");
/// A side with nothing on it.
pub(crate) const BLANK: Symbol = Symbol::literal("blank");

/// A player rolls the planar die, as a special action (116.2i, 901.9).
///
/// # Errors
/// [`Halt::Illegal`] with the rule that forbids it; then nothing has happened.
pub fn roll(play: &mut Play<'_>, player: PlayerId) -> Outcome {
    play.attempt(Attempt::RollPlanarDie, |play| {
        timing_and_priority::must_have_priority(play, player)?;
        let illegal = |why| Err(Halt::illegal(player, cr!("901.9"), why, None));
        if play.game.variant() != Variant::Planechase {
            return illegal("only a Planechase game has a planar die");
        }
        if play.game.turn().active != player || !sorcery_timing(play, player) {
            let why = "the planar die is rolled in a main phase of one's own turn while the stack is empty";
            return illegal(why);
        }
        let Some(plane) = play.game.planes().next() else {
            return Err(Halt::undecided(None, "the scenario has no plane face up in the command zone"));
        };
        let cause = Cause::new(CauseKind::SpecialAction(player), cr!("116.2i"));
        let entry =
            play.record(Level::Default, cause.kind, cause.rules, What::Note(Note::RollsPlanarDie(player)));
        play.under(entry, |play| {
            let rolled = play.game.player(player).planar_rolls;
            if rolled > 0 {
                let frame = Frame::of_source(plane, player, planechase::PLANESWALKING);
                let bill = Bill::of(play, &frame, generic(rolled).0)?;
                costs::pay(play, &frame, player, plane, &bill, cr!("901.9"))?;
            }
            play.change(cause, Level::Hidden, Change::PlanarRoll(player));
            let items = [PLANESWALKER, CHAOS, BLANK].map(Item::Word).to_vec();
            let rules = Rules::of(&[cr!("901.3a")]);
            let picked = play.pick(player, ChoiceKind::Random, None, items, 1, 1, false, rules)?;
            rolling_a_die::notice(play, player, NamedDeed::Does(Verb::RollPlanarDie), plane)?;
            match picked.first() {
                Some(Item::Word(CHAOS)) => ensue(play, player, plane),
                Some(Item::Word(PLANESWALKER)) => {
                    planechase::planeswalking_ability(play, player, plane);
                    Ok(())
                }
                _ => Ok(()),
            }
        })?;
        timing_and_priority::give_priority(play, player)
    })
}
