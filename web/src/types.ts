// What `/api/play` answers: schema/played-v1.json.

export interface Document {
  schema: string;
  edition: string;
  scenarios: Played[];
}

export interface Played {
  file: string;
  title: string;
  question?: string;
  prose?: string;
  verdict: string;
  players: string[];
  viewer?: string;
  answers: Answer[];
  users_cards?: { name: string }[];
  faults?: Fault[];
  open?: Open;
  steps: Step[];
  boards: Board[];
  cards: Card[];
  rules: Record<string, string>;
  cut_short?: true;
}

export interface Answer {
  sentence: string;
  because?: string;
  rules: string[];
  state: "asked" | "as expected" | "not as expected" | "todo";
  line?: number;
  step?: number;
  after: number;
}

export interface Step {
  number?: string;
  depth: number;
  subject: string;
  became?: string;
  why?: string;
  rules: string[];
  board: number;
  about?: number[];
  moves?: true;
}

export interface Place {
  line: number;
  column: number;
  end_line: number;
  end_column: number;
}

export interface Fault {
  code: string;
  severity: "error" | "warning";
  message: string;
  place?: Place;
  label?: string;
  help?: string[];
  rules?: string[];
}

export interface Edit {
  line: number;
  column: number;
  text: string;
  takes?: number;
}

export interface Open {
  player?: string;
  kind: string;
  asks: string;
  rules: string[];
  line: number;
  answers: { words: string; edit?: Edit; labels?: Edit[] }[];
  left_out?: number;
}

export interface Board {
  turn: number;
  step: string;
  active: string;
  priority?: string;
  ended?: string;
  players: Seat[];
  stack?: number[];
  exile?: { why?: string; face_down?: true; cards: number[] }[];
  command?: number[];
  ante?: number[];
}

export interface Seat {
  name: string;
  life: number;
  counters?: [string, number][];
  mana?: string;
  gone?: true;
  hand?: number[];
  library?: number[];
  endless_after?: number;
  battlefield?: number[][];
  graveyard?: number[];
}

export interface Card {
  number: number;
  name: string;
  cost?: string;
  colors?: string;
  types?: string;
  power?: number;
  toughness?: number;
  keywords?: string[];
  text?: string[];
  sort?: string;
  face_down?: true;
  tapped?: true;
  phased_out?: true;
  damage?: number;
  counters?: [string, number][];
  attached_to?: string;
  attacks?: string;
  blocks?: string[];
  linked?: string[];
  targets?: string[];
  remarks?: string[];
  owner?: string;
  controller?: string;
  may_look?: string[];
}

export interface Words {
  head: [string, string][];
  player_lines: [string, string][];
  zones: [string, string][];
  steps: [string, string][];
  choices: [string, string][];
  formats: [string, string][];
  verbs: string[];
  statements: [string, string][];
  events: [string, string][];
  expectations: [string, string][];
  facts: [string, string][];
  questions: [string, string][];
  announcements: [string, string][];
  ways: string[];
}

export interface RulePage {
  rule: string;
  heading?: string | null;
  gist?: string | null;
  text?: string[] | null;
  above: RulePage[];
  beside: RulePage[];
  under: RulePage[];
}

export interface Listed {
  found: number;
  folders: [string, number][];
  scenarios: { file: string; line: number; title: string; question?: string; rules?: string[]; tags?: string[] }[];
}

// What `/api/quiz` answers: web/API.md.

export interface Asked {
  file: string;
  title: string;
  topic: string;
  level: number;
  words: string;
  shape: "yes or no" | "one" | "number" | "size" | "order";
  hint: string;
  choices?: string[];
  scene: string;
  board: Played;
}

export interface Judged {
  right: boolean;
  said: string;
  played: Played;
}

export interface Wrong {
  file: string;
  title: string;
  words: string;
  asked: number;
  wrong: number;
}

export interface Recorded {
  kept: boolean;
  asked: number;
  wrong: Wrong[];
}

export interface CourseEntry {
  file: string;
  title: string;
  about: string;
  steps: number;
}

export interface Exercise {
  task: string;
  scene: string;
  hints: string[];
}

export interface CourseStep {
  part?: string;
  text?: string;
  ruling?: { file: string | null; title: string | null };
  write?: Exercise;
}

export interface Course {
  title: string;
  about: string;
  steps: CourseStep[];
}
