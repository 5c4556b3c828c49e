// Made by tools/api_types.py from the models in src/gokan/serve/messages.

export interface Access {
  open: boolean;
  version: string;
}

export interface Action {
  /** New for every action; a retry brings the same, and is not done twice. */
  request: string;
  /** Of the game as the asker saw it; else 409. */
  revision: number;
  do: "play" | "undo" | "resign" | "toggle-dead" | "agree" | "go-on";
  /** For play and toggle-dead. */
  vertex?: string | null;
}

export interface Candidate {
  vertex: string;
  visits: number;
  win: number;
  lead: number;
  stdev: number;
  prior: number;
  /** Points less than the best, for the side to move. */
  loss: number;
  line: string[];
}

export interface DeckInfo {
  deck: "made" | "book" | "mistake";
  every: number;
  /** Never answered. */
  new: number;
  /** To be asked again by now. */
  due: number;
  /** That cannot be asked. */
  unfit: number;
}

export interface EvidenceTold {
  source: string;
  says: string;
  detail: string;
  chance: number | null;
  certainty: string;
}

export interface Failure {
  error: string;
  code: "invalid" | "locked" | "forbidden" | "missing" | "revision" | "busy" | "too-large" | "failed";
}

export interface Folder {
  name: string;
  done: number;
  of: number;
  new: number;
  known: number;
  /** The latest, a sentence each. */
  troubles: string[];
  /** Files with something wrong. */
  bad: number;
  over: boolean;
}

export interface GameList {
  games: GameSummary[];
  more: boolean;
  /** Games in the library. */
  all: number;
}

export interface GameState {
  id: string;
  kind: "play" | "record";
  title: string;
  revision: number;
  width: number;
  height: number;
  rules: string;
  komi: number;
  handicap: number;
  black: SeatInfo;
  white: SeatInfo;
  setup_black: string[];
  setup_white: string[];
  first: "black" | "white";
  moves: Move[];
  to_play: "black" | "white";
  phase: "playing" | "counting" | "over";
  captured_by_black: number;
  captured_by_white: number;
  dead: string[];
  /** While it is counted, and after. */
  score: ScoreInfo | null;
  result: string;
  /** Is a program choosing its move? */
  thinking: boolean;
  /** Why a program could not move; else empty. */
  trouble: string;
}

export interface GameSummary {
  id: string;
  kind: "play" | "record";
  title: string;
  black: SeatInfo;
  white: SeatInfo;
  width: number;
  height: number;
  moves: number;
  result: string;
  date: string;
  event: string;
  /** The file it came from. */
  source: string;
  /** Seconds since 1970. */
  changed: number;
}

export interface GroupInfo {
  color: "black" | "white";
  stones: string[];
  /** A stone of its largest block. */
  name: string;
  word: "alive" | "dead" | "unsettled" | "ko" | "seki" | "open";
  certainty: string;
  /** That the stones still stand at the end. */
  chance: number;
  /** A stone of the dead group in whose eye space it is. */
  kills: string | null;
}

export interface GroupTold {
  group: GroupInfo;
  evidence: EvidenceTold[];
  /** Its owner first, then the other side. */
  readings: ReadingTold[];
  effort: string;
  command: string;
}

export interface Groups {
  groups: GroupInfo[];
  effort: string;
  /** What says it again on a command line. */
  command: string;
}

export interface ImportAsk {
  files: ImportFile[];
}

export interface ImportFile {
  /** As people know it; it opens nothing. */
  name: string;
  /** What is in it, in Base64. */
  data: string;
}

export interface Imported {
  files: ImportedFile[];
}

export interface ImportedFile {
  name: string;
  /** Its games in the library. */
  games: string[];
  /** How many of them were not there before. */
  new: number;
  /** What was wrong with it; else empty. */
  trouble: string;
}

export interface Key {
  key: string;
}

export interface LensAsk {
  /** After so many moves of the game. */
  at: number;
  /** Moves from there that were not played. */
  line?: string[];
  lens: "influence" | "strength";
}

export interface LensTold {
  title: string;
  certainty: string;
  note: string;
  /** A letter for each point, as in reviews. */
  map: string;
}

export interface LibraryAsk {
  game: string;
  at: number;
  /** Moves from there that were not played. */
  line?: string[];
}

export interface LibraryGame {
  game: GameSummary;
  /** After so many moves. */
  at: number;
}

export interface LibraryMove {
  /** None: the games ended there or go beyond. */
  vertex: string | null;
  games: number;
  black: number;
  white: number;
}

export interface LibrarySeen {
  games: number;
  black: number;
  white: number;
  moves: LibraryMove[];
  examples: LibraryGame[];
}

export interface Look {
  game: string;
  at: number;
  line: string[];
  visits: number;
  win: number;
  lead: number;
  stdev: number;
  certainty: string;
  candidates: Candidate[];
  ownership: number[];
  /** Deep enough: it is not searched further. */
  done: boolean;
}

export interface Message {
}

export interface MistakesAdded {
  mistakes: number;
  new: number;
}

export interface MistakesAsk {
  color: "black" | "white";
}

export interface Move {
  color: "black" | "white";
  vertex: string;
  /** Why, where the mover said so. */
  reason: string;
}

export interface NewGame {
  /** New for every action; a retry brings the same, and is not done twice. */
  request: string;
  size?: number;
  rules?: string;
  komi?: number | null;
  handicap?: number;
  black?: SeatAsk;
  white?: SeatAsk;
}

export interface PlaceAsk {
  /** After so many moves of the game. */
  at: number;
  /** Moves from there that were not played. */
  line?: string[];
}

export interface PlayerInfo {
  name: string;
  about: string;
  /** What each level from 1 up does; empty without levels. */
  levels: string[];
}

export interface Players {
  players: PlayerInfo[];
  rules: string[];
}

export interface PractiseAsk {
  /** After so many moves of the game. */
  at: number;
  /** Moves from there that were not played. */
  line?: string[];
  /** Such as "D4" (no I), or "pass". */
  stone: string;
  /** Who moves. */
  first: "black" | "white";
}

export interface ProblemAnswer {
  outcome: "right" | "solved" | "wrong" | "undecided";
  certainty: string;
  vertex: string;
  /** The other side's answer, where there is one. */
  reply: string | null;
  /** What follows, the reply first. */
  line: string[];
  /** It is wrong because it only leads to a ko. */
  ko: boolean;
  /** Of a mistake's problem: what the move loses against the best. */
  loss: number | null;
  best: string | null;
  /** Of a mistake's problem: what the move does. */
  said: Sentence[];
}

export interface ProblemFile {
  name: string;
  new: number;
  known: number;
  /** What was wrong with it; else empty. */
  trouble: string;
}

export interface ProblemFiles {
  files: ImportFile[];
}

export interface ProblemMove {
  /** New for every action; a retry brings the same, and is not done twice. */
  attempt: string;
  /** All moves from the start, both sides', the one to judge last. */
  line: string[];
  hinted?: boolean;
}

export interface ProblemNext {
  /** Made for one's level, from one's files, or one's own mistakes. */
  deck?: "made" | "book" | "mistake";
  /** Not this one. */
  skip?: string | null;
}

export interface ProblemShow {
  /** New for every action; a retry brings the same, and is not done twice. */
  attempt: string;
  line?: string[];
  /** Show the moves; the attempt has failed. Else a hint. */
  give_up: boolean;
}

export interface ProblemShown {
  moves: string[];
}

export interface ProblemState {
  id: string;
  deck: "made" | "book" | "mistake";
  title: string;
  /** What the file says. */
  comment: string;
  width: number;
  height: number;
  black: string[];
  white: string[];
  to_play: "black" | "white";
  /** Better than what was played. */
  goal: "live" | "kill" | "better";
  /** Stones it is about, one of the largest block first. */
  target: string[];
  /** The logarithm to base two of the nodes that reading it took. */
  level: number;
  /** Has it been asked before? */
  again: boolean;
  /** The game in which the mistake was made. */
  game: string | null;
  /** Moves before it. */
  at: number;
  /** The mistake. */
  played: string | null;
  /** Points that it lost, as the review says. */
  loss: number | null;
  /** The move before it. */
  last: string | null;
}

export interface ProblemSummary {
  decks: DeckInfo[];
  solved: number;
  failed: number;
  /** How hard new ones are that are made. */
  level: number;
}

export interface ProblemsBrought {
  files: ProblemFile[];
}

export interface ReadLine {
  line: string[];
  works: boolean;
  certainty: string;
}

export interface ReadingTold {
  first: "black" | "white";
  goal: "live" | "kill";
  result: "win" | "loss" | "ko" | "unknown";
  /** It reaches its goal without a move. */
  needless: boolean;
  /** Empty where the result is unknown. */
  certainty: string;
  text: string;
  lines: ReadLine[];
}

export interface ReviewAsk {
  /** New for every action; a retry brings the same, and is not done twice. */
  request: string;
  level?: "quick" | "usual" | "deep";
}

export interface ReviewInfo {
  id: string;
  game: string;
  level: string;
  state: "waiting" | "running" | "done" | "stopped" | "failed";
  stage: string;
  share: number;
  /** Is there something to read already? */
  readable: boolean;
  reason: string;
}

export interface ReviewList {
  reviews: ReviewInfo[];
}

export interface ScoreInfo {
  black: number;
  white: number;
  result: string;
  /** Of each point, row by row from the top: 0, 1 or 2. */
  owner: number[];
}

export interface SeatAsk {
  player?: string;
  /** 0: as strong as it is. */
  level?: number;
  /** A person's name. */
  name?: string;
}

export interface SeatInfo {
  player: string;
  level: number;
  name: string;
}

export interface Sentence {
  text: string;
  certainty: string;
}

export interface StoneAsk {
  /** After so many moves of the game. */
  at: number;
  /** Moves from there that were not played. */
  line?: string[];
  /** Such as "D4" (no I), or "pass". */
  stone: string;
}

export interface Tried {
  vertex: string;
  to_play: "black" | "white";
  value: Candidate;
  best: Candidate;
  /** How the other side answers, and what follows. */
  reply: string[];
  loss: number;
  /** Behind each of the two values. */
  visits: number;
  certainty: string;
  /** What the move does. */
  does: Sentence[];
  /** What the other side's answer does. */
  answer: Sentence[];
  /** What says it again on a command line. */
  command: string;
}

export interface TryAsk {
  at: number;
  /** Moves from there that were not played. */
  line?: string[];
  /** Such as "D4" (no I), or "pass". */
  vertex: string;
  /** What the asker sees as the best, to compare it with. */
  best?: string | null;
  visits?: number;
  /** Without, what it is worth is told sooner; asked again, nothing is searched twice. */
  reasons?: boolean;
}

export interface Unfit {
  title: string;
  reason: string;
}

export interface UnfitList {
  problems: Unfit[];
}

export interface Upload {
  /** New for every action; a retry brings the same, and is not done twice. */
  request: string;
  sgf: string;
  /** Of the file; for the list only. */
  name?: string;
}

export interface Watch {
  game?: string | null;
  /** After so many moves of the game. */
  at?: number;
  /** Moves from there that were not played. */
  line?: string[];
  search?: boolean;
}
