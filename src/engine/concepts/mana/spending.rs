//! CR 106: Mana. How it is spent (106.6, 107.4h, 118.3a).

use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::matches;
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight};
use crate::engine::spells::continuous_effects::frame_of;
use crate::engine::view::View;
use crate::game::{
    AbilityInstance, Cause, Change, ChoiceKind, Game, Item, MANA_TYPES, Mana, ManaAmount, ObjectId, PlayerId,
};
use crate::ir::instruction::ManaType;
use crate::ir::{Ability, Colors, Filter, Instruction, ManaCost, ManaSymbol, RuleChange, Trait, Zone};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::Level;

use super::{riders, sources};

/// The most ways of spending mana that a player is asked to choose from.
const MOST_WAYS: usize = 200;

/// A player spends mana from their pool for one of these costs without choices in them (118.3a). Says how much; nothing if there is too little.
///
/// # Errors
/// If it can be spent in several ways and nobody says in which.
pub(in crate::engine) fn spend(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    costs: &[ManaCost],
    cause: Cause,
) -> Outcome<Option<ManaAmount>> {
    let object = frame.asking();
    let restricted = play.game.player(player).mana.iter().any(|mana| mana.only_for.is_some());
    // What may be spent to cast a spell of a kind is asked of the spell that is cast, not of one that resolves.
    if restricted
        && !cause.rules.contains(cr!("601.2h"))
        && play.game.object(object).zone == Zone::Stack
        && play.game.object(object).stack_ability().is_none()
    {
        return Err(Halt::undecided(
            object,
            "mana is spent as a spell resolves that may be spent on some things only",
        ));
    }
    let activates = cause.rules.contains(cr!("602.2b")) && play.game.object(object).zone != Zone::Stack;
    let kinds = sources::asked_as_cast(play, object, &cause)?;
    let usable = usable(play, frame, player, (object, purpose(&cause, activates)), &kinds)?;
    let pool = Pool::of(usable.iter().map(|(_, mana)| mana));
    let mut ways = Vec::new();
    let mut of_snow = 0;
    for cost in costs {
        of_snow = of_snow.max(snow(cost));
        for way in ways_of(object, pool, cost)? {
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
    }
    if of_snow > 0 && costs.len() > 1 {
        return Err(Halt::undecided(object, "a cost with snow mana in it can be paid in several forms"));
    }
    if ways.is_empty() {
        return Ok(None);
    }
    let items: Vec<Item> = ways.into_iter().map(Item::Spend).collect();
    let rules = Rules::of(&[cr!("118.3a")]);
    let amount = match items.as_slice() {
        [Item::Spend(amount)] => *amount,
        _ => match play.pick(player, ChoiceKind::Pay, Some(object), items, 1, 1, false, rules)?.first() {
            Some(Item::Spend(amount)) => *amount,
            _ => ManaAmount::default(),
        },
    };
    if amount.total() == 0 {
        return Ok(Some(amount));
    }
    let mut cause = cause.and(cr!("118.3a"));
    if !kinds.is_empty() {
        cause = cause.and(cr!("106.3"));
    }
    if of_snow > 0 {
        cause = cause.and(cr!("107.4h"));
    }
    let places = places_of(play, (player, object), &usable, amount, (costs.first(), of_snow))?;
    let riders = riders::of_mana(&play.game, player, &places);
    play.change(cause, Level::Default, Change::SpendMana(player, amount, places.into()));
    if cause.rules.contains(cr!("601.2h")) && play.game.object(object).is_spell() {
        riders::take_effect(play, player, object, riders)?;
    }
    Ok(Some(amount))
}

/// Which of a player's usable mana is spent as so much of each type, for a cost of which so much is snow mana (107.4h).
///
/// # Errors
/// If it matters which, and nobody says it.
fn places_of(
    play: &mut Play<'_>,
    (player, object): (PlayerId, ObjectId),
    usable: &[(usize, Mana)],
    amount: ManaAmount,
    (cost, of_snow): (Option<&ManaCost>, usize),
) -> Outcome<Vec<usize>> {
    let by_source = sources::may_matter(&play.game);
    let mut places: Vec<usize> = Vec::new();
    let mut snow_left = of_snow;
    // Mana of which all is spent leaves no choice, so it pays for snow first.
    let mut kinds: Vec<ManaType> = amount.types().collect();
    kinds.sort_by_key(|kind| {
        usable.iter().filter(|(_, mana)| mana.kind == *kind).count() != usize::from(amount.of(*kind))
    });
    // As much of each type as can pay for snow symbols: not what only mana of that type pays.
    let able = |kind: ManaType| {
        let beyond = usize::from(amount.of(kind)).saturating_sub(cost.map_or(0, |cost| fixed_of(cost, kind)));
        let snow = usable.iter().filter(|(_, mana)| mana.kind == kind && mana.snow).count();
        (beyond, snow.min(beyond))
    };
    for (index, kind) in kinds.iter().copied().enumerate() {
        let mut of_kind: Vec<&(usize, Mana)> = usable.iter().filter(|(_, mana)| mana.kind == kind).collect();
        let wanted = usize::from(amount.of(kind));
        // So many of them must be snow, as there is not enough among the mana of the types that follow.
        let later: usize = kinds.iter().skip(index + 1).map(|kind| able(*kind).1).sum();
        let for_snow = snow_left.saturating_sub(later).min(able(kind).1);
        if for_snow == wanted {
            of_kind.retain(|(_, mana)| mana.snow);
        }
        let forced = wanted == of_kind.len();
        let alike = forced
            || of_kind.windows(2).all(|pair| match pair {
                [(_, one), (_, other)] => {
                    one.spends_like(other) && (!by_source || sources::of_like_sources(one, other))
                }
                _ => true,
            });
        if for_snow > 0 {
            of_kind.sort_by_key(|(_, mana)| !mana.snow);
        }
        let taken = if wanted < of_kind.len() && !alike {
            of_sources(play, (player, object), &of_kind, wanted, for_snow)?
        } else {
            of_kind.into_iter().take(wanted).map(|(place, _)| *place).collect()
        };
        let of_snow = usable.iter().filter(|(place, mana)| mana.snow && taken.contains(place)).count();
        snow_left = snow_left.saturating_sub(of_snow.min(able(kind).0));
        places.extend(taken);
    }
    places.sort_unstable();
    Ok(places)
}

/// Which of a player's mana of one type is spent, where it is not all alike: the player says of which sources it is, behind what pays
/// for snow symbols and so stands first.
///
/// # Errors
/// If nobody says it, or what is the same of several mana does not tell them apart.
fn of_sources(
    play: &mut Play<'_>,
    (player, object): (PlayerId, ObjectId),
    of_kind: &[&(usize, Mana)],
    wanted: usize,
    for_snow: usize,
) -> Outcome<Vec<usize>> {
    let (first, rest) = of_kind.split_at(for_snow.min(of_kind.len()));
    // Any of the snow mana may be what pays for the snow symbols.
    let snowy = || of_kind.iter().filter(|(_, mana)| mana.snow);
    let as_one = first.first().is_none_or(|(_, one)| snowy().all(|(_, other)| one.spends_like(other)));
    // What has come of one source is told apart by that alone.
    let of_one_source = |(_, one): &&&(usize, Mana)| {
        rest.iter().filter(|(_, other)| other.source == one.source).all(|(_, other)| one.spends_like(other))
    };
    let sources: Option<Vec<ObjectId>> = rest.iter().map(|(_, mana)| mana.source).collect();
    let Some(sources) = sources.filter(|_| as_one && rest.iter().all(|mana| of_one_source(&mana))) else {
        return Err(Halt::undecided(
            object,
            "the scenario does not say which mana of one type is spent on it",
        ));
    };
    let items: Vec<Item> = sources.into_iter().map(Item::Object).collect();
    let count = u32::try_from(wanted.saturating_sub(for_snow)).unwrap_or(u32::MAX);
    let rules = Rules::of(&[cr!("118.3a")]);
    let picked = play.pick(player, ChoiceKind::Pay, Some(object), items, count, count, false, rules)?;
    let mut left: Vec<&(usize, Mana)> = rest.to_vec();
    let mut places: Vec<usize> = first.iter().map(|(place, _)| *place).collect();
    for source in picked.iter().filter_map(Item::object) {
        if let Some(at) = left.iter().position(|(_, mana)| mana.source == Some(source)) {
            places.push(left.remove(at).0);
        }
    }
    Ok(places)
}

/// Where a player may spend mana as though it were of any color, mana of any type pays for each symbol of a color (609.4b). Says
/// whether that makes a difference.
///
/// # Errors
/// If it can't be told who may.
pub(in crate::engine) fn of_any_color(
    play: &mut Play<'_>,
    player: PlayerId,
    costs: &mut [ManaCost],
) -> Outcome<bool> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut may = false;
    for (active, rule) in view.rule_changes() {
        if let RuleChange::AnyColor(who) = rule {
            may |= players(sight, &frame_of(active), who)?.contains(&player);
        }
    }
    let mut differs = false;
    for symbol in costs.iter_mut().filter(|_| may).flat_map(|cost| &mut cost.symbols) {
        if symbol.colors() != Colors::NONE {
            (*symbol, differs) = (ManaSymbol::Generic(1), true);
        }
    }
    Ok(differs)
}

/// What mana is spent on, if it is neither a spell nor what is paid as something resolves: a mana ability is never on the stack, so its
/// source is what stands here for it (605.3b), as the permanent does for a special action.
fn purpose(cause: &Cause, activates: bool) -> Option<Trait> {
    const TURNING: [RuleId; 4] = [cr!("702.37e"), cr!("702.168d"), cr!("701.40b"), cr!("701.58b")];
    match () {
        () if activates => Some(Trait::ActivatedAbility),
        () if cause.rules.contains(cr!("709.5e")) => Some(Trait::BeingUnlocked),
        () if TURNING.iter().any(|rule| cause.rules.contains(*rule)) => Some(Trait::BeingTurnedUp),
        () => None,
    }
}

/// Whether mana for things of a kind may be spent for such a purpose on an object (106.6): what the kind says of activated abilities or of
/// special actions is so, and what it says of the sources of abilities is asked of the object.
fn is_for(
    sight: Sight<'_>,
    frame: &Frame,
    kind: &Filter,
    (object, purpose): (ObjectId, Trait),
) -> Outcome<bool> {
    if let Filter::All(every) = kind {
        for kind in every {
            if !is_for(sight, frame, kind, (object, purpose))? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    if let Filter::Any(some) = kind {
        for kind in some {
            if is_for(sight, frame, kind, (object, purpose))? {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    if let Filter::Source(source) = kind {
        return Ok(purpose == Trait::ActivatedAbility && matches(sight, frame, source, object)?);
    }
    if *kind == Filter::Is(purpose) {
        return Ok(true);
    }
    Ok(*kind != Filter::Is(Trait::Spell) && matches(sight, frame, kind, object)?)
}

/// The mana in a player's pool that may be spent on an object, with its place there (106.6).
fn usable(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    (object, purpose): (ObjectId, Option<Trait>),
    kinds: &[Filter],
) -> Outcome<Vec<(usize, Mana)>> {
    let view = play.view()?;
    let sight = Sight { game: &play.game, view: &view };
    let mut usable = Vec::new();
    for (place, mana) in play.game.player(player).mana.iter().enumerate() {
        let fits = match &mana.only_for {
            None => true,
            Some(filter) => {
                let source = mana.source.unwrap_or(frame.source);
                let its = Frame::of_source(source, player, frame.origin);
                match purpose {
                    Some(purpose) => is_for(sight, &its, filter, (object, purpose))?,
                    None => matches(sight, &its, filter, object)?,
                }
            }
        };
        if fits && sources::is_from(sight, frame, mana, kinds)? {
            usable.push((place, mana.clone()));
        }
    }
    Ok(usable)
}

/// Of which types a player has less mana than symbols of a cost ask for that nothing else can pay: of the mana that could be spent on an
/// object, if that of this ability could; else of all.
///
/// # Errors
/// If it can't be told on what some mana may be spent.
pub fn lacking(
    (game, view): (&Game, &View),
    (player, object, cost): (PlayerId, ObjectId, &ManaCost),
    (source, instance): (ObjectId, &AbilityInstance),
) -> Outcome<Vec<ManaType>> {
    let sight = Sight { game, view };
    let fits = |filter: Option<&Filter>, source: Option<ObjectId>| -> Outcome<bool> {
        let (Some(filter), Some(source)) = (filter, source) else { return Ok(true) };
        matches(sight, &Frame::of_source(source, player, instance.origin), filter, object)
    };
    let mut of_use = true;
    if let Ability::Activated(activated) = &*instance.ability {
        for instruction in &activated.effect.does {
            if let Instruction::AddMana(it) = instruction {
                of_use &= fits(it.only_for.as_ref(), Some(source))?;
            }
        }
    }
    let mut there = ManaAmount::default();
    for mana in &game.player(player).mana {
        if !of_use || fits(mana.only_for.as_deref(), mana.source)? {
            there.add(mana.kind, 1);
        }
    }
    let lacks = |kind: &ManaType| fixed_of(cost, *kind) > usize::from(there.of(*kind));
    Ok(MANA_TYPES.into_iter().filter(lacks).collect())
}

/// Whether a player's mana would pay one of these costs if all of it could be spent on anything.
///
/// # Errors
/// As [`spend`].
pub(in crate::engine) fn would_do(
    play: &Play<'_>,
    frame: &Frame,
    player: PlayerId,
    costs: &[ManaCost],
) -> Outcome<bool> {
    let object = frame.asking();
    let pool = Pool::of(play.game.player(player).mana.iter());
    for cost in costs {
        if can_be_paid(object, pool, cost)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a player's mana would pay for a spell on which only mana of some sources may be spent, if that of any did (106.3).
///
/// # Errors
/// As [`spend`].
pub(in crate::engine) fn lacks_sources(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    costs: &[ManaCost],
    cause: &Cause,
) -> Outcome<bool> {
    let asks = !sources::asked_as_cast(play, frame.asking(), cause)?.is_empty();
    Ok(asks && would_do(play, frame, player, costs)?)
}

/// Whether a player's mana would pay one of these costs if mana of any source did for a snow symbol (107.4h).
///
/// # Errors
/// As [`spend`].
pub(in crate::engine) fn lacks_snow(
    play: &Play<'_>,
    frame: &Frame,
    player: PlayerId,
    costs: &[ManaCost],
) -> Outcome<bool> {
    let mut without = costs.to_vec();
    for symbol in without.iter_mut().flat_map(|cost| &mut cost.symbols) {
        if matches!(symbol, ManaSymbol::Snow) {
            *symbol = ManaSymbol::Generic(1);
        }
    }
    Ok(costs.iter().any(|cost| snow(cost) > 0) && would_do(play, frame, player, &without)?)
}

/// How many snow symbols a cost has.
fn snow(cost: &ManaCost) -> usize {
    cost.symbols.iter().filter(|symbol| matches!(symbol, ManaSymbol::Snow)).count()
}

/// How much mana of a type a cost has in it that nothing else can pay.
fn fixed_of(cost: &ManaCost, kind: ManaType) -> usize {
    let is_it = |symbol: &&ManaSymbol| match symbol {
        ManaSymbol::Color(color) => ManaType::Color(*color) == kind,
        ManaSymbol::Colorless => kind == ManaType::Colorless,
        _ => false,
    };
    cost.symbols.iter().filter(is_it).count()
}

/// Mana that can be spent: all of it, and that from snow sources (107.4h).
#[derive(Debug, Clone, Copy)]
struct Pool {
    all: ManaAmount,
    snow: ManaAmount,
}

impl Pool {
    fn of<'a>(mana: impl Iterator<Item = &'a Mana>) -> Self {
        let mut pool = Self { all: ManaAmount::default(), snow: ManaAmount::default() };
        for mana in mana {
            pool.all.add(mana.kind, 1);
            if mana.snow {
                pool.snow.add(mana.kind, 1);
            }
        }
        pool
    }
}

/// What nothing but mana of one type pays of a cost, and how much else there is to it.
fn parts_of(object: ObjectId, cost: &ManaCost) -> Outcome<(ManaAmount, u32)> {
    let mut fixed = ManaAmount::default();
    let mut generic = 0u32;
    for symbol in &cost.symbols {
        match symbol {
            ManaSymbol::Generic(amount) => generic = generic.saturating_add(u32::from(*amount)),
            ManaSymbol::Color(color) => fixed.add(ManaType::Color(*color), 1),
            ManaSymbol::Colorless => fixed.add(ManaType::Colorless, 1),
            // One mana of any type from a snow source (107.4h).
            ManaSymbol::Snow => generic = generic.saturating_add(1),
            _ => return Err(Halt::undecided(object, "a mana symbol of its cost is not played yet")),
        }
    }
    Ok((fixed, generic))
}

/// Whether a cost can be paid from a pool.
fn can_be_paid(object: ObjectId, pool: Pool, cost: &ManaCost) -> Outcome<bool> {
    let (fixed, generic) = parts_of(object, cost)?;
    let Some(rest) = pool.all.minus(fixed) else { return Ok(false) };
    let of_snow = MANA_TYPES.iter().map(|kind| usize::from(rest.of(*kind).min(pool.snow.of(*kind))));
    Ok(rest.total() >= generic && of_snow.sum::<usize>() >= snow(cost))
}

/// The different amounts with which a cost can be paid from a pool, in order.
fn ways_of(object: ObjectId, pool: Pool, cost: &ManaCost) -> Outcome<Vec<ManaAmount>> {
    let (fixed, generic) = parts_of(object, cost)?;
    let Some(rest) = pool.all.minus(fixed) else { return Ok(Vec::new()) };
    let mut ways = Vec::new();
    distribute(rest, 0, generic, fixed, &mut ways);
    let of_snow = snow(cost);
    if of_snow > 0 {
        let for_snow = |way: &ManaAmount| -> usize {
            MANA_TYPES
                .iter()
                .map(|kind| {
                    usize::from(way.of(*kind).saturating_sub(fixed.of(*kind)).min(pool.snow.of(*kind)))
                })
                .sum()
        };
        ways.retain(|way| for_snow(way) >= of_snow);
    }
    if ways.len() > MOST_WAYS {
        return Err(Halt::undecided(object, "there are too many ways of paying for it"));
    }
    Ok(ways)
}

/// All ways to take so much generic mana from what is left, type by type.
fn distribute(rest: ManaAmount, from: usize, generic: u32, taken: ManaAmount, ways: &mut Vec<ManaAmount>) {
    if generic == 0 {
        ways.push(taken);
        return;
    }
    let Some(kind) = MANA_TYPES.get(from) else { return };
    let left: u32 = rest.0.iter().skip(from).map(|count| u32::from(*count)).sum();
    if left < generic || ways.len() > MOST_WAYS {
        return;
    }
    let most = u32::from(rest.of(*kind)).min(generic);
    for count in (0..=most).rev() {
        let mut more = taken;
        more.add(*kind, u8::try_from(count).unwrap_or(u8::MAX));
        distribute(rest, from + 1, generic - count, more, ways);
    }
}
