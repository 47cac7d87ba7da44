//! CR 705: Flipping a Coin

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::events::{Happening, after};
use crate::engine::spells::instructions::{amount, run, who_are};
use crate::game::{ChoiceKind, Item, PlayerId, Thing};
use crate::ir::instruction::FlipCoin;
use crate::ir::{NamedDeed, Players, Symbol, Verb};
use crate::rules::{Rules, cr};

/// What a flip that is called can come to (705.2).
pub(crate) const CALLED: [Symbol; 2] = [Symbol::literal("won"), Symbol::literal("lost")];

/// What a coin can come up.
pub(crate) const SIDES: [Symbol; 2] = [Symbol::literal("heads"), Symbol::literal("tails")];

/// Players flip coins, one after another in turn order; chance says how each falls. Where it matters only which side comes up nobody wins
/// or loses (705.2).
///
/// # Errors
/// If it is open how a coin falls, or something that follows can't be played.
pub(in crate::engine) fn flip(play: &mut Play<'_>, frame: &mut Frame, coin: &FlipCoin) -> Outcome {
    let (mut good, mut flipped, mut noticed) = (0, Vec::new(), 0);
    for player in who_are(play, frame, &coin.who)? {
        let wanted = amount(play, frame, &coin.times)?;
        let mut flips = 0;
        while flips < wanted {
            play.tick("coins are flipped without end")?;
            let well = falls(play, frame, player, coin.is_for_sides())?;
            good += i32::from(well);
            flipped.push((player, well));
            // That one counts as often as it goes on being won; each of those flips is one for itself.
            flips += u32::from(!(coin.until_lost && well));
            if coin.until_lost || flips == wanted {
                notice(play, frame, flipped.get(noticed..).unwrap_or_default(), coin.is_for_sides())?;
                noticed = flipped.len();
            }
        }
    }
    frame.numbers.extend([coin.wins_as, coin.heads_as].into_iter().flatten().map(|slot| (slot, good)));
    let outer = frame.current;
    for (player, well) in flipped {
        if coin.who != Players::You {
            frame.current = Some(Thing::Player(player));
        }
        let does = match (coin.is_for_sides(), well) {
            (false, true) => &coin.win,
            (false, false) => &coin.lose,
            (true, true) => &coin.heads,
            (true, false) => &coin.tails,
        };
        run(play, frame, does)?;
    }
    frame.current = outer;
    Ok(())
}

/// How one coin falls: whether the flip is won, or the coin comes up heads.
fn falls(play: &mut Play<'_>, frame: &Frame, player: PlayerId, sides: bool) -> Outcome<bool> {
    let words = if sides { SIDES } else { CALLED };
    let items = words.map(Item::Word).to_vec();
    let rules = Rules::of(&[cr!("705.2")]);
    let picked = play.pick(player, ChoiceKind::Coin, Some(frame.asking()), items, 1, 1, false, rules)?;
    Ok(picked.first() == Some(&Item::Word(words[0])))
}

/// Lets what waits for flips see those that a player has flipped together.
fn notice(play: &mut Play<'_>, frame: &Frame, flipped: &[(PlayerId, bool)], sides: bool) -> Outcome {
    let Some((player, _)) = flipped.first().copied() else { return Ok(()) };
    let does = |what| Happening::Does { player, what, object: frame.source };
    let mut happenings = vec![does(NamedDeed::Does(Verb::FlipCoin))];
    if !sides {
        happenings.extend(flipped.iter().map(|(_, won)| {
            does(if *won { NamedDeed::Does(Verb::WinFlip) } else { NamedDeed::Does(Verb::LoseFlip) })
        }));
    }
    let before = play.view()?;
    after(play, &before, &happenings)
}
