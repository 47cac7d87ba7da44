//! CR 702: Keyword Abilities. The table of them, in the order of the book: a row for each that a rule of the game looks at, or that gives a
//! way of casting a spell. One that stands for other words alone has its file in `rules/keywords/` in the place of a row.

use crate::ir::KeywordName;

use super::ways::Way;
use super::{
    aftermath, awaken, bestow, blitz, cleave, dash, disguise, disturb, emerge, escape, evoke, flashback,
    foretell, freerunning, fuse, harmonize, impending, jump_start, mayhem, more_than_meets_the_eye, morph,
    mutate, offering, overload, plot, prototype, prowl, retrace, sneak, spectacle, surge, warp, web_slinging,
};

/// A keyword.
pub(super) struct Row {
    keyword: KeywordName,
    /// Its section of the book.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test compares it with the index of the book"))]
    section: &'static str,
    /// The ways of casting a spell that it gives.
    ways: &'static [&'static Way],
}

/// A keyword of which no ability says what it means: the code of some rule asks for it.
const fn looked_at(keyword: KeywordName, section: &'static str) -> Row {
    cast(keyword, section, &[])
}

/// A keyword that gives ways of casting a spell. What it means besides may stand in its file.
const fn cast(keyword: KeywordName, section: &'static str, ways: &'static [&'static Way]) -> Row {
    Row { keyword, section, ways }
}

static ROWS: [Row; 90] = [
    looked_at(KeywordName::Deathtouch, "702.2"),
    looked_at(KeywordName::Defender, "702.3"),
    looked_at(KeywordName::DoubleStrike, "702.4"),
    looked_at(KeywordName::Enchant, "702.5"),
    looked_at(KeywordName::FirstStrike, "702.7"),
    looked_at(KeywordName::Flash, "702.8"),
    looked_at(KeywordName::Flying, "702.9"),
    looked_at(KeywordName::Haste, "702.10"),
    looked_at(KeywordName::Hexproof, "702.11"),
    looked_at(KeywordName::Indestructible, "702.12"),
    looked_at(KeywordName::Intimidate, "702.13"),
    looked_at(KeywordName::Landwalk, "702.14"),
    looked_at(KeywordName::Lifelink, "702.15"),
    looked_at(KeywordName::Protection, "702.16"),
    looked_at(KeywordName::Reach, "702.17"),
    looked_at(KeywordName::Shroud, "702.18"),
    looked_at(KeywordName::Trample, "702.19"),
    looked_at(KeywordName::TrampleOverPlaneswalkers, "702.19"),
    looked_at(KeywordName::Vigilance, "702.20"),
    looked_at(KeywordName::Banding, "702.22"),
    looked_at(KeywordName::Phasing, "702.26"),
    looked_at(KeywordName::Shadow, "702.28"),
    looked_at(KeywordName::Cycling, "702.29"),
    looked_at(KeywordName::Horsemanship, "702.31"),
    looked_at(KeywordName::Kicker, "702.33"),
    looked_at(KeywordName::Multikicker, "702.33"),
    cast(KeywordName::Flashback, "702.34", &[&flashback::WAY]),
    looked_at(KeywordName::Fear, "702.36"),
    cast(KeywordName::Morph, "702.37", &[&morph::WAY, &morph::FACE_DOWN]),
    cast(KeywordName::Megamorph, "702.37", &[&morph::MEGAMORPH]),
    looked_at(KeywordName::Splice, "702.47"),
    cast(KeywordName::Offering, "702.48", &[&offering::WAY]),
    looked_at(KeywordName::Convoke, "702.51"),
    looked_at(KeywordName::SplitSecond, "702.61"),
    looked_at(KeywordName::Delve, "702.66"),
    cast(KeywordName::Evoke, "702.74", &[&evoke::WAY]),
    cast(KeywordName::Prowl, "702.76", &[&prowl::WAY]),
    looked_at(KeywordName::Wither, "702.80"),
    cast(KeywordName::Retrace, "702.81", &[&retrace::WAY]),
    looked_at(KeywordName::Rebound, "702.88"),
    looked_at(KeywordName::Infect, "702.90"),
    cast(KeywordName::Overload, "702.96", &[&overload::WAY]),
    looked_at(KeywordName::Cipher, "702.99"),
    cast(KeywordName::Fuse, "702.102", &[&fuse::WAY]),
    cast(KeywordName::Bestow, "702.103", &[&bestow::WAY]),
    looked_at(KeywordName::HiddenAgenda, "702.106"),
    looked_at(KeywordName::DoubleAgenda, "702.106"),
    cast(KeywordName::Dash, "702.109", &[&dash::WAY]),
    looked_at(KeywordName::Menace, "702.111"),
    cast(KeywordName::Awaken, "702.113", &[&awaken::WAY]),
    cast(KeywordName::Surge, "702.117", &[&surge::WAY]),
    looked_at(KeywordName::Skulk, "702.118"),
    cast(KeywordName::Emerge, "702.119", &[&emerge::WAY]),
    looked_at(KeywordName::Escalate, "702.120"),
    looked_at(KeywordName::Partner, "702.124"),
    looked_at(KeywordName::Improvise, "702.126"),
    cast(KeywordName::Aftermath, "702.127", &[&aftermath::WAY]),
    looked_at(KeywordName::Ascend, "702.131"),
    looked_at(KeywordName::Assist, "702.132"),
    cast(KeywordName::JumpStart, "702.133", &[&jump_start::WAY]),
    cast(KeywordName::Spectacle, "702.137", &[&spectacle::WAY]),
    cast(KeywordName::Escape, "702.138", &[&escape::WAY]),
    looked_at(KeywordName::Companion, "702.139"),
    cast(KeywordName::Mutate, "702.140", &[&mutate::WAY]),
    cast(KeywordName::Foretell, "702.143", &[&foretell::WAY]),
    looked_at(KeywordName::Daybound, "702.145"),
    looked_at(KeywordName::Nightbound, "702.145"),
    cast(KeywordName::Disturb, "702.146", &[&disturb::WAY]),
    cast(KeywordName::Cleave, "702.148", &[&cleave::WAY]),
    looked_at(KeywordName::Compleated, "702.150"),
    cast(KeywordName::Blitz, "702.152", &[&blitz::WAY]),
    looked_at(KeywordName::ReadAhead, "702.155"),
    looked_at(KeywordName::SpaceSculptor, "702.158"),
    cast(KeywordName::Prototype, "702.160", &[&prototype::WAY]),
    cast(KeywordName::MoreThanMeetsTheEye, "702.162", &[&more_than_meets_the_eye::WAY]),
    looked_at(KeywordName::Toxic, "702.164"),
    cast(KeywordName::Disguise, "702.168", &[&disguise::WAY]),
    cast(KeywordName::Plot, "702.170", &[&plot::WAY]),
    looked_at(KeywordName::Spree, "702.172"),
    cast(KeywordName::Freerunning, "702.173", &[&freerunning::WAY]),
    looked_at(KeywordName::Gift, "702.174"),
    cast(KeywordName::Impending, "702.176", &[&impending::WAY]),
    looked_at(KeywordName::StartYourEngines, "702.179"),
    cast(KeywordName::Harmonize, "702.180", &[&harmonize::WAY]),
    looked_at(KeywordName::Tiered, "702.183"),
    cast(KeywordName::Warp, "702.185", &[&warp::WAY]),
    cast(KeywordName::Mayhem, "702.187", &[&mayhem::WAY]),
    cast(KeywordName::WebSlinging, "702.188", &[&web_slinging::WAY]),
    cast(KeywordName::Sneak, "702.190", &[&sneak::WAY]),
    looked_at(KeywordName::Storied, "702.195"),
];

/// Whether a rule of the game looks at the keyword, so that it is played though it stands for no other words.
pub(super) fn is_looked_at(keyword: KeywordName) -> bool {
    ROWS.iter().any(|row| row.keyword == keyword)
}

/// All ways of casting a spell that keywords give.
pub(super) fn ways() -> impl Iterator<Item = &'static Way> {
    ROWS.iter().flat_map(|row| row.ways.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::super::meanings;
    use super::ROWS;
    use crate::ir::KeywordName;
    use crate::rules::RuleId;

    /// Sections whose keyword the form does not name (forecast, boast, visit, solved, exhaust, max speed, infinity, power-up). It stands before an ability, which
    /// says in its own terms what it means, or can't be read.
    const NAMELESS: [&str; 8] =
        ["702.57", "702.142", "702.159", "702.169", "702.177", "702.178", "702.186", "702.193"];

    /// The section that a keyword is the heading of, or part of the heading, or that it varies.
    fn is_of(keyword: KeywordName, section: &str) -> bool {
        let heading = RuleId::parse(section).and_then(RuleId::heading).unwrap_or_default().to_lowercase();
        let of_morph = keyword == KeywordName::Megamorph && heading == "morph";
        let of_kicker = keyword == KeywordName::Multikicker && heading == "kicker";
        let alike = heading.split(" and ").any(|part| part == keyword.word());
        let of_hidden_agenda = keyword == KeywordName::DoubleAgenda && heading == "hidden agenda";
        let varies = keyword.word().strip_prefix(&*heading).is_some_and(|rest| rest.starts_with(' '));
        heading == keyword.word() || alike || varies || of_morph || of_kicker || of_hidden_agenda
    }

    #[test]
    fn every_row_stands_in_its_section() {
        let wrong: Vec<_> = ROWS.iter().filter(|row| !is_of(row.keyword, row.section)).collect();
        let wrong: Vec<&str> = wrong.iter().map(|row| row.keyword.word()).collect();
        assert_eq!(wrong, [""; 0]);
    }

    #[test]
    fn every_keyword_has_a_row_or_a_file() {
        for keyword in KeywordName::ALL {
            let rows: Vec<_> = ROWS.iter().filter(|row| row.keyword == *keyword).collect();
            let filed = meanings::rule(*keyword).is_some();
            // One with a file has a row only for the ways of casting a spell that it gives.
            let fits = match rows.as_slice() {
                [] => filed,
                [row] => !filed || !row.ways.is_empty(),
                _ => false,
            };
            assert!(fits, "{}: {} rows, a file: {filed}", keyword.word(), rows.len());
        }
    }

    #[test]
    fn every_section_of_the_book_is_played() {
        let keywords = RuleId::parse("702").map(RuleId::children).into_iter().flatten();
        // The first section says what keyword abilities are.
        for section in keywords.skip(1).map(RuleId::as_str) {
            let its_rule = |rule: RuleId| rule.parent().is_some_and(|parent| parent.as_str() == section);
            let filed = KeywordName::ALL.iter().any(|its| meanings::rule(*its).is_some_and(its_rule));
            let known = filed || ROWS.iter().any(|row| row.section == section);
            assert_ne!(known, NAMELESS.contains(&section), "{section}");
        }
    }
}
