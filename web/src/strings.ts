// Every word that the pages say by themselves. What a game or a position is about comes as
// sentences from Python; here are buttons, headings and names. Another language is another object.

const en = {
  side: (color: Side) => (color === "black" ? "Black" : "White"),
  passes: "passes",
  fromMove: (number: number) => `from move ${number}`,
  moveNumber: (number: number) => `Move ${number}`,
  played: (color: Side, vertex: string) =>
    `${en.side(color)} ${vertex === "pass" ? "passes" : vertex}`,
  start: "Start of the game",
  toMove: (number: number, of: number) => `Move ${number} of ${of}`,
  boardAfter: (number: number, played: string) =>
    number === 0 ? "Board at the start" : `Board after move ${number}, ${played}`,
  inLine: "A line that was not played",
  backToGame: "Back to the game",

  first: "First",
  back: "Back",
  forward: "Forward",
  last: "Last",
  backTen: "Back ten",
  forwardTen: "Forward ten",
  nextMistake: "Next move that mattered",
  previousMistake: "Previous move that mattered",
  keys: "Keys: ← → a move, Shift ten, Home End the ends, n p moves that mattered, l another lens, Esc out of a line.",

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
      ? `Black wins ${percent(black)}`
      : `White wins ${percent(1 - black)}`,
  lost: (points: number) => `${points.toFixed(1)} points lost`,
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
  winChance: "Chance to win",
  better: "Better",
  candidates: "Candidates",
  why: "Why",
  instead: "What was better",
  recordSays: "The record says",
  summary: "Summary",
  mattered: "Moves that mattered",
  turningPoints: "Turning points",
  groups: "Groups over the game",
  recurring: "What came up again",
  sides: "Both sides",
  partial: (done: number, all: number) =>
    `This review is not complete: ${done} of ${all} moves. Run the command again with --resume.`,
  made: "Made by Gokan. Everything is in this file; it needs no network.",
  does: "What the move does",
  follows: "Expected to follow:",
  showLine: "Show this line on the board",
  noMistakes: "No move stands out.",
  meanLoss: "Points lost a move",
  moves: "Moves",

  reviews: "Reviews",
  games: "Games",
  game: "Game",
  result: "Result",
  leftOut: "Left out",
  lostOn: "What you lose points on",
  notComplete: "not complete",
  gamesOf: (done: number, all: number) =>
    done === all ? `${done} games` : `${done} of ${all} games`,
  personPace: (games: number, loss: number, bad: number) =>
    `${games === 1 ? "1 game" : `${games} games`}, ${loss.toFixed(2)} points lost a move, ${
      bad === 1 ? "1 bad move" : `${bad} bad moves`
    }.`,

  segmentsTitle: "Divide the board",
  segmentsTask:
    "Draw dashed lines where, for your eyes, one area ends and another begins: press, draw, let go. There is no right or wrong.",
  segmentsKept: "Nothing leaves this page unless you save it. Keys: ← → another board, z takes the last line back.",
  boardToDivide: (number: number) => `Board ${number}, to be divided by drawing on it`,
  boardOf: (number: number, of: number) => `Board ${number} of ${of}`,
  board: "Board",
  areaCount: (count: number) => (count === 1 ? "One area so far" : `${count} areas`),
  areasDrawn: "Areas",
  undo: "Take back",
  clear: "Clear",
  compare: "Compare",
  agreement: "Agreement",
  agreementHelp: "Adjusted Rand index over points: 1 if both divide the board alike, about 0 by chance.",
  saveDrawing: "Save what you drew, for gokan study segments",
};

// Nothing is certain that was learned.
function percent(chance: number): string {
  return chance > 0.99 ? "over 99 %" : `${Math.round(chance * 100)} %`;
}

export type Side = "black" | "white";
export const strings = en;
