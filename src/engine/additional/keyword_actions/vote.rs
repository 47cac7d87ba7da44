//! CR 701.38: Vote

use crate::engine::halt::Outcome;
use crate::engine::play::Play;
use crate::engine::reading::Frame;
use crate::engine::spells::instructions::{cause, one_player, things, who_are};
use crate::game::{ChoiceKind, Item, PlayerId, Thing};
use crate::ir::Selection;
use crate::ir::instruction::Vote;
use crate::rules::{Rules, cr};
use crate::trace::{Level, Note};

/// Each player votes for one of the choices, beginning with one of them and in turn order (701.38a). What got how many votes, and whose,
/// is bound for what follows.
///
/// # Errors
/// If it is open for what a player votes.
pub(in crate::engine) fn vote(play: &mut Play<'_>, frame: &mut Frame, vote: &Vote) -> Outcome {
    let Some(first) = one_player(play, frame, &vote.first)? else { return Ok(()) };
    let voters = who_are(play, frame, &vote.who)?;
    let choices: Vec<Item> = match &vote.what {
        Some(what) => {
            let found = things(play, frame, &Selection::Each(Box::new(what.clone())))?;
            found.into_iter().map(Item::of).collect()
        }
        None => vote.words.iter().map(|word| Item::Word(word.name())).collect(),
    };
    let mut votes: Vec<(PlayerId, Item)> = Vec::new();
    let rules = Rules::of(&[cr!("701.38a")]);
    for voter in play.game.in_turn_order_from(first) {
        if !voters.contains(&voter) {
            continue;
        }
        if choices.is_empty() {
            let by = cause(frame, cr!("609.3"));
            play.note(Level::Default, by.kind, by.rules, Note::Impossible(voter));
            continue;
        }
        let source = Some(frame.asking());
        let picked = play.pick(voter, ChoiceKind::Vote, source, choices.clone(), 1, 1, false, rules)?;
        votes.extend(picked.first().map(|it| (voter, *it)));
    }
    let count = |choice: &Item| votes.iter().filter(|(_, its)| its == choice).count();
    for word in &vote.words {
        let choice = Item::Word(word.name());
        frame.numbers.push((*word, i32::try_from(count(&choice)).unwrap_or(i32::MAX)));
        let whose = votes.iter().filter(|(_, its)| *its == choice).map(|(voter, _)| Thing::Player(*voter));
        let whose = whose.collect();
        frame.bind(Some(*word), whose);
    }
    if vote.what.is_some() {
        let most = choices.iter().map(count).max().unwrap_or(0);
        let with = |least: usize| {
            let voted = choices.iter().filter(|it| count(it) >= least.max(1));
            voted.filter_map(|it| it.thing()).collect::<Vec<_>>()
        };
        let (leading, all) = (with(most), with(1));
        frame.bind(vote.most_as, leading);
        frame.bind(vote.slot, all);
    }
    Ok(())
}
