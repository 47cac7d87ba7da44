//! Typical scenario files, as many as are wanted: always the same ones.

use std::fs;
use std::io;
use std::path::Path;

/// How many files stand in a folder.
const IN_A_FOLDER: usize = 100;

/// Removal, with where it puts a creature, by which rule.
const REMOVAL: [(&str, &str, &str); 3] = [
    ("Terminate", "NAP's graveyard", "701.8a"),
    ("Swords to Plowshares", "exile", "701.13a"),
    ("Unsummon", "NAP's hand", "400.7"),
];

/// Creatures without abilities of their own.
const CREATURES: [&str; 4] = ["Grizzly Bears", "Runeclaw Bear", "Hill Giant", "Gray Ogre"];

/// The text of the file of that number.
pub(crate) fn scenario(number: usize) -> String {
    let (spell, zone, rule) = REMOVAL[number % REMOVAL.len()];
    let creature = CREATURES[number / 3 % CREATURES.len()];
    let life = 1 + number % 20;
    match number % 4 {
        0 => format!(
            "scenario  {spell} on {creature}, {number}\nquestion  Where is the creature?\nrules     {rule}\nAP\n  \
             hand  {spell}\nNAP\n  life         {life}\n  battlefield  {creature}\n\nAP casts {spell} -> {creature}\nexpect {creature} \
             in {zone} [{rule}]\n"
        ),
        1 => format!(
            "scenario  A flicker in response, {number}\ntags      flicker\nAP\n  hand         Cloudshift\n  battlefield  \
             {creature}\nNAP\n  hand  Lightning Bolt\n\nNAP casts Lightning Bolt -> {creature}\nin response AP casts Cloudshift -> \
             {creature}\nexpect {creature} is a new object [400.7]\nexpect Lightning Bolt in NAP's graveyard\n"
        ),
        2 => format!(
            "scenario  Attack, {number}\nAP\n  battlefield  {creature}; Serra Angel\nNAP\n  life         20\n  battlefield  Storm \
             Crow\n\nAP attacks Serra Angel\nexpect NAP life 16\nexpect Serra Angel on the battlefield, untapped\n"
        ),
        _ => format!(
            "scenario  The ring comes home, {number}\nAP\n  hand  Banishing Light; Naturalize\nNAP\n  battlefield  {creature}\n\nAP \
             casts Banishing Light\n  target: {creature}\nexpect {creature} in exile\nAP casts Naturalize -> Banishing \
             Light\nexpect {creature}: battlefield > exile > battlefield [610.3]\n"
        ),
    }
}

/// Writes so many files below a folder.
pub(crate) fn write(folder: &Path, files: usize) -> io::Result<()> {
    for number in 0..files {
        let below = folder.join(format!("{:03}", number / IN_A_FOLDER));
        if number % IN_A_FOLDER == 0 {
            fs::create_dir_all(&below)?;
        }
        fs::write(below.join(format!("{number:05}.scn")), scenario(number))?;
    }
    Ok(())
}
