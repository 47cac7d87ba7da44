//! `headjudge ask`, and `run --ask`: what is left open is asked of whoever sits there. Here lines come from no terminal.

use crate::Folder;

const EDICT: &str = "scenario  An edict\nAP\n  hand         Lightning Bolt\n  battlefield  Liliana of the Veil [loyalty 3]\nNAP\n  battlefield  Grizzly Bears; Serra Angel\n\nAP activates Liliana of the Veil -2 -> NAP\nAP casts Lightning Bolt\n";

#[test]
fn a_question_needs_no_file() {
    let folder = Folder::empty("ask");
    let ended = folder.typed(
        &["ask"],
        "AP hand Cloudshift\nAP battlefield Grizzly Bears\nNAP hand Lightning Bolt\nNAP casts Lightning Bolt -> Grizzly Bears\n\
         in response AP casts Cloudshift -> Grizzly Bears\nask Grizzly Bears\nsave flicker\n",
    );
    assert_eq!((ended.code, ended.errors.as_str()), (0, ""));
    // What each line has brought about, and then the answer alone.
    for part in [
        "Answer: Grizzly Bears is in AP's graveyard",
        "  because Grizzly Bears#6 is put onto the battlefield by Cloudshift#5 (step 6.2), and before that Grizzly\n",
        "flicker.scn written",
    ] {
        assert!(ended.out.contains(part), "{part}: {}", ended.out);
    }
    assert_eq!(folder.headjudge(&["fmt", "--check", "flicker.scn"]).code, 0);
    assert_eq!(folder.headjudge(&["run", "flicker.scn"]).code, 0);
    // No other file is written over.
    folder.write("mine.scn", "mine");
    folder.typed(&["ask"], "AP battlefield Forest\nask Forest\nsave mine\n");
    assert_eq!(folder.read("mine.scn"), "mine");
}

#[test]
fn a_fault_is_shown_and_the_session_goes_on() {
    let folder = Folder::empty("ask-fault");
    let lines = "AP battlefield Grizly Bears\nAP battlefield Grizzly Bears\nAP casts Nonsense\nNAP life 7\nask NAP life\nundo\nshow\n";
    let ended = folder.typed(&["ask"], lines);
    for part in
        ["did you mean `Grizzly Bears`?", "the line was not taken", "Answer: NAP has 7 life", "taken back"]
    {
        assert!(ended.out.contains(part), "{part}: {}", ended.out);
    }
    assert!(ended.out.ends_with("AP\n  battlefield Grizzly Bears\nNAP\n  life 7\n"), "{}", ended.out);
}

#[test]
fn an_open_choice_is_asked_there_and_then() {
    let folder = Folder::empty("ask-open");
    folder.write("edict.scn", EDICT);
    // By number and by name; what is no answer is asked again.
    let ended = folder.typed(&["run", "-q", "--ask", "edict.scn"], "7\nSerra Angel\n3\ny\n");
    assert_eq!(ended.code, 0, "{}", ended.out);
    for part in [
        "NAP must choose what to sacrifice for `Liliana of the Veil` [608.2d]\n  1  Grizzly Bears\n  2  Serra Angel\n",
        "a number from 1 to 2",
    ] {
        assert!(ended.out.contains(part), "{part}: {}", ended.out);
    }
    let text = folder.read("edict.scn");
    assert!(
        text.contains(
            "-> NAP\n  NAP sacrifice Liliana of the Veil: Serra Angel\nAP casts Lightning Bolt -> "
        ),
        "{text}"
    );
    // What is not to be written is not, and what nobody answers stays open.
    folder.write("edict.scn", EDICT);
    assert_eq!(folder.typed(&["run", "-q", "--ask", "edict.scn"], "1\n1\nn\n").code, 0);
    assert_eq!(folder.typed(&["run", "-q", "--ask", "edict.scn"], "").code, 4);
    assert_eq!(folder.read("edict.scn"), EDICT);
}

#[test]
fn a_scenario_or_a_card_can_be_pasted() {
    let folder = Folder::empty("ask-pasted");
    let pasted = "scenario  Pasted\nAP\n  hand  Forest\n\nask Forest\nask nonsense\n";
    let ended = folder.typed(&["ask"], &format!("{pasted}show\n"));
    assert!(ended.out.contains("Forest is in AP's hand"), "{}", ended.out);
    assert!(ended.out.contains("no card named `nonsense`"), "{}", ended.out);
    assert!(ended.out.contains("scenario  Pasted\nAP\n  hand  Forest\n"), "{}", ended.out);
    // Another one begins anew, and nothing of the first is lost.
    let ended =
        folder.typed(&["ask"], &format!("{pasted}scenario  Another\nask AP life\nundo\nundo\nshow\n"));
    assert!(ended.out.contains("another scenario begins"), "{}", ended.out);
    assert!(ended.out.contains("scenario  Pasted"), "{}", ended.out);
    let card = "card Hexing Heron\n  text\n    {1}{U}\n    Creature — Bird\n    1/3\n    Flying\n";
    let ended =
        folder.typed(&["ask"], &format!("{card}AP battlefield Hexing Heron\nask Hexing Heron has flying\n"));
    assert!(ended.out.contains("yes: Hexing Heron has flying"), "{}", ended.out);
}

#[test]
fn words_in_capitals_are_taken_and_what_is_meant_is_named() {
    let folder = Folder::empty("ask-words");
    let board =
        "AP battlefield Dryad Arbor; Serra Angel; Urborg, Tomb of Yawgmoth\nNAP exile Brazen Borrower\n";
    let asked = |line: &str| folder.typed(&["ask"], &format!("{board}{line}\n")).out;
    for (line, part) in [
        ("ask Who controls Serra Angel", "Answer: AP controls Serra Angel"),
        ("ask Why did Serra Angel die", "that is not so: Serra Angel is on the battlefield"),
        ("ask serra angel is white", "yes: Serra Angel is white"),
        ("ask petty theft", "nothing is called Petty Theft now"),
        // Something on this board before all other cards.
        ("ask urborg", "did you mean `Urborg, Tomb of Yawgmoth`?"),
        ("ask Dryad Arbour", "did you mean `Dryad Arbor`?"),
        ("ask the stack", "write `ask stack`"),
        ("ask AP's hand", "write `ask AP`"),
        ("ask AP's graveyard", "write how many you expect: `ask 2 cards in AP's graveyard`"),
        ("ask Carol life", "no player is called `Carol`: the players are `AP`, `NAP`"),
        ("ask Serra Angel died", "`died` says nothing about an object"),
    ] {
        let out = asked(line);
        assert!(out.contains(part), "{line}: {out}");
    }
}
