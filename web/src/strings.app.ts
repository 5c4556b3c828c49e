// The workbench's words.

type Side = "black" | "white";

const side = (color: Side) => (color === "black" ? "Black" : "White");
const stones = (count: number) => (count === 1 ? "1 stone" : `${count} stones`);
const playerName = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const games = (count: number) => (count === 1 ? "1 game" : `${count} games`);
const files = (count: number) => (count === 1 ? "1 file" : `${count} files`);
const moves = (count: number) => (count === 1 ? "1 move" : `${count} moves`);

export const app = {
  title: "Gokan",
  home: "Home",
  failed: "Something went wrong in Gokan.",
  locked: "This browser is not let in",
  lockedHelp:
    "Open the address that gokan serve printed in its terminal, with everything after the #. A new one: gokan serve --renew-secret.",
  starting: "Opening…",
  lost: "The connection to Gokan is lost; it is tried again. Every move that was shown is kept.",
  waiting: "Waiting for Gokan to answer; nothing is lost.",
  dismiss: "Close",
  skip: "To the board",

  newGame: "New game",
  openRecord: "Open a game record",
  dropHere: "Drop SGF files or folders anywhere on this page, or paste a record.",
  chooseFile: "Choose files…",
  chooseFolder: "Choose a folder…",
  tooLarge: "The file is too large: it may have up to 3.6 MB. Start gokan serve with its folder instead.",
  noRecords: "There are no SGF files among these.",
  bringing: (done: number, of: number) => `Reading: ${done} of ${files(of)}`,
  brought: (fresh: number, known: number) =>
    fresh === 0 && known === 0
      ? "No game was added."
      : `${games(fresh)} added${known ? `, ${known} already in the library` : ""}.`,
  troubles: (count: number) => (count === 1 ? "Something is wrong with one file" : `Something is wrong with ${files(count)}`),
  moreTroubles: (count: number) => `… and ${count} more.`,
  folderReading: (name: string, done: number, of: number) => `Reading ${name}: ${done} of ${files(of)}`,
  folderRead: (name: string, fresh: number, known: number) =>
    `${name} has been read: ${games(fresh)} added${known ? `, ${known} already in the library` : ""}.`,
  library: "Library",
  latestGames: "Latest games",
  allGames: (count: number) => (count === 1 ? "Library: one game" : `Library: all ${count} games`),
  exportAll: "Save everything as an archive (games, reviews, problems)",
  search: "Search",
  searchHelp: "Player, event, year, result, file",
  whichGames: "Games",
  anyGames: "all",
  playedHere: "played here",
  records: "records",
  winner: "Won by",
  anybody: "anybody",
  shownOf: (count: number, more: boolean, all: number) =>
    count === 0 ? (all === 0 ? "No games yet." : `No game fits; there are ${all}.`) : `${games(count)} shown${more ? ", and there are more" : ""}; ${all} in all.`,
  groups: "Groups",
  showGroups: "Say which groups live",
  askingGroups: "Reading every group…",
  askingGroup: (stone: string) => `Reading the group of ${stone}…`,
  noStones: "There is no stone on the board.",
  settled: (count: number) => (count === 1 ? "One group lives" : `${count} groups live`),
  groupOf: (color: Side, name: string, count: number) => `${side(color)} ${name} (${stones(count)})`,
  groupWord: {
    alive: "alive",
    dead: "dead",
    unsettled: "unsettled",
    ko: "hangs on a ko",
    seki: "seki",
    open: "open",
    unknown: "not decided",
  } as Record<string, string>,
  stands: (chance: number) => `(stands with ${percent(chance)})`,
  kills: (stone: string) => `It stands in the eye space of the dead group at ${stone}, and is part of the killing.`,
  restsOn: "What this rests on",
  evidence: (source: string, says: string, detail: string, chance: number | null) => {
    const who = { trials: "trial games", ownership: "the search's forecast", network: "the network" }[source] ?? source;
    const said = detail ? (detail.length > 40 ? detail : `${says}; ${detail}`) : says;
    return `${who.charAt(0).toUpperCase()}${who.slice(1)}: ${said}${chance === null ? "" : `, ${percent(chance)} to stand`}`;
  },
  allGroups: "All groups",
  works: "works",
  failing: (count: number) => (count === 1 ? "One move fails" : `${count} moves fail`),
  fails: "fails",
  stepThrough: (vertex: string, works: boolean) => `${vertex} ${works ? "works" : "fails"}: step through the line`,
  playOut: "Play it out yourself",
  lens: "Lens",
  noLens: "none",
  lenses: { influence: "Influence (Zobrist)", strength: "Strength (Wolf)" } as Record<string, string>,
  elsewhere: "In your library",
  playedThere: "Moves that were played here",
  games: "Games",
  wonBy: (color: Side) => `${side(color)} won`,
  reached: (count: number, black: number, white: number) =>
    `${count === 1 ? "One other game has" : `${count} other games have`} this position, perhaps turned or mirrored: Black won ${black}, White ${white}.`,
  noGames: "No games yet.",
  more: "More games",
  remove: "Delete",
  removeAsk: (what: string) => `Delete ${what}? This cannot be undone.`,
  going: "being played",
  movesOf: (count: number, result: string) => `${moves(count)}${result ? `, ${result}` : ""}`,
  when: (seconds: number) =>
    new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }),

  boardSize: "Board",
  sizeOf: (size: number) => `${size}×${size}`,
  otherSize: "Other size",
  opponent: "Opponent",
  twoPeople: "Two people at this board",
  level: "Level",
  levelOf: (level: number, about: string) => `${level}: ${about}`,
  yourColour: "You play",
  handicap: "Handicap",
  none: "none",
  rules: "Rules",
  komi: "Komi",
  komiHelp: "Empty: as the rules have it; 0.5 with a handicap.",
  begin: "Begin",
  more_options: "Rules, komi and handicap",

  person: "Person",
  you: "You",
  seat: (player: string, level: number, name: string, only: boolean) =>
    player === "person" ? name || (only ? "You" : "") : level ? `${playerName(player)}, level ${level}` : playerName(player),
  playerName,
  versus: (black: string, white: string) => `${black || "Black"} – ${white || "White"}`,

  toPlay: (color: Side) => `${side(color)} to play`,
  yourTurn: (color: Side) => `Your turn, ${color}`,
  thinking: (who: string) => `${who || "Gokan"} is thinking…`,
  assessing: "Looking for dead stones…",
  counting: "Counting: click stones that are dead, or alive after all.",
  over: (result: string) => (result ? `The game is over: ${result}` : "The game is over"),
  result: (result: string) => {
    const [, winner, how] = /^([BW])\+(.*)$/.exec(result) ?? [];
    if (!winner) return result === "0" ? "a draw" : result;
    const who = winner === "B" ? "Black" : "White";
    return how === "R" || how === "Resign" ? `${who} wins by resignation` : how ? `${who} wins by ${how}` : `${who} wins`;
  },
  captures: (color: Side, count: number) => `${side(color)} has captured ${count}`,
  scoreLine: (black: number, white: number) => `Black ${black}, White ${white}`,
  pass: "Pass",
  undo: "Undo",
  resign: "Resign",
  resignAsk: "Resign this game?",
  agree: "Agree",
  goOn: "Play on",
  typed: "Move",
  typedHelp: "Type a move, such as D4 or pass",
  put: "Play",
  confirm: (vertex: string) => `Play ${vertex}`,
  cannotPlay: (vertex: string) => `${vertex || "Nothing"} cannot be played here.`,

  board: (size: string, told: string) => `Board, ${size}. ${told}`,
  point: (vertex: string, stone: 0 | 1 | 2, marks: string[]) =>
    [`${vertex}`, stone === 0 ? "empty" : stone === 1 ? "black" : "white", ...marks].join(", "),
  markLast: "last move",
  markDead: "dead",
  markCandidate: (rank: number) => `candidate ${rank}`,
  markLine: (number: string) => `move ${number} of the line`,
  markOwner: (owner: number) => (owner === 1 ? "Black's point" : "White's point"),
  says: (color: Side, vertex: string, taken: number) =>
    `${side(color)} ${vertex === "pass" ? "passes" : `plays ${vertex}`}${taken ? `, capturing ${stones(taken)}` : ""}.`,
  takenBack: (count: number) => `Taken back; ${moves(count)} played.`,

  teach: "Tell me about my mistakes",
  lesson: (vertex: string) => `About your move ${vertex}`,
  takeBack: "Take it back",
  keepIt: "Keep it",

  explore: "Try moves without playing them",
  exploring: "You are trying moves; the game stays as it is.",
  line: "Line",
  leaveLine: "Back to the game",
  backOne: "Take back one",
  forwardOne: "Next move",
  atMove: (at: number, of: number) => `Move ${at} of ${of}`,
  toStart: "First move",
  back: "Back",
  forward: "Forward",
  toEnd: "Last move",

  analysis: "Analysis",
  showAnalysis: "Show what Gokan thinks",
  hidden: "Hidden, so that you can find your own moves.",
  looking: "Looking…",
  positions: (count: number) => (count === 1 ? "1 position" : `${count} positions`),
  standing: (lead: number, win: number) => {
    const ahead = Math.abs(lead) < 0.5 ? "Even" : `${lead > 0 ? "Black" : "White"} ahead by ${Math.abs(lead).toFixed(1)}`;
    const chance = win >= 0.5 ? `Black wins ${percent(win)}` : `White wins ${percent(1 - win)}`;
    return `${ahead} · ${chance}`;
  },
  spread: (stdev: number) => `±${stdev.toFixed(0)} points`,
  certainty: {
    exact: "exact",
    proved: "proved",
    read: "read, not proved",
    measured: "measured",
    learned: "learned",
    given: "as the file says",
  } as Record<string, string>,
  owners: "Who owns what",
  rank: "Rank",
  move: "Move",
  loss: "Points",
  visits: "Positions",
  best: "best",
  less: (points: number) => (Math.abs(points) < 0.05 ? "0" : points > 0 ? `−${points.toFixed(1)}` : `+${(-points).toFixed(1)}`),
  follows: "Expected",
  why: (vertex: string) => `Why ${vertex}?`,
  whyLast: "Why this move?",
  asking: (vertex: string) => `Playing out ${vertex}…`,
  stop: "Stop",
  tried: (color: Side, vertex: string) => `${side(color)} ${vertex === "pass" ? "pass" : vertex}`,
  isBest: (vertex: string) => `${vertex} is Gokan's own first choice.`,
  losesTo: (vertex: string, loss: number, best: string) =>
    Math.abs(loss) < 0.3
      ? `${vertex} is about as good as ${best}.`
      : loss > 0
        ? `${vertex} is worth ${loss.toFixed(1)} points less than ${best}.`
        : `${vertex} is worth ${(-loss).toFixed(1)} points more than ${best}.`,
  findingReasons: "Looking for the reasons…",
  equalEffort: (visits: number) => `each searched alike, ${visits} positions`,
  answer: "The answer",
  does: "What it does",
  itsReason: "How it was chosen",
  showAnswer: "Show it on the board",
  copyCommand: "Copy the command that says this again",
  copied: "Copied.",

  review: "Review",
  reviewAsk: "Review this game",
  reviewLevel: "How closely",
  levels: { quick: "quick", usual: "usual", deep: "deep" } as Record<string, string>,
  readReview: "Read the review",
  reviewed: "reviewed",
  state: {
    waiting: "waiting",
    running: "being made",
    done: "done",
    stopped: "stopped",
    failed: "failed",
  } as Record<string, string>,
  progress: (share: number, stage: string) => `${Math.round(100 * share)} %${stage ? `: ${stage}` : ""}`,
  toGame: "Open on the board",
  download: "Save as SGF",
  problems: "Problems",
  solveProblems: "Solve problems",
  problemsAbout: "Life and death, made for your level; every answer is proved.",
  makingProblem: "Making a problem…",
  task: (color: Side, goal: "live" | "kill", vertex: string) =>
    `${side(color)} to play and ${goal === "kill" ? `kill ${vertex}` : `live at ${vertex}`}`,
  find: (color: Side) => `Find ${side(color)}'s move.`,
  goOnSolving: "Right so far. Go on.",
  judging: "Reading…",
  right: (vertex: string, reply: string, sure: string) => `${vertex} is right (${sure}). The answer is ${reply}; go on.`,
  solved: (sure: string) => `Solved (${sure}).`,
  wrong: (vertex: string, reply: string | null, ko: boolean, goal: "live" | "kill", sure: string) => {
    const why = ko ? "it only leads to a ko" : goal === "kill" ? "the stones live" : "the stones die";
    return reply && reply !== "pass"
      ? `${vertex} does not work: after ${reply} ${why} (${sure}).`
      : `${vertex} does not work: ${why}, even if it is not answered (${sure}).`;
  },
  undecided: (vertex: string) => `Gokan could not decide about ${vertex} within its effort. It is not counted.`,
  shownAnswer: (moves: readonly string[]) => `${moves.join(" or ")} ${moves.length === 1 ? "works" : "work"}.`,
  nextProblem: "Next problem",
  skipProblem: "Another one",
  tryAgain: "Start over",
  hint: "Hint",
  giveUp: "Show the answer",
  markTarget: "it is about this stone",
  markHint: "hint",
  markAnswer: "this works",
  problemCounts: (solved: number, failed: number) => `${solved} solved, ${failed} not solved.`,
  problemLevel: (level: number, own: number) => `This one has level ${level}; you are at ${own}.`,
  askedBefore: "You have seen it before.",
  newProblem: "A new one.",
  readingProblem: "Reading the next problem…",
  emptyDeck: {
    made: "There is no problem now.",
    book: "Nothing of your collection is to be asked now. Choose a file with problems, or let a group be played out on the board; those you have answered come back when it is time.",
    mistake:
      "None of your mistakes is to be asked now. Open the review of a game and choose whose mistakes to practise; those you have answered come back when it is time.",
  } as Record<string, string>,
  whichProblems: "Problems",
  decks: { made: "Made for you", book: "Collected", mistake: "Mistakes" } as Record<string, string>,
  deckCounts: (fresh: number, due: number) => [fresh ? `${fresh} new` : "", due ? `${due} due` : ""].filter(Boolean).join(", "),
  unfit: (count: number) => (count === 1 ? "One problem is not asked" : `${count} problems are not asked`),
  bringProblems: "Problems from files",
  bringProblemsHelp: "SGF with solution trees or without, or one JSON object a line. Gokan reads each problem before it asks it.",
  chooseProblems: "Choose problems…",
  readingFiles: "Reading the files…",
  problemsBrought: (fresh: number, known: number) =>
    `${fresh === 1 ? "1 problem" : `${fresh} problems`} added${known ? `, ${known} there already` : ""}.`,
  howYouGetOn: "How you get on",
  reasons: "Why",
  taskBetter: (color: Side, played: string, loss: number) =>
    `${side(color)} played ${played} here and lost about ${loss.toFixed(0)} points. Find a better move.`,
  fromGame: (title: string, at: number) => `${title ? `${title}, ` : ""}move ${at + 1}`,
  betterOutcome: {
    solved: (vertex: string, loss: number, best: string, _played: string, sure: string) =>
      vertex === best ? `${vertex} is Gokan's own first choice (${sure}).` : `${vertex} is good: ${against(loss, best)} (${sure}).`,
    wrong: (vertex: string, loss: number, best: string, played: string, sure: string) =>
      vertex === played ? `${vertex} is what was played: ${against(loss, best)} (${sure}).` : `${vertex} is no better: ${against(loss, best)} (${sure}).`,
    undecided: (vertex: string, loss: number, best: string, played: string, sure: string) =>
      `${vertex} is better than ${played}, but not good: ${against(loss, best)} (${sure}). It is not counted.`,
  } as Record<string, (vertex: string, loss: number, best: string, played: string, sure: string) => string>,
  mistakeHelp:
    "A move is good if it loses at most a point, or a quarter of what the mistake lost; it has failed if it loses more than six tenths of that. Between the two nothing is counted.",
  practise: (color: Side) => `Practise ${side(color)}'s mistakes`,
  mistakesAdded: (count: number, fresh: number) =>
    count === 0 ? "There are none of four points or more." : `${count === 1 ? "One mistake" : `${count} mistakes`}, ${fresh} of them new.`,
  problemHelp:
    "Every move that works is right. The other side plays its strongest resistance. A problem that you did not solve comes back soon, one that you solved later.",
  keysHelp:
    "Keys: ← → one move, Shift ten, Home End; in the board arrows move the cursor and Enter plays; 1 2 3 tries a candidate, space shows or hides the analysis, u takes back, Esc leaves a line.",
};

function against(loss: number, best: string): string {
  if (Math.abs(loss) < 0.3) return `about as good as ${best}`;
  return loss > 0 ? `${loss.toFixed(1)} points less than ${best}` : `${(-loss).toFixed(1)} points more than ${best}`;
}

// Nothing is certain that was learned.
function percent(chance: number): string {
  return chance > 0.99 ? "over 99 %" : chance < 0.01 ? "under 1 %" : `${Math.round(chance * 100)} %`;
}
