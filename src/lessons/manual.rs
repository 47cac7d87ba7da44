//! The reference of courses.

/// What `headjudge help courses` prints.
pub const fn manual() -> &'static str {
    "\
Courses

A course is a text file whose name ends in `.course`: scenarios in an order, words between them, and exercises. `headjudge quiz FILE`
goes through it: it asks of each scenario before it shows what comes of it, and plays what one writes. So does the page `/quiz` of
`headjudge serve FOLDER`, with the courses and scenarios of that folder and of those in it. One statement a line; a line
indented with blanks belongs to the line above it; a line that begins with `#` is a comment.

  course    Responding
  about     For who knows what a spell is, and wants to know when.

  part      The stack
  text      What was cast last resolves first. A paragraph may
            go on in indented lines.
  ruling    ../scenarios/stack/last-in-first-out.scn
  write     Respond so that the Bears survive.
    hint    Three damage kills what has three toughness or less.
    answer  in response AP casts Giant Growth -> Grizzly Bears
    wrong   in response AP casts Shock -> Grizzly Bears
    play
      scenario  The Bears survive
      AP
        hand         Giant Growth; Shock
        battlefield  Grizzly Bears
      NAP
        hand         Lightning Bolt
      NAP casts Lightning Bolt -> Grizzly Bears
      ...
      expect Grizzly Bears on the battlefield

  course TITLE      the first line
  about WORDS       what the course is about, and for whom
  part TITLE        a heading
  text WORDS        a paragraph
  ruling FILE       a scenario file, from the folder of the course; the first scenario in it is asked
    scenario TITLE  another scenario of that file
  write TASK        an exercise: a scenario with a line missing; the task is one line
    hint WORDS      what helps, told when asked for; may be repeated
    answer LINE     what does it; several lines stand indented under `answer`; each `answer` is a way of its own
    wrong LINE      what one might think of, and does not do it
    play            the scenario stands indented under it, with `...` where the learner writes

An exercise is done when all is as its scenario expects. Only what players do and choose can be written into the gap: no
expectation, no event, nothing about the board. Each `answer` has to do it, and no `wrong`; with nothing written it isn't done.
"
}
