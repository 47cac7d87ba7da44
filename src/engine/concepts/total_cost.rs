//! What a spell or ability costs in all, worked out and locked in before it is paid (601.2f, 602.2b).

use crate::engine::additional::keyword_abilities::power_up;
use crate::engine::halt::{Halt, Outcome};
use crate::engine::play::Play;
use crate::engine::reading::filters::{matches, means_permanents};
use crate::engine::reading::selections::players;
use crate::engine::reading::{Frame, Sight, conditions, quantities};
use crate::engine::spells::continuous_effects::frame_of;
use crate::engine::spells::mana_abilities::is_mana_ability;
use crate::engine::variants::commander;
use crate::engine::view::View;
use crate::game::{Called, CauseKind, ChoiceKind, Game, Item, ObjectId, Origin, PlayerId, Thing};
use crate::ir::change::CostChange;
use crate::ir::part::{Part, mentions};
use crate::ir::{
    Ability, Activated, CardType, Cost, Filter, ManaCost, ManaSymbol, Measure, Players, Quantity, RuleChange,
};
use crate::rules::{RuleId, Rules, cr};
use crate::trace::{CostChanged, Level, What};

use super::costs::halves;

/// Everything that is paid for a spell or ability, and the rules that shape its mana.
#[derive(Debug, Clone, Default)]
pub(in crate::engine) struct Bill {
    /// The mana, without hybrid or Phyrexian symbols where mana is tracked; nothing if the cost has no mana in it.
    pub(in crate::engine) mana: Option<ManaCost>,
    /// Everything else.
    pub(in crate::engine) others: Vec<Cost>,
    /// Whether cards in the graveyard may be exiled for the generic mana (702.66a).
    pub(in crate::engine) delve: bool,
    /// Whether creatures may be tapped for the mana (702.51a).
    pub(in crate::engine) convoke: bool,
    /// Whether another player may pay for generic mana of it (702.132a), where mana is tracked.
    pub(in crate::engine) assist: bool,
    /// Whether artifacts may be tapped for the generic mana (702.126a).
    pub(in crate::engine) improvise: bool,
    /// For how much of the generic mana artifacts and creatures may be tapped (701.67b).
    pub(in crate::engine) waterbend: u16,
    /// The rules by which the mana is what it is, for the trace of its payment.
    pub(in crate::engine) rules: Rules,
    /// How effects have made the mana another than what is asked for without them (601.2f), if they have.
    pub(in crate::engine) changed: Option<CostChanged>,
    /// Whose effects have changed the mana, each once, in the order in which they were applied.
    by: Vec<ObjectId>,
}

/// What is being paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum PaidFor {
    /// A spell on the stack.
    Spell(ObjectId),
    /// A spell for an alternative cost (118.9).
    SpellOtherwise(ObjectId),
    /// An ability of this object.
    Ability(ObjectId),
    /// The unlocking of a half of this permanent (709.5e).
    Unlocking(ObjectId),
}

impl Bill {
    /// Whether something else than mana may pay for mana of it.
    pub(in crate::engine) const fn may_be_helped(&self) -> bool {
        self.delve || self.convoke || self.improvise || self.assist || self.waterbend > 0
    }

    /// A cost as it is written, with all its mana in one sum.
    ///
    /// # Errors
    /// If a number in it can't be told.
    pub(in crate::engine) fn of(play: &mut Play<'_>, frame: &Frame, costs: Vec<Cost>) -> Outcome<Self> {
        let mut bill = Self::default();
        for cost in costs {
            bill.add(play, frame, cost)?;
        }
        Ok(bill)
    }

    /// Notes whose effect has made the mana another than before; says whether it has.
    fn credit(&mut self, before: Option<ManaCost>, source: ObjectId) -> bool {
        let changed = self.mana != before;
        if changed && !self.by.contains(&source) {
            self.by.push(source);
        }
        changed
    }

    fn add(&mut self, play: &mut Play<'_>, frame: &Frame, cost: Cost) -> Outcome {
        if let Cost::Loyalty(more) = cost {
            // Costs of putting on and removing loyalty counters are one cost together (606.5).
            if let Some(Cost::Loyalty(loyalty)) =
                self.others.iter_mut().find(|cost| matches!(cost, Cost::Loyalty(_)))
            {
                *loyalty = loyalty.saturating_add(more);
                self.rules = self.rules.and(cr!("606.5"));
                return Ok(());
            }
        }
        let times = if let Cost::ManaTimes(_, times) = &cost {
            let view = play.view()?;
            quantities::amount(Sight { game: &play.game, view: &view }, frame, times)?
        } else {
            1
        };
        if let Cost::Waterbend(mana) = &cost {
            self.waterbend = self.waterbend.saturating_add(generic(mana));
        }
        let (Cost::Mana(mana) | Cost::Waterbend(mana) | Cost::ManaTimes(mana, _)) = cost else {
            self.others.push(cost);
            return Ok(());
        };
        let x = frame.announced.as_ref().map_or(0, |announced| announced.x);
        let sum = self.mana.get_or_insert_with(ManaCost::default);
        for _ in 0..times {
            for symbol in &mana.symbols {
                match symbol {
                    ManaSymbol::Generic(amount) => add_generic(sum, i64::from(*amount)),
                    ManaSymbol::Variable(_) => add_generic(sum, i64::from(x)),
                    other => sum.symbols.push(*other),
                }
            }
        }
        Ok(())
    }
}

/// How much generic mana a sum has.
pub(in crate::engine) fn generic(sum: &ManaCost) -> u16 {
    sum.symbols
        .iter()
        .map(|symbol| match symbol {
            ManaSymbol::Generic(amount) => *amount,
            _ => 0,
        })
        .fold(0, u16::saturating_add)
}

/// Changes the generic part of a sum, which stands first in it.
pub(in crate::engine) fn add_generic(sum: &mut ManaCost, more: i64) {
    let all = i64::from(generic(sum)).saturating_add(more).max(0);
    sum.symbols.retain(|symbol| !matches!(symbol, ManaSymbol::Generic(_)));
    if all > 0 {
        sum.symbols.insert(0, ManaSymbol::Generic(u16::try_from(all).unwrap_or(u16::MAX)));
    }
}

/// A player lets objects pay, each for one of the generic mana of a total cost. Says which those are, and what is left to pay in each of
/// the ways that there were.
///
/// # Errors
/// If nobody says which objects.
pub(in crate::engine) fn pay_generic_with(
    play: &mut Play<'_>,
    (player, spell): (PlayerId, ObjectId),
    kind: ChoiceKind,
    items: Vec<Item>,
    rules: Rules,
    mut left: Vec<ManaCost>,
) -> Outcome<(Vec<ObjectId>, Vec<ManaCost>)> {
    let there = left.iter().map(generic).max().unwrap_or(0);
    let most = u32::try_from(items.len()).unwrap_or(u32::MAX).min(u32::from(there));
    if most == 0 {
        return Ok((Vec::new(), left));
    }
    let picked = play.pick(player, kind, Some(spell), items, 0, most, false, rules)?;
    let paying: Vec<ObjectId> = picked.iter().filter_map(Item::object).collect();
    let paid = u16::try_from(paying.len()).unwrap_or(u16::MAX);
    left.retain(|cost| generic(cost) >= paid);
    left.iter_mut().for_each(|cost| add_generic(cost, -i64::from(paid)));
    Ok((paying, left))
}

/// By how much what was chosen to be given for a spell reduces its total cost.
#[derive(Debug, Clone)]
pub(in crate::engine) enum Less {
    /// By so much generic mana.
    Generic(u32),
    /// By this mana (118.7).
    Mana(ManaCost),
}

/// Works out the total cost of a spell: what was announced, with every increase, less every reduction (601.2f). From now on nothing changes
/// it. The cost that was chosen may reduce it too, by so much generic mana and by this rule.
///
/// # Errors
/// If an effect that changes it can't be told.
pub(in crate::engine) fn determine(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    paid_for: PaidFor,
    (costs, own): (Vec<Cost>, Option<(Less, RuleId)>),
) -> Outcome<Bill> {
    total(play, frame, player, paid_for, (costs, own, Vec::new()))
}

/// The same for an ability, which may say what changes its own cost.
///
/// # Errors
/// As [`determine`].
pub(in crate::engine) fn determine_for_ability(
    play: &mut Play<'_>,
    frame: &Frame,
    (player, source): (PlayerId, ObjectId),
    activated: &Activated,
    costs: Vec<Cost>,
) -> Outcome<Bill> {
    let mut own = Vec::new();
    for change in &activated.cost_changes {
        let view = play.view()?;
        let sight = Sight { game: &play.game, view: &view };
        let counts = match &change.only_if {
            Some(condition) => conditions::holds(sight, frame, condition)?,
            None => true,
        };
        if counts {
            own.push(CostChange {
                of: Filter::EVERYTHING,
                who: None,
                more: change.more.clone(),
                less: change.less.clone(),
                less_mana: None,
                colored_only: false,
                for_each: change.for_each.clone(),
                abilities: true,
                at_least: None,
                not_mana: false,
                no_less_than: None,
                unlocking: false,
            });
        }
    }
    let mut of_power_up = None;
    if let Some(mana) = power_up::reduction(play, source, activated)? {
        of_power_up = Some((Less::Generic(0), cr!("702.193a")));
        own.push(CostChange {
            of: Filter::EVERYTHING,
            who: None,
            more: None,
            less: None,
            less_mana: Some(mana),
            colored_only: false,
            not_mana: false,
            for_each: None,
            abilities: true,
            at_least: None,
            no_less_than: None,
            unlocking: false,
        });
    }
    total(play, frame, player, PaidFor::Ability(source), (costs, of_power_up, own))
}

/// Works it out, where what is paid for says of itself that it is cheaper, or how its cost changes.
fn total(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    paid_for: PaidFor,
    (costs, own, changes): (Vec<Cost>, Option<(Less, RuleId)>, Vec<CostChange>),
) -> Outcome<Bill> {
    let mut bill = Bill::of(play, frame, costs)?;
    let before = bill.clone();
    if let PaidFor::Spell(spell) | PaidFor::SpellOtherwise(spell) = paid_for {
        let times = commander::earlier_casts(&play.game, player, spell);
        if times > 0 {
            let tax = ManaCost { symbols: vec![ManaSymbol::Generic(times.saturating_mul(2))] };
            bill.add(play, frame, Cost::Mana(tax))?;
            bill.rules = bill.rules.and(cr!("903.8"));
        }
    }
    let (mut found, of_keywords) = changes_of(play, frame, player, paid_for, changes)?;
    let times = |play: &mut Play<'_>, change: &CostChange, its: &Frame| -> Outcome<u32> {
        match &change.for_each {
            Some(quantity) => {
                let view = play.view()?;
                // "Each other spell that player has cast": whoever pays.
                let of_payer = mentions(quantity, |part| matches!(part, Part::Players(Players::It)));
                let current = if of_payer { Some(Thing::Player(player)) } else { its.current };
                let its = Frame { current, ..its.clone() };
                quantities::amount(Sight { game: &play.game, view: &view }, &its, quantity)
            }
            None => Ok(1),
        }
    };
    for (change, its) in &found {
        let Some(more) = &change.more else { continue };
        let before_it = bill.mana.clone();
        for _ in 0..times(play, change, its)? {
            for cost in &more.0 {
                // More loyalty is a matter of loyalty abilities alone (606.4).
                let loyalty = |cost: &Cost| matches!(cost, Cost::Loyalty(_) | Cost::LoyaltyX);
                if loyalty(cost) && !bill.others.iter().any(loyalty) {
                    continue;
                }
                bill.add(play, its, cost.clone())?;
            }
        }
        bill.credit(before_it, its.source);
    }
    bill.rules = of_keywords.iter().fold(bill.rules, Rules::and);
    // Reductions may be applied in any order (601.2f): those with the greatest floor first leave the least to pay.
    found.sort_by_key(|(change, _)| std::cmp::Reverse(change.at_least));
    for (change, its) in &found {
        let count = times(play, change, its)?;
        let before_it = bill.mana.clone();
        if let Some(less) = &change.less {
            let view = play.view()?;
            let less = quantities::amount(Sight { game: &play.game, view: &view }, its, less)?;
            reduce(&mut bill, i64::from(less) * i64::from(count), change.at_least);
            if count > 0 && looks_back(play, change.for_each.as_ref(), player)? {
                bill.rules = bill.rules.and(cr!("608.2i"));
            }
        }
        if let Some(less) = &change.less_mana {
            for _ in 0..count {
                let only = change.colored_only;
                reduce_by(play, (player, frame), &mut bill, (less, only), its.source)?;
            }
        }
        if bill.credit(before_it, its.source) && counts_what_could_be_produced(change) {
            bill.rules = bill.rules.and(cr!("106.7"));
        }
    }
    // That of power-up is mana of any type, and counted with what else it is.
    match own {
        Some((_, rule)) if rule == cr!("702.193a") => bill.rules = bill.rules.and(rule),
        Some((Less::Generic(less), rule)) if less > 0 => {
            reduce(&mut bill, i64::from(less), None);
            bill.rules = bill.rules.and(rule);
        }
        Some((Less::Mana(less), rule)) => {
            reduce_by(play, (player, frame), &mut bill, (&less, false), frame.source)?;
            bill.rules = bill.rules.and(rule);
        }
        Some((Less::Generic(_), _)) | None => {}
    }
    // What affects the total cost itself comes when all else has been counted (601.2f).
    for (least, its) in found.iter().filter_map(|(change, its)| Some((change.no_less_than?, its))) {
        let before_it = bill.mana.clone();
        raise(&mut bill, u32::from(least), its.source)?;
        bill.credit(before_it, its.source);
    }
    announce(play, frame, (player, paid_for), &mut bill, before)?;
    Ok(bill)
}

/// The rules of keywords that make a spell cheaper, each with that by which every instance of it counts.
const EACH_INSTANCE: [(RuleId, RuleId); 2] =
    [(cr!("702.41a"), cr!("702.41b")), (cr!("702.125a"), cr!("702.125c"))];

/// Whether a change of a cost asks which mana something could produce.
fn counts_what_could_be_produced(change: &CostChange) -> bool {
    let asks = |quantity: &Quantity| {
        mentions(quantity, |part| matches!(part, Part::Filter(Filter::CouldProduce(_))))
    };
    change.for_each.iter().chain(&change.less).any(asks)
}

/// The effects at work that change what is paid, with whose words each is, and the rules of the keywords among them.
fn changes_of(
    play: &mut Play<'_>,
    frame: &Frame,
    player: PlayerId,
    paid_for: PaidFor,
    changes: Vec<CostChange>,
) -> Outcome<(Vec<(CostChange, Frame)>, Rules)> {
    let view = play.view()?;
    let mut found: Vec<(CostChange, Frame)> =
        changes.into_iter().map(|change| (change, frame.clone())).collect();
    let mut of_keywords = Rules::NONE;
    for (active, rule) in view.rule_changes() {
        let RuleChange::CostChange(change) = rule else { continue };
        let its_frame = frame_of(active);
        let sight = Sight { game: &play.game, view: &view };
        let of = match paid_for {
            PaidFor::Unlocking(permanent) if change.unlocking => permanent,
            _ if change.unlocking => continue,
            PaidFor::Spell(spell) | PaidFor::SpellOtherwise(spell) if !change.abilities => spell,
            PaidFor::Ability(source) if change.abilities => source,
            _ => continue,
        };
        let by = match &change.who {
            Some(who) => players(sight, &its_frame, who)?.contains(&player),
            None => true,
        };
        // "Activated abilities of creatures" are those of permanents (109.2).
        let elsewhere =
            change.abilities && !play.game.object(of).on_battlefield() && means_permanents(&change.of);
        // What it was made for is the card that is cast, too (400.7h).
        let was = play.game.object(of).previous.filter(|_| !change.abilities);
        let is_meant = |objects: &[ObjectId]| std::iter::once(of).chain(was).any(|it| objects.contains(&it));
        if change.not_mana && pays_for_mana(&play.game, &view, frame) {
            continue;
        }
        let concerned = active.objects.as_deref().is_none_or(is_meant);
        if by && concerned && !elsewhere && matches(sight, &its_frame, &change.of, of)? {
            found.push((change.clone(), its_frame));
            if let Some(rule) = active.of_keyword {
                let again = EACH_INSTANCE.iter().find(|(of, _)| *of == rule && of_keywords.contains(rule));
                of_keywords =
                    again.map(|(_, each)| *each).into_iter().fold(of_keywords.and(rule), Rules::and);
            }
        }
    }
    Ok((found, of_keywords))
}

/// Records the total cost (601.2f), where it is another than before or mana is tracked.
fn announce(
    play: &mut Play<'_>,
    frame: &Frame,
    (player, paid_for): (PlayerId, PaidFor),
    bill: &mut Bill,
    before: Bill,
) -> Outcome {
    let changed = bill.mana != before.mana;
    let by = std::mem::take(&mut bill.by);
    bill.changed = changed.then(|| CostChanged { before: before.mana.unwrap_or_default(), by });
    let is_said = changed || play.strict_mana && bill.mana.is_some();
    if !is_said {
        return Ok(());
    }
    if changed && matches!(paid_for, PaidFor::SpellOtherwise(_)) {
        bill.rules = bill.rules.and(cr!("118.9d"));
    }
    let unlocking = matches!(paid_for, PaidFor::Unlocking(_));
    let rule = if unlocking { cr!("118.7") } else { cr!("601.2f") };
    let rules = bill.rules.iter().fold(Rules::of(&[rule]), Rules::and);
    let level = if changed { Level::Default } else { Level::Detail };
    let object = frame.asking();
    let total = bill.mana.clone().unwrap_or_default();
    // A mana ability is announced without being on the stack (605.3b).
    let aside = matches!(paid_for, PaidFor::Ability(_)) && frame.on_stack.is_none();
    let rules = if matches!(paid_for, PaidFor::Ability(_)) { rules.and(cr!("602.2b")) } else { rules };
    let ability = if aside { Some(called(play, frame)?) } else { None };
    let changed = bill.changed.clone().map(Box::new);
    let what = What::TotalCost { of: object, ability, mana: Box::new(total), changed };
    play.record(level, CauseKind::Announcement(player), rules, what);
    Ok(())
}

/// Whether it is a mana ability of its source that is paid for (605.1a).
fn pays_for_mana(game: &Game, view: &View, frame: &Frame) -> bool {
    let abilities = &view.characteristics(game, frame.source).abilities;
    let its = abilities.iter().find(|its| its.origin == frame.origin);
    its.is_some_and(|its| matches!(&*its.ability, Ability::Activated(it) if is_mana_ability(it)))
}

/// Which activated ability of its source is paid for, and what it is called among those of it.
fn called(play: &mut Play<'_>, frame: &Frame) -> Outcome<(Origin, Called)> {
    let view = play.view()?;
    let abilities = &view.characteristics(&play.game, frame.source).abilities;
    let its = abilities.iter().find(|its| its.origin == frame.origin);
    Ok((frame.origin, its.map_or_else(Called::default, |its| Called::activated(abilities, its))))
}

/// Whether a number counts something that is no longer what it was counted as (608.2i).
fn looks_back(play: &mut Play<'_>, quantity: Option<&Quantity>, player: PlayerId) -> Outcome<bool> {
    let of_all = |quantity: &Quantity| matches!(quantity, Quantity::Count(filter) if quantities::of_all_attackers(filter));
    let whose: Vec<PlayerId> = if matches!(quantity, Some(Quantity::Sum(Measure::AttackedWith(_)))) {
        vec![player]
    } else if quantity.is_some_and(of_all) {
        play.game.players().collect()
    } else {
        return Ok(false);
    };
    let view = play.view()?;
    Ok(whose.iter().flat_map(|player| &play.game.player(*player).attacked_with).any(|object| {
        let there = play.game.object(*object).on_battlefield();
        !there || !view.characteristics(&play.game, *object).is(CardType::Creature)
    }))
}

/// Makes a cost that is less than so much mana so much.
fn raise(bill: &mut Bill, least: u32, source: ObjectId) -> Outcome {
    let mana = bill.mana.get_or_insert_with(ManaCost::default);
    let settled = |symbol: &ManaSymbol| {
        matches!(
            symbol,
            ManaSymbol::Generic(_) | ManaSymbol::Color(_) | ManaSymbol::Colorless | ManaSymbol::Snow
        )
    };
    if !mana.symbols.iter().all(settled) {
        let why =
            "it says how much mana something costs at least, and how its mana cost is paid is not settled";
        return Err(Halt::undecided(source, why));
    }
    let more = least.saturating_sub(mana.mana_value());
    add_generic(mana, i64::from(more));
    Ok(())
}

/// Less generic mana: of what else the cost consists nothing is taken (118.7a), which matters where more is taken off than it has of
/// generic mana.
fn reduce(bill: &mut Bill, less: i64, at_least: Option<u8>) {
    let Some(mana) = &mut bill.mana else { return };
    let before = i64::from(generic(mana));
    let floor = at_least.map_or(0, |least| {
        let rest = i64::from(mana.mana_value()) - before;
        (i64::from(least) - rest).max(0).min(before)
    });
    let after = before.saturating_sub(less).max(floor);
    add_generic(mana, after - before);
    let is_generic = |symbol: &ManaSymbol| matches!(symbol, ManaSymbol::Generic(_));
    if less > before && !mana.symbols.iter().all(is_generic) {
        bill.rules = bill.rules.and(cr!("118.7a"));
    }
}

/// Less mana of some types; what the cost has none of is taken from its generic part (118.7b–d). Of a hybrid symbol the player who pays
/// chooses a half (118.7e), a Phyrexian symbol is one of its color (118.7f), a snow symbol generic (118.7g). Where the effect reduces
/// colored mana alone, there is less of nothing else.
fn reduce_by(
    play: &mut Play<'_>,
    (player, frame): (PlayerId, &Frame),
    bill: &mut Bill,
    (less, colored_only): (&ManaCost, bool),
    source: ObjectId,
) -> Outcome {
    for symbol in &less.symbols {
        let Some(mana) = &mut bill.mana else { return Ok(()) };
        let symbol = match symbol {
            ManaSymbol::Snow => {
                bill.rules = bill.rules.and(cr!("118.7g"));
                ManaSymbol::Generic(1)
            }
            ManaSymbol::Phyrexian(color) => {
                bill.rules = bill.rules.and(cr!("118.7f"));
                ManaSymbol::Color(*color)
            }
            ManaSymbol::Generic(_) | ManaSymbol::Color(_) | ManaSymbol::Colorless => *symbol,
            hybrid => {
                let halves = halves(*hybrid);
                let Some(first) = halves.first() else {
                    return Err(Halt::gap(source, OF_ANOTHER_KIND));
                };
                let with = |half: ManaSymbol| {
                    let mut mana = mana.clone();
                    take_off(&mut mana, half, colored_only);
                    mana
                };
                bill.rules = bill.rules.and(cr!("118.7e"));
                // Where nothing can tell which half it is nobody is asked.
                if halves.iter().all(|half| with(*half) == with(*first)) {
                    *first
                } else {
                    let items = halves.into_iter().map(Item::Symbol).collect();
                    let rules = Rules::of(&[cr!("118.7e"), cr!("601.2f")]);
                    let object = Some(frame.asking());
                    let picked = play.pick(player, ChoiceKind::Pay, object, items, 1, 1, false, rules)?;
                    match picked.first() {
                        Some(Item::Symbol(half)) => *half,
                        _ => continue,
                    }
                }
            }
        };
        take_off(mana, symbol, colored_only);
    }
    Ok(())
}

/// Why a cost is not reduced by a symbol.
const OF_ANOTHER_KIND: &str = "it reduces a cost by a symbol of another kind";

/// Why a cost is never reduced by this mana; nothing for mana by which it may be.
pub(in crate::engine) fn gap_of_reduction(less: &ManaCost) -> Option<&'static str> {
    let is_played = |symbol: &ManaSymbol| match symbol {
        ManaSymbol::Snow
        | ManaSymbol::Phyrexian(_)
        | ManaSymbol::Generic(_)
        | ManaSymbol::Color(_)
        | ManaSymbol::Colorless => true,
        hybrid => !halves(*hybrid).is_empty(),
    };
    (!less.symbols.iter().all(is_played)).then_some(OF_ANOTHER_KIND)
}

/// Less of one symbol, which is generic mana, or mana of one type of which there may be none.
fn take_off(mana: &mut ManaCost, symbol: ManaSymbol, colored_only: bool) {
    match (symbol, mana.symbols.iter().position(|its| *its == symbol)) {
        (ManaSymbol::Generic(amount), _) => add_generic(mana, -i64::from(amount)),
        (_, Some(place)) => {
            mana.symbols.remove(place);
        }
        (_, None) if colored_only => {}
        (_, None) => add_generic(mana, -1),
    }
}
