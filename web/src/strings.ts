// Every word that the pages say by themselves. What a game or a position is about comes as
// sentences from Python; here are buttons, headings and names. Another language is another object.

import { app } from "./strings.app";

const en = {
  app,
  side: (color: Side) => (color === "black" ? "Black" : "White"),
  passes: "passes",
  fromMove: (number: number) => `from move ${number}`,
  moveNumber: (number: number) => `Move ${number}`,
  /** How sentences name moves of the game by their numbers. */
  namesMoves: /\bmoves? \d+(?:(?:, | and )\d+)*/g,
  played: (color: Side, vertex: string) =>
    `${en.side(color)} ${vertex === "pass" ? "passes" : vertex}`,
  start: "Start of the game",
  toMove: (number: number, of: number) => `Move ${number} of ${of}`,
  boardAfter: (number: number, played: string) =>
    number === 0 ? "Board at the start" : `Board after move ${number}, ${played}`,
  inLine: "A line that was not played",
  ownLine: "Your line",
  backToGame: "Back to the game",
  tryMove: (color: Side) => `Click the board to try a move, or type where ${en.side(color)} plays:`,
  put: "Play",
  cannotPlay: (vertex: string) => `${vertex || "Nothing"} cannot be played here.`,

  first: "First",
  back: "Back",
  forward: "Forward",
  last: "Last",
  backTen: "Back ten",
  forwardTen: "Forward ten",
  nextMistake: "Next move that mattered",
  previousMistake: "Previous move that mattered",
  keys: "Keys: ← → one move, Shift ten, Home End first and last, n p moves that mattered, l next lens, Esc leaves a line, Backspace takes back a move you tried.",

  light: "Light",
  dark: "Dark",
  automatic: "Auto",
  colours: "Colours",
  lens: "Lens",
  noLens: "None",

  lead: (points: number) =>
    Math.abs(points) < 0.05
      ? "Even"
      : `${points > 0 ? "Black" : "White"} ahead by ${Math.abs(points).toFixed(1)}`,
  win: (black: number) =>
    black >= 0.5
      ? `Black's winning chance ${percent(black)}`
      : `White's winning chance ${percent(1 - black)}`,
  lost: (points: number) => `${points.toFixed(1)} points lost`,
  visits: (visits: number) => (visits > 1 ? `${visits} visits` : "one look"),
  words: {
    excellent: "excellent",
    great: "great",
    good: "good",
    inaccuracy: "inaccuracy",
    mistake: "mistake",
    blunder: "blunder",
  } as Record<string, string>,
  certainty: {
    exact: "exact",
    proved: "proved",
    read: "read, not proved",
    measured: "measured",
    learned: "learned",
  } as Record<string, string>,

  score: "Score over the game",
  scoreHelp: "Above the line Black is ahead. Click to go there.",
  winChance: "Chance of winning",
  better: "Better",
  candidates: "Candidates",
  why: "Why",
  instead: "What was better",
  recordSays: "The record says",
  summary: "Summary",
  mattered: "Moves that mattered",
  turningPoints: "Turning points",
  groups: "Groups over the game",
  recurring: "Recurring mistakes",
  sides: "Both sides",
  partial: (done: number, all: number) =>
    `This review is incomplete: ${done} of ${all} moves. Run the command again with --resume.`,
  made: "Made by Gokan. Everything is in this file; it needs no network.",
  does: "What the move does",
  follows: "Expected to follow:",
  showLine: "Show this line on the board",
  noMistakes: "No move stands out.",
  netLoss: "Points lost, less those gained",
  meanLoss: "Points lost per move",
  moves: "Moves",

  reviews: "Reviews",
  games: "Games",
  game: "Game",
  result: "Result",
  leftOut: "Left out",
  capital: (text: string) => text.charAt(0).toUpperCase() + text.slice(1),
  lostOn: "Where points were lost",
  notComplete: "incomplete",
  gamesOf: (done: number, all: number) =>
    done === all ? `${done} games` : `${done} of ${all} games`,
  personPace: (games: number, loss: number, bad: number) =>
    `${games === 1 ? "1 game" : `${games} games`}, ${loss.toFixed(2)} points lost per move, ${
      bad === 1 ? "1 bad move" : `${bad} bad moves`
    }.`,

  shapeIntro: "The board is the plane, time is the height: every stone stands as a column from the move that put it there.",
  shapeDrag: "Drag to rotate, scroll or pinch to zoom, click a point",
  shapeSpace: (number: number, played: string) =>
    `Board and time in space, ${number === 0 ? "at the start" : `after move ${number}, ${played}`}`,
  shapeKeys: "Keys: ← → one move, Shift ten, a d rotate, w s tilt, + − zoom, n p another shape, 0–4 outlines, Esc none.",
  shapeLevel: "Outlines",
  shapeLayers: ["none", "blocks and spaces", "shapes", "groups", "groups that face each other"] as readonly string[],
  shapeLevelOf: (level: number) => `level ${level}`,
  shapeNow: (count: number, what: string) => (count ? `On the board: ${what} (${count})` : "On the board"),
  shapePick: "Click a point, or choose a shape from a list.",
  shapeNothing: "No shape here contains this point.",
  shapeStone: (color: Side, from: number, to: number | null) =>
    `${en.side(color)} stone, ${to === null ? `there since move ${from}` : `from move ${from} until it was taken by move ${to + 1}`}`,
  shapeEmpty: "is empty",
  shapeClass: "Class",
  shapeProcess: "Process",
  shapeLife: (from: number, to: number | null) =>
    to === null ? `began with move ${from}, lives` : `began with move ${from}, ended by move ${to + 1}`,
  shapeStones: "Stones",
  shapePoints: "Empty points",
  shapeMembers: "Made of",
  shapeOthers: "Also here",
  shapeMade: "It makes:",
  shapeEnded: "It ends:",
  fromAbove: "From above",
  inSpace: "In space",

  segmentsTitle: "Divide the board",
  segmentsTask:
    "Draw dashed lines where, to your eye, one area ends and another begins: press, draw, let go. There is no right or wrong.",
  segmentsKept: "Nothing leaves this page unless you save it. Keys: ← → another board, z undoes the last line.",
  boardToDivide: (number: number) => `Board ${number}: draw on it to divide it`,
  boardOf: (number: number, of: number) => `Board ${number} of ${of}`,
  board: "Board",
  areaCount: (count: number) => (count === 1 ? "One area so far" : `${count} areas`),
  areasDrawn: "Areas",
  undo: "Undo",
  clear: "Clear",
  compare: "Compare",
  agreement: "Agreement",
  agreementHelp: "Adjusted Rand index over points: 1 if both divide the board the same way, about 0 by chance.",
  saveDrawing: "Save what you drew, for gokan study segments",

  turingTitle: "Whose move is it?",
  turingTask:
    "In each position a person and a program chose different moves, A and B. Which one did the person play?",
  turingKept: "Nothing leaves this page unless you save it. Keys: a and b answer, ← → another position.",
  turingPosition: (number: number, color: Side) => `Move ${number}: ${en.side(color)} to play.`,
  turingBoard: (number: number, color: Side) =>
    `Board before move ${number}, ${en.side(color)} to play, with the moves A and B`,
  turingAnswer: (letter: string) => `The person played ${letter}`,
  questionOf: (number: number, of: number) => `Position ${number} of ${of}`,
  turingOutcome: "Result",
  turingResult: (hits: number, of: number, low: number, high: number) =>
    of === 0
      ? "No answer was given."
      : `${hits} of ${of} right, ${Math.round((100 * hits) / of)} % (95 % interval ${Math.round(100 * low)} to ${Math.round(100 * high)} %). Guessing gets half of them right.`,
  turingAgreed: (agreed: number, asked: number, program: string) =>
    `In ${agreed} of ${asked} positions drawn, ${program} chose the person's own move; those were left out.`,
  turingGame: "Game",
  turingMove: "Move",
  turingPerson: "Person",
  turingYou: "You",
  turingSave: "Save your answers, for gokan study turing",

  rulesTitle: "Rule editor",
  rulesTask:
    "Draw the map of a rule or write its text. Its examples run at once, and its matches are shown in the given positions.",
  ruleToEdit: "Rule",
  ruleText: "The rule as text",
  ruleReads: "The rule can be read.",
  ruleUnreadable: (why: string) => `The rule cannot be read: ${why}.`,
  saveRule: "Save the text",
  ruleExamples: "Examples",
  noExamples: "The rule has no examples yet; add “match:” and “no match:” with small boards, X to move.",
  exampleSays: (must: boolean, fine: boolean) =>
    `${must ? "Must match" : "Must not match"}: ${fine ? "holds ✓" : "does not hold ✗"}`,
  example: (number: number) => `Example ${number}`,
  ruleMatches: "Matches",
  matchCount: (count: number, boards: number) =>
    boards === 0
      ? "No games were given to try the rule on; name records when you make this page: gokan knowledge edit GAME.sgf"
      : `${count === 1 ? "1 match" : `${count} matches`} in ${boards === 1 ? "1 position" : `${boards} positions`}`,
  matchOf: (number: number, of: number, name: string) => `${number} of ${of}: ${name}`,
  matchBoard: (name: string, side: string) => `${name}; the rule speaks for ${side}`,
  map: "Map",
  mapCell: (row: number, column: number, symbol: string) => `Row ${row}, column ${column}: ${symbol}`,
  symbols: "Symbol to draw with",
  symbolMeaning: (symbol: string) => {
    const meanings: Record<string, string> = {
      X: "own stone",
      O: "enemy stone",
      ".": "empty point",
      x: "own stone or empty",
      o: "enemy stone or empty",
      ",": "any point of the board",
      "?": "anything, even off the board",
      "#": "off the board",
      "*": "the move",
    };
    return `${symbol}: ${meanings[symbol] ?? "a letter explained under `where`"}`;
  },
  addRow: "Row +",
  dropRow: "Row −",
  addColumn: "Column +",
  dropColumn: "Column −",
};

// Nothing is certain that was learned.
function percent(chance: number): string {
  return chance > 0.99 ? "over 99 %" : `${Math.round(chance * 100)} %`;
}

export type Side = "black" | "white";
export const strings = en;
