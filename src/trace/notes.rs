//! What was considered and did not happen, and facts that decide: a row each.

use crate::game::{Called, ManaAmount, ObjectId, Origin, PlayerId, Thing};
use crate::ir::instruction::ManaType;
use crate::ir::{Symbol, Zone};

use super::entry::EntryId;
use super::forbidden::{Forbidden, cant};
use super::matter::Matter::{
    self, Abilities, Attachment, Being, Colors, Combat, Control, Known, Numbers, Place, Size, Status,
    Triggers, Types,
};
use super::names::Names;
use super::pieces::Piece;
use super::styled::Text;

use words::{
    Field, Fighting, Lacking, Missing, ability, additional_cost, announced, condition_of, condition_of_part,
    forgone, how_often, its_condition, kept_tapped_by, kicked, listed_as, nothing_to_enchant, of_goading,
    place_of, side, side_does, unmet, waiting, where_to, whose_requirement, word_of,
};

pub(super) mod words;

/// Makes of the rows the notes, and all that is asked of one.
///
/// A row is what it is about, by name, and the sentence, in pieces: words, and what is called by its name. Then may follow
/// - `bears on`: what of its objects it says something of, so that it may be a reason of it;
/// - `idle`: that something was to be done and was not, and whose instruction it was, where that is told (`when` it is so, if it is not always);
/// - `about`: which objects alone it is about, where it names more.
///
/// Of which rules it is the engine says that records it: they stand with the entry.
macro_rules! notes {
    ($(
        $(#[$doc:meta])*
        $name:ident $(($($field:ident: $type:ty),+))? => [$($piece:expr),+]
            $(, bears on $matters:expr)?
            $(, idle $whose:expr $(, when $when:expr)?)?
            $(, about [$($about:ident),+])?;
    )+) => {
        /// Something that was considered and did not happen, or a fact that decides.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Note {
            $($(#[$doc])* $name $(($($type),+))?,)+
        }

        #[expect(unused_variables, reason = "a row names more than each question asks for")]
        impl Note {
            /// The note as a sentence.
            pub(super) fn sentence(self, names: &Names<'_>) -> Text {
                let mut text = Text::new();
                match self {
                    $(Self::$name $(($($field),+))? => { $($piece.write(names, &mut text);)+ })+
                }
                text
            }

            /// The objects that it is about.
            pub(super) fn objects(self) -> Vec<ObjectId> {
                let mut about = Vec::new();
                match self {
                    $(Self::$name $(($($field),+))? => objects!(about $(, [$($about),+])? $(, ($($field),+))?),)+
                }
                about
            }

            /// What of these objects it says something of.
            pub(crate) fn bears_on(self) -> &'static [Matter] {
                match self {
                    $(Self::$name $(($($field),+))? => bears!($($matters)?),)+
                }
            }

            /// Of something that was to be done and was not: whose instruction it was, where that is told.
            pub(crate) fn idle(self) -> Option<Option<ObjectId>> {
                match self {
                    $(Self::$name $(($($field),+))? => idle!($($whose $(, $when)?)?),)+
                }
            }
        }
    };
}

/// Finds the objects among some fields: among those that are said, if any are.
macro_rules! objects {
    ($into:ident $(, ($($field:ident),+))?) => {{ $($($field.objects(&mut $into);)+)? }};
    ($into:ident, [$($about:ident),+], ($($field:ident),+)) => {{ $($about.objects(&mut $into);)+ }};
}

/// What a row bears on, which is nothing where it is not said.
macro_rules! bears {
    () => {
        &[]
    };
    ($matters:expr) => {
        $matters
    };
}

/// Whether something was not done, and whose instruction it was.
macro_rules! idle {
    () => {
        None
    };
    ($whose:expr) => {
        Some($whose)
    };
    ($whose:expr, $when:expr) => {
        ($when).then_some($whose)
    };
}

notes! {
    /// An effect of an object prevents none of the damage that would be dealt to somebody or something: it can't be prevented (615.12).
    PreventsNothing(by: ObjectId, to: Thing) =>
        [by, " prevents nothing of the damage to ", to, ", which can't be prevented"],
        bears on &[Numbers];
    /// An effect of an object leaves the damage as it is that would be dealt to the first: the second is no battle, creature or planeswalker
    /// (614.9).
    RedirectsNothing(by: ObjectId, from: Thing, to: Thing) =>
        [by, " leaves the damage to ", from, " as it is: ", to, " is no creature, planeswalker or battle"],
        bears on &[Numbers];
    /// The same where the second is not there any more.
    RedirectsToGone(by: ObjectId, from: Thing, to: Thing) =>
        [by, " leaves the damage to ", from, " as it is: ", to, " is not there any more"],
        bears on &[Numbers];
    /// The same where there is nothing to which it would be redirected.
    RedirectsToNothing(by: ObjectId, from: Thing) =>
        [by, " leaves the damage to ", from, " as it is: there is nothing that it would be dealt to instead"],
        bears on &[Numbers];
    /// A player, or their team, takes the first turn (103.1).
    TakesFirstTurn(player: PlayerId) => [side_does(player, " takes", " take"), " the first turn"];
    /// A player draws a hand of so many cards before the first turn (103.5).
    DrawsHand(player: PlayerId, size: u32) =>
        [player, " draws a hand of ", size, if size == 1 { " card" } else { " cards" }];
    /// A player takes their n-th mulligan (103.5).
    TakesMulligan(player: PlayerId, number: u32) => [player, " takes mulligan number ", number];
    /// A player may take no more mulligans (103.5).
    NoMoreMulligans(player: PlayerId) =>
        [player, " can't take another mulligan: there is none after a hand of no cards"];
    /// The first mulligan of a player does not count (103.5c).
    MulliganUncounted(player: PlayerId) => [player, "'s first mulligan does not count"];
    /// What a card allows from the opening hand it does not allow now, its condition not being true (103.6).
    NoOpeningAction(card: ObjectId) =>
        [card, " allows nothing from the opening hand: ", unmet()],
        bears on &[Place];
    /// A player, or their team, skips the draw step of the first turn (103.8).
    SkipsFirstDraw(player: PlayerId) =>
        [side_does(player, " skips", " skip"), " the draw step of the first turn"];
    /// A player proposes a shortcut, perhaps so many repetitions (732.2a).
    Proposes(player: PlayerId, times: Option<u32>) =>
        [player, " proposes a shortcut", times.map(|times| (": the same ", times, " times"))];
    /// A player shortens a proposed shortcut (732.2b).
    Shortens(player: PlayerId) => [player, " shortens it, and will choose otherwise there"];
    /// The duration was over before the effect began: the object doesn't move (610.3a–b).
    DurationOver(object: ObjectId) =>
        ["what would end its effect has already happened: ", object, " does not move"],
        bears on &[Place, Status, Control, Being];
    /// A permanent does not phase out until something happens, because that has happened already.
    StaysPhasedIn(object: ObjectId) =>
        ["what would end its effect has already happened: ", object, " does not phase out"],
        bears on &[Status];
    /// What would have phased a permanent in does not: another effect has done so before, whatever has become of it since (610.4a).
    PhasedInBefore(object: ObjectId) =>
        [object, " is not phased in by this: another effect has phased it in before"],
        bears on &[Status];
    /// The untap step does not phase a permanent in: an effect has yet to do so (610.4a).
    NotPhasedIn(object: ObjectId) => [object, " does not phase in now: another effect says when it does"],
        bears on &[Status];
    /// A card that chance picked from a face-down pile for a cost is shown, once all is paid (406.4).
    ShownAfterCost(card: ObjectId) => [card, " is revealed, now that the cost is paid"], bears on &[Known];
    /// A linked ability finds nothing (607).
    LinkedNothing(source: ObjectId) =>
        [source, "'s linked ability finds nothing that the ability linked to it has affected"],
        idle Some(source);
    /// What a token of the object's would be a copy of does not exist, so that none is created (111.12).
    NothingToCopy(source: ObjectId) => [source, " creates no token: there is nothing to copy"],
        idle Some(source);
    /// A permanent is to endure 0, which does nothing (701.63b).
    EnduresNothing(object: ObjectId) => [object, " endures 0: nothing happens"],
        bears on &[Place, Status, Numbers, Being], idle Some(object);
    /// What an object would enter as a copy of does not exist, so that it enters as it is (614.12a).
    NothingToEnterAs(object: ObjectId) =>
        [object, " does not enter as a copy: there is nothing for it to copy"],
        bears on &[Being];
    /// A target is illegal, and is not affected (608.2b).
    IllegalTarget(of: ObjectId, target: Thing) => [target, " is no longer a legal target, and is not affected"],
        bears on &[Place, Status, Numbers, Being, Types, Colors, Abilities, Size, Control, Attachment, Combat];
    /// What is still a legal target as another of the targets is illegal as this one, and is not affected as that (608.2b).
    IllegalAs(of: ObjectId, target: Thing, place: u8) =>
        [target, " is no longer legal as the ", place_of(place), "target, and is not affected as that"],
        bears on &[Place, Status, Numbers, Being, Types, Colors, Abilities, Size, Control, Attachment, Combat];
    /// A triggered ability's condition isn't true as it resolves (603.4).
    ConditionFalse(ability: ObjectId) => [ability, " does nothing", its_condition(ability), " as it resolves"],
        bears on &[Triggers], idle Some(ability);
    /// What is done only if something is true is left out of what a spell or ability does (608.2c).
    PartLeftOut(of: ObjectId) => [of, " does not do the part whose condition ", condition_of_part(of), "is not true"],
        bears on &[Place, Status, Numbers, Being], idle Some(of);
    /// A process is not repeated any more: what is asked for that is not so (608.2c).
    NotRepeated(of: ObjectId) =>
        [of, " does not repeat that: its condition ", condition_of_part(of), "is not true"],
        bears on &[Place, Status, Numbers, Being], idle Some(of);
    /// A part of a spell or ability is left out: it needs to know something of a target that is illegal (608.2b).
    NothingKnown(of: ObjectId) => [of, " does not do the part that needs information about an illegal target"],
        bears on &[Place, Status, Numbers, Being], idle Some(of);
    /// No token is created, for that needs to know something of a target that is illegal (608.2b).
    NoTokenKnown(of: ObjectId) => [of, " creates no token: that needs information about an illegal target"],
        bears on &[Place, Status, Numbers, Being], idle Some(of);
    /// An ability of the object, which is called so, does not trigger: its condition isn't true (603.4).
    DoesNotTrigger(source: ObjectId, origin: Origin, called: Called) =>
        [ability(source, origin, called), " does not trigger", condition_of(source, origin)],
        bears on &[Triggers], idle Some(source);
    /// A delayed triggered ability of the object does not trigger: its condition isn't true (603.4).
    DelayedDoesNotTrigger(source: ObjectId) =>
        [source, "'s delayed ability does not trigger: ", unmet()],
        bears on &[Triggers], idle Some(source);
    /// A reflexive triggered ability of the object does not trigger: what a player chose to do has not happened (603.12).
    ReflexiveDoesNotTrigger(source: ObjectId) =>
        [source, "'s reflexive ability does not trigger: what was chosen has not happened"],
        bears on &[Triggers], idle Some(source);
    /// A reflexive triggered ability of the object does not trigger: its condition isn't true (603.4, 603.12).
    ReflexiveUnmet(source: ObjectId) => [source, "'s reflexive ability does not trigger: ", unmet()],
        bears on &[Triggers], idle Some(source);
    /// An ability of the object, which is called so, does not trigger: an object says that what happened causes none to.
    KeptFromTriggering(source: ObjectId, origin: Origin, called: Called, by: ObjectId) =>
        [ability(source, origin, called), " does not trigger: ", by, " keeps what happened from causing it to"],
        bears on &[Triggers], idle Some(source), about [source];
    /// An ability of the object, which is called so, does not trigger: it has triggered so often this turn, as often as it can.
    HasTriggered(source: ObjectId, origin: Origin, called: Called, times: u8) =>
        [ability(source, origin, called), " does not trigger again: it has already triggered",
            how_often(times), " this turn"],
        bears on &[Triggers], idle Some(source);
    /// A triggered ability does not trigger, as it triggers only once, or its controller has done this turn what is done only once (603.2h).
    IsDone(source: ObjectId, origin: Origin, called: Called) =>
        [ability(source, origin, called), " does not trigger again: ",
            "its controller has already done what it lets be done only once"],
        bears on &[Triggers], idle Some(source);
    /// A triggered ability is removed from the stack, as it has no legal target (603.3d).
    NoTarget(ability: ObjectId) => [ability, " is removed from the stack: it has no legal target"],
        bears on &[Triggers], idle Some(ability);
    /// A triggered ability is removed from the stack, as no mode can be chosen for it (603.3c).
    NoMode(ability: ObjectId) => [ability, " is removed from the stack: none of its modes can be chosen"],
        bears on &[Triggers], idle Some(ability);
    /// An instruction can't find its object: it isn't where it is expected (603.6, 603.7c, 400.7).
    NotFound(object: ObjectId) =>
        [object, " is not in the zone in which the effect looks for it, and is not affected"],
        bears on &[Place];
    /// What the spell or ability would do it does only once each turn, and that has been done (603.2h).
    DoneAlready(of: ObjectId) => [of, " does nothing: it does that only once each turn, and has done it"],
        bears on &[Place, Status, Numbers, Being], idle Some(of);
    /// A number that an object counts, and whether it notes it for a linked ability (607.2e).
    Counts(source: ObjectId, number: i32, noted: bool) =>
        [source, if noted { " notes the number " } else { " counts " }, number],
        bears on if noted || number != 0 { &[] } else { &[Numbers] }, idle Some(source), when !noted && number == 0;
    /// Of a number below zero an object uses zero (107.1b).
    BelowZero(source: ObjectId, number: i32) => [source, " uses 0 instead of ", number],
        bears on &[Numbers], idle Some(source);
    /// An ability of the object asks for what was noted, and nothing was (607.2e).
    NothingNoted(source: ObjectId) => ["nothing has been noted for ", source],
        bears on &[Numbers], idle Some(source);
    /// What can't happen to the object or player, or can't be done by them, doesn't; the source of the effect that says so.
    Cant(what: Forbidden, thing: Thing, by: Option<ObjectId>) => [cant(what, thing, by)],
        bears on what.bears_on();
    /// A token outside the battlefield can't move to another zone (111.8).
    TokenStays(token: ObjectId) =>
        [token, " does not move: a token that has left the battlefield can't come back"],
        bears on &[Place];
    /// A token, or a copy of a card, has ceased to exist, so that nothing finds it (111.7, 707.10a).
    Ceased(object: ObjectId) => [object, " has ceased to exist, and nothing finds it"], bears on &[Place];
    /// A card is no longer encoded on the creature (702.99c).
    NoLongerEncoded(card: ObjectId, host: ObjectId) => [card, " is no longer encoded on ", host],
        bears on &[Attachment];
    /// A card that has left exile no longer haunts the creature (702.55b).
    NoLongerHaunts(card: ObjectId, host: ObjectId) => [card, " no longer haunts ", host],
        bears on &[Attachment, Triggers];
    /// A player has nothing to choose from, so that the instruction does nothing (609.3).
    Impossible(player: PlayerId) => [player, " has nothing to choose from: that part does nothing"], idle None;
    /// A player can't choose to do what they may do, for something is missing for that (608.2d).
    CantChoose(player: PlayerId, lacking: Lacking) => [player, " can't choose to do that: ", lacking], idle None;
    /// A player controls no creature to encode a spell's card on, so that it is not exiled (702.99a).
    NothingToEncodeOn(player: PlayerId) => [player, " controls no creature to encode it on"], idle None;
    /// A player is not asked whether they do what could only be done to a target that is illegal (608.2b).
    NotAsked(player: PlayerId, of: ObjectId) =>
        [player, " is not asked about the part of ", of, " that could only affect an illegal target"],
        idle Some(of);
    /// What would otherwise be illegal is permitted for this object, by the rule that is cited.
    Permits(object: ObjectId) =>
        [object, " may be tapped for a cost although it came under its controller's control this turn: it has haste"],
        bears on &[Place];
    /// The result of a player's die roll, modifiers considered (706.2).
    RollResult(player: PlayerId, result: i32) => ["the result of the roll of ", player, " is ", result];
    /// The result of a die roll, and the least and the greatest result of the part of the table that lists it (706.3a).
    RollListed(result: i32, listed: Option<(u8, Option<u8>)>) =>
        [listed_as(listed), ": the result is ", result];
    /// A player rolls the planar die (901.9).
    RollsPlanarDie(player: PlayerId) => [player, " rolls the planar die"];
    /// A mandatory loop: nothing can end it (732.4). What has happened since this entry happens again and again.
    Loop(since: EntryId) => ["a loop that nothing ends"];
    /// Creatures were declared as attackers, so that no step is skipped though they are gone (508.8).
    AttackersGone =>
        ["no attacker is left, but there were some: the declare blockers and combat damage steps are not skipped"];
    /// A player controls another during the turn that begins (723.1).
    Controls(by: PlayerId, player: PlayerId) =>
        [by, " controls ", side(player), " during the turn that begins"];
    /// A player does not control another any more, as the turn that begins is not that one (723.1).
    ControlEnds(by: PlayerId, player: PlayerId) => [by, " no longer controls ", side(player)];
    /// A player decides what another does (723.5).
    DecidesFor(by: PlayerId, player: PlayerId) => [by, " decides what ", player, " does"];
    /// A player's extra turn begins (500.7).
    ExtraTurn(player: PlayerId) => [side_does(player, " takes", " take"), " an extra turn"];
    /// What the object would put onto the battlefield attacking never attacks (506.3a–b, 508.4a).
    NeverAttacks(source: ObjectId) => ["what ", source, " puts onto the battlefield does not attack"],
        bears on &[Combat];
    /// What the object would put onto the battlefield blocking never blocks (506.3a, 506.3e, 509.4a).
    NeverBlocks(source: ObjectId) => ["what ", source, " puts onto the battlefield does not block"],
        bears on &[Combat];
    /// A creature that was not declared attacks or blocks what restrictions, requirements or costs would have kept it from (508.4c,
    /// 508.7b, 509.4b).
    Unbound(creature: ObjectId) =>
        [creature, " was not declared: restrictions, requirements and costs do not apply to it"],
        bears on &[Combat];
    /// An unblocked creature assigns no combat damage, since what it attacked is out of combat (506.4c).
    AttacksNothing(attacker: ObjectId) =>
        [attacker, " assigns no combat damage: what it attacked is no longer in combat"],
        bears on &[Combat];
    /// No phase or step is added by what the object says (500.8, 500.10a).
    NothingAdded(source: ObjectId) => [source, " adds no phase or step"];
    /// What effects forbid of a player's attacks is obeyed (508.1c).
    Obeyed(player: PlayerId) => [player, " attacks as the restrictions on attacking allow"];
    /// The creatures of a player block as the restrictions on blocking allow (509.1b).
    BlocksObey(player: PlayerId) => [player, " blocks as the restrictions on blocking allow"];
    /// A creature attacks or blocks as an effect of the object wants (508.1d, 509.1c); of those of being goaded, whether it attacks another
    /// player than the one who goaded it (701.15b).
    Obeys(creature: ObjectId, source: ObjectId, goaded: Option<bool>) =>
        [creature, " meets ", whose_requirement(source, creature == source), goaded.map(of_goading)],
        bears on &[Combat];
    /// A player of whom nothing is said has only one legal declaration of attackers (508.1d), or of blockers (509.1c).
    OnlyDeclaration(player: PlayerId, what: Fighting) =>
        [player, " can declare ", what.declared(), " in one way only (forced)"];
    /// There are requirements of what a player's creatures attack or block, and none can be obeyed (508.1d, 509.1c).
    NothingToObey(player: PlayerId) => [player, " can meet no requirement"];
    /// What a player's attacks or blocks cost is worked out, with so much generic mana (508.1h, 509.1d).
    CostLockedIn(player: PlayerId, generic: u16) =>
        ["the total cost that ", player, " pays is locked in", (generic > 0).then_some((", with {", generic, "} of mana"))];
    /// A player activates mana abilities for what attacks or blocks cost (508.1i, 509.1e).
    MakesManaFor(player: PlayerId) => [player, " activates mana abilities for that cost"];
    /// Of several players who are attacked, this one declares blockers (802.4).
    DeclaresBlockers(player: PlayerId) => [player, " declares blockers"];
    /// An object is attached already to what it would become attached to (701.3b).
    AlreadyAttached(object: ObjectId, to: Thing) =>
        [object, " is attached to ", to, " already: nothing happens"],
        bears on &[Attachment, Triggers], about [object];
    /// A player is the monarch already who would become it (725.1).
    AlreadyMonarch(player: PlayerId) => [player, " is the monarch already: nothing changes"];
    /// A spell that might be cast has no legal target, and can't be (608.2d).
    NoTargetFor(spell: ObjectId) => [spell, " can't be cast: there is no legal target for it"],
        idle Some(spell);
    /// A card can't be cast so, because the resulting spell would be none of those that the effect lets be cast.
    NoSuchSpell(card: ObjectId) =>
        [card, " can't be cast: the spell would not have the qualities that the effect asks for"],
        bears on &[Place], idle Some(card);
    /// A card can't be cast transformed, because it is no double-faced card and has no other face.
    NoOtherFace(card: ObjectId) =>
        [card, " can't be cast transformed: it is no double-faced card"],
        bears on &[Place], idle Some(card);
    /// The targets of a spell or ability stay as they are, since not all can be changed (115.7a).
    TargetsStay(spell: ObjectId) =>
        [spell, "'s targets are not changed: there is no other legal target for each of them"];
    /// A blocked creature stays blocked though nothing blocks it any more (509.1h).
    StaysBlocked(attacker: ObjectId) => [attacker, " stays blocked, though nothing blocks it any more"],
        bears on &[Combat];
    /// A blocked creature that nothing blocks any more assigns no combat damage (510.1c).
    AssignsNone(attacker: ObjectId) =>
        [attacker, " assigns no combat damage: it is blocked, and nothing blocks it"],
        bears on &[Combat];
    /// The player can't pay what they might (118.3); as something enters, for that.
    CantPay(player: PlayerId, entering: Option<ObjectId>) =>
        [player, " can't pay", entering.map(|entering| (" for ", entering))],
        idle None;
    /// An attacking creature without power assigns no combat damage (510.1a).
    HasNoPower(attacker: ObjectId) => [attacker, " assigns no combat damage: it would assign 0 or less"],
        bears on &[Combat];
    /// Another card of a melded or merged permanent has gone where that went (712.21, 730.3), or apart from it (903.9c).
    GoesAlong(card: ObjectId, permanent: ObjectId) =>
        [card, ", a component of ", permanent, ",", where_to(card, permanent)],
        bears on &[Place];
    /// The second card of what was a melded permanent goes to another zone than the first.
    GoesApart(card: ObjectId, permanent: ObjectId, zone: Zone) =>
        [card, " goes to ", zone.place(), ": it was a component of ", permanent],
        bears on &[Place];
    /// Objects can't be melded with each other, and stay where they are (701.42b, 701.42c).
    NotMelded(object: ObjectId) =>
        [object, " stays where it is: it can't be melded, for only the two cards of one meld pair can be"],
        bears on &[Place];
    /// The same, where one of them is a token (701.42b).
    NotMeldedWithToken(object: ObjectId, token: ObjectId) =>
        [object, " stays where it is: it can't be melded, for ", token, " is a token"],
        bears on &[Place],
        about [object];
    /// A spell or permanent is not bestowed any more (702.103e-g).
    NoLongerBestowed(object: ObjectId) => [object, " is no longer bestowed: it is a creature again"],
        bears on &[Status, Being, Attachment];
    /// A permanent that something has merged with is the object that it was, and has not entered (730.2b, 730.2c).
    SameObject(permanent: ObjectId) =>
        [permanent, " is the same object as before, and has not entered the battlefield"],
        bears on &[Place, Status, Being];
    /// No card represents a spell, so that it is not exiled encoded (702.99a).
    NoCard(spell: ObjectId) => [spell, " is not encoded: no card represents it"], bears on &[Place];
    /// A spell is not a mutating creature spell any more (702.140b).
    NoLongerMutating(spell: ObjectId) =>
        [spell, " is no longer a mutating creature spell: it resolves as a creature spell"],
        bears on &[Status, Being, Attachment];
    /// A permanent can't be turned face down or transform, or is face down already (708.2b, 712.9, 712.16).
    StaysAsItIs(permanent: ObjectId) => [permanent, " stays as it is"], bears on &[Status, Being, Attachment];
    /// A card of a type that can't enter or leave a zone remains where it is (400.4).
    RemainsIn(card: ObjectId, zone: Zone) => [card, " remains in ", zone.place()], bears on &[Place];
    /// A permanent doesn't untap in its controller's untap step (502.3); the source of the effect that says so.
    StaysTapped(permanent: ObjectId, by: ObjectId) => [permanent, kept_tapped_by(permanent, by)],
        bears on &[Status];
    /// No creature attacks, so that the steps for blocks and combat damage are skipped (508.8).
    NoAttackers => ["no creature attacks: the declare blockers and combat damage steps are skipped"];
    /// A mana ability of the object adds no mana for the player (106.5, 106.7, 605.2).
    NoMana(source: ObjectId, player: PlayerId) => [announced(source), " adds no mana for ", player];
    /// A player keeps unspent mana as a step or phase ends, by an effect of the object (500.5).
    KeepsMana(player: PlayerId, amount: ManaAmount, source: ObjectId) =>
        [player, " keeps unspent ", amount, " because of ", source];
    /// No creature blocks an attacking creature (509.1h).
    NothingBlocks(attacker: ObjectId) => ["nothing blocks ", attacker];
    /// A creature assigns its combat damage as though it weren't blocked (510.1b).
    AsThoughUnblocked(attacker: ObjectId) =>
        [attacker, " assigns its combat damage as though it weren't blocked"],
        bears on &[Combat];
    /// A mana ability's payment is taken as made.
    PaymentTaken(player: PlayerId) => [player, "'s payment of mana is taken as made"];
    /// The duration of the object's effect is over before the effect begins, so that it does nothing to the other (611.2b).
    NeverBegins(source: ObjectId, on: Option<ObjectId>) =>
        [source, "'s effect does nothing: its duration has ended before it could begin"];
    /// Two creatures become unpaired (702.95e).
    Unpaired(one: ObjectId, other: ObjectId) => [one, " and ", other, " become unpaired"];
    /// The damage event as a whole, with the life that is gained in it, does not reduce the player's life total as far as an effect
    /// asks for (120.4c).
    NotHeld(player: PlayerId) =>
        [player, "'s life total is not reduced that far: the same event also gains life"],
        idle None;
    /// A cost has been paid although other things happened than it asks for (118.11).
    PaidOtherwise(player: PlayerId) =>
        [player, " has paid the cost, although not all that it asks for has happened"];
    /// What the spell or ability asks for was not done, so that what depends on it isn't either (118.12).
    NotDone(source: ObjectId) => [source, " asks for something that has not been done"], idle Some(source);
    /// Two creatures do not fight, as what the object says would have them do: the one that could, and what keeps them from it (701.14b).
    NoFight(source: ObjectId, left: Option<ObjectId>, missing: Missing) =>
        [left, left.map_or("nothing fights: ", |_| " does not fight: "), missing],
        idle Some(source), about [source];
    /// Control of two permanents is not exchanged, as the object says: what keeps them from it (701.12a, 701.12b).
    NoExchange(source: ObjectId, missing: Missing) =>
        ["control is not exchanged: ", missing],
        idle Some(source), about [source];
    /// No mana of a type was spent to cast the spell, which is a copy (707.10).
    NotSpent(copy: ObjectId, mana: ManaType) =>
        ["no ", word_of(mana), " mana was spent on ", copy, ", which was not cast"];
    /// An object that is no longer what it was called is meant all the same (608.2k).
    StillMeant(object: ObjectId) => [object, " is affected although it is no longer what the ability calls it"],
        bears on &[Place];
    /// An Aura token is not created: it could not enchant what it would be attached to (303.4i), or anything (303.4g).
    NotCreated(host: Option<Thing>) =>
        ["no Aura token is created: ", host.map(|host| ("it can't enchant ", host)), nothing_to_enchant(host)],
        idle None;
    /// A permanent and a card are not exchanged, for it can't be done in full (701.12a).
    NotExchanged(permanent: ObjectId, card: ObjectId) =>
        [permanent, " and ", card, " are not exchanged: the whole exchange can't be completed"],
        bears on &[Place, Attachment, Control];
    /// A spell is announced to be kicked, so many times, with its kicker cost of this place among those that it has (702.33c–d).
    Kicked(spell: ObjectId, place: Option<u8>, times: u8) => [spell, " is ", kicked(spell, place, times)];
    /// The additional cost of a spell is to be paid which may be paid or not, so many times (601.2b).
    PaysAlso(spell: ObjectId, cost: Option<Symbol>, times: u8) =>
        [additional_cost(cost, 1), " of ", spell, " is to be paid", how_often(times)];
    /// No copy of it is made: what the copy would target is no legal target for it (707.10e).
    NotCopied(spell: ObjectId) =>
        [spell, " is not copied: what the copy would target is no legal target for it"],
        idle Some(spell);
    /// A triggered mana ability of it resolves at once (605.4a).
    ResolvesAtOnce(source: ObjectId) => [source, "'s triggered mana ability resolves at once, without the stack"];
    /// An ability of it does nothing: it speaks of a choice that was never made for it (607.5a).
    Undefined(object: ObjectId) =>
        [object, "'s ability does nothing: no choice was made for the ability that it is linked to"],
        bears on &[Being], idle Some(object);
    /// The object's effect gives no ability: nothing has one of those that it would give (702.1c).
    NothingToGive(source: ObjectId) => [source, "'s effect gives no ability: nothing that it looks at has any"],
        idle Some(source);
    /// A token is not created, since it can't enter; the source of the effect that says so (614.17d).
    NoToken(by: ObjectId) => ["no token is created: it can't enter the battlefield because of ", by],
        idle Some(by);
    /// No token is created that would be a copy of an instant or sorcery card: whose effect it is.
    NoTokenOfSpell(by: ObjectId) => [by, " creates no token: none can be a copy of an instant or sorcery card"],
        idle Some(by);
    /// What would be regenerated has left the battlefield already (614.4).
    TooLate(object: ObjectId) => [object, " has left the battlefield: it is too late to regenerate it"],
        bears on &[Place];
    /// Damage that the object has been dealt already is not prevented (615.4).
    DamageStays(object: ObjectId) =>
        [object, "'s damage stays: it was dealt before there was an effect to prevent it"],
        bears on &[Numbers];
    /// Something happened in the cleanup step, so that players get priority in it (514.3a).
    PriorityInCleanup => ["players get priority in this cleanup step, and there will be another one"];
    /// What would be put onto the battlefield or the stack under the control of a player who has left the game is not; nor is a
    /// token created, by this object, for such a player (800.4b).
    ForOneWhoLeft(object: ObjectId, player: PlayerId) =>
        [object, forgone(object), player, " has left the game"],
        bears on &[Place, Control];
    /// What a spell or ability says is for a player who has left the game, and nobody does it (609.3, 800.4a).
    NobodyLeft(of: ObjectId, player: PlayerId) =>
        ["nothing comes of what ", of, " says of ", player, ", who has left the game"],
        bears on &[Place, Status, Numbers], idle Some(of);
    /// A triggered ability of the object is not put onto the stack: the player who would control it has left the game (800.4d);
    /// what it would have been about, if it was about something.
    NotPutOnStack(object: ObjectId, player: PlayerId, about: Option<ObjectId>, called: Option<Called>, reflexive: Option<bool>) =>
        [waiting(object, called, reflexive), " is not put on the stack: ", player, " has left the game"],
        bears on &[Triggers], idle Some(object);
    /// The turn goes on without an active player, who has left the game (800.4j).
    NoActivePlayer(player: PlayerId) => ["the turn of ", player, " goes on without an active player"];
    /// The turn of a player who has left the game does not begin (800.4k).
    TurnNotBegun(player: PlayerId) => ["the turn of ", player, ", who has left the game, does not begin"];
    /// The creature assigns no combat damage to the player it attacks, who has left the game (800.4e).
    AssignsNoneTo(object: ObjectId, player: PlayerId) =>
        [object, " assigns no combat damage: ", player, " has left the game"],
        bears on &[Combat];
    /// What costs of loyalty counters add up to is nothing, so that the object keeps its loyalty (606.5).
    LoyaltyStays(object: ObjectId) => [object, " keeps its loyalty: the costs add up to 0"],
        bears on &[Numbers];
}
