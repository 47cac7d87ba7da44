#!/usr/bin/env python3
"""Draws official rulings about playable cards, to be played as scenarios.

    tests/data/draw-rulings.py ../shared/cards/rulings.jsonl.gz 20261128 200 > drawn.tsv

The seed and the size are numbers; the same file, ledger and seed give the same draw with any Python. Printed are the card, the
day and the ruling's place among those of the day, as a scenario names it in its `source` line. The texts stay outside. Rulings
of Basic lands and repeats of one text on several cards are drawn once.
A fourth argument is a file of card names, one a line: only rulings about these are drawn.
"""

import gzip
import json
import pathlib
import sys

from splitmix import generator

LEDGER = pathlib.Path(__file__).parents[2] / "library" / "ledger.tsv"


def main():
    path, seed, size = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    only = set(pathlib.Path(sys.argv[4]).read_text(encoding="utf-8").splitlines()) if sys.argv[4:] else None
    with open(LEDGER, encoding="utf-8") as lines:
        ledger = dict(line.rstrip("\n").split("\t") for line in lines)
    rulings, places, texts = [], {}, set()
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for ruling in map(json.loads, lines):
            day = (ruling["name"], ruling["date"])
            places[day] = places.get(day, 0) + 1
            text = ruling["text"].replace(ruling["name"], "~")
            wanted = only is None or ruling["name"] in only
            if wanted and ledger.get(ruling["name"]) == "playable" and text not in texts:
                texts.add(text)
                rulings.append((*day, places[day]))
    numbers = generator(seed)
    drawn = []
    while len(drawn) < min(size, len(rulings)):
        ruling = rulings[next(numbers) % len(rulings)]
        if ruling not in drawn:
            drawn.append(ruling)
    for name, date, place in drawn:
        print(f"{name}\t{date}#{place}")


if __name__ == "__main__":
    main()
