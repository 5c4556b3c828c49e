// The board: play the game, walk through it, try moves, and hear what Gokan thinks.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board, type Ghost, type Mark } from "../board/Board";
import { mayPlay, type Stones } from "../board/play";
import { fromVertex, PASS } from "../board/points";
import { strings } from "../strings";
import { Analysis } from "./Analysis";
import type { GameState, Look } from "./api";
import { boardsOf, captured, capturesOf, shownAt, sizeOf, toPlayAt, vertexOf, type Shown } from "./boards";
import type { News } from "./client";
import { Elsewhere } from "./Elsewhere";
import { nameOf } from "./GameRows";
import { GroupsCard, marksOf, useGroups, wordsOf } from "./Groups";
import { LensCard, useLens } from "./Lenses";
import { Lesson } from "./Lesson";
import { ReviewCard } from "./ReviewCard";
import { TriedCard, useTry, verdictOf } from "./Tried";
import { Turn } from "./Turn";
import { useGame } from "./useGame";
import { useRoomKeys } from "./useRoomKeys";

const words = strings.app;
const SMALL = 30; // pixels: a thumb does not meet a smaller point surely

export function GameRoom({ id, first, news, fail }: {
  id: string;
  first: number | undefined;
  news: News;
  fail: (error: unknown) => void;
}) {
  const playing = useGame(id, news, fail);
  const game = playing.game;
  const boards = useMemo(() => (game ? boardsOf(game) : []), [game]);
  const captures = useMemo(() => (game ? capturesOf(game, boards) : []), [game, boards]);
  const [place, setPlace] = useState<number | null>(first ?? null); // null: where the game is
  const [line, setLine] = useState<string[]>([]);
  const [ahead, setAhead] = useState<string[]>([]); // of a line that one steps through
  const [from, setFrom] = useState<string[] | null>(null); // the line to where that begins
  const [exploring, setExploring] = useState(false);
  const [wantsLook, setWantsLook] = useState<boolean | null>(null);
  const [owners, setOwners] = useState(false);
  const [look, setLook] = useState<Look | null>(null);
  const [pixels, setPixels] = useState(40);
  const [chosen, setChosen] = useState<number | null>(null);
  const tried = useTry(id, fail);

  const all = game?.moves.length ?? 0;
  const at = Math.min(place ?? (game?.kind === "record" ? 0 : all), all);
  const looks = wantsLook ?? game?.kind === "record";
  const lineKey = line.join(" ");
  const groups = useGroups(id, at, line, from !== null, fail);
  const looking = useLens(id, at, line, fail);
  useEffect(() => {
    if (!game) return;
    setLook(null);
    news.watch({ game: id, at, line, search: looks });
  }, [id, at, lineKey, looks, game === null, all]);
  useEffect(() => news.hear({
    look: (heard) => {
      if (heard.game === id && heard.at === at && heard.line.join(" ") === lineKey) setLook(heard);
    },
  }), [id, at, lineKey]);
  useEffect(() => setChosen(null), [at, lineKey, all]);
  useEffect(() => {
    if (game) document.title = `${nameOf(game)} – ${words.title}`;
  }, [game]);

  const follow = (moves: string[], rest: string[] = [], began: string[] | null = null) => {
    setLine(moves);
    setAhead(rest);
    setFrom(began);
  };
  const show = (moves: string[]) => {
    const base = from ?? line;
    follow([...base, ...moves.slice(0, 1)], moves.slice(1), base);
  };
  const step = (by: number) => {
    const [next, ...rest] = ahead;
    const last = line.at(-1);
    if (by > 0 && next !== undefined) follow([...line, next], rest, from);
    else if (by < 0 && last !== undefined) {
      const back = line.slice(0, -1);
      const over = from !== null && back.length <= from.length;
      follow(back, over || from === null ? [] : [last, ...ahead], over ? null : from);
    } else if (line.length === 0) go(at + by);
  };
  const go = (to: number) => {
    follow([]);
    tried.forget();
    setPlace(to >= all && game?.kind === "play" ? null : Math.min(all, Math.max(0, to)));
  };
  const leave = () => {
    follow([]);
    tried.forget();
  };
  const candidates = looks ? (look?.candidates ?? []).slice(0, 9) : [];
  const put = (vertex: string) => {
    if (!game) return;
    tried.ask(at, line, vertex, candidates[0]?.vertex);
    follow([...line, vertex]);
  };
  useRoomKeys({
    step: (by) => (line.length > 0 && Math.abs(by) === 1 ? step(by) : go(at + by)),
    go,
    all,
    leave,
    look: () => setWantsLook(!looks),
    undo: () => (line.length ? step(-1) : game?.kind === "play" && playing.act("undo")),
    candidate: (rank) => candidates[rank] && put(candidates[rank].vertex),
  });

  if (!game) return <main class="room"><p class="soft">{words.starting}</p></main>;
  const size = sizeOf(game);
  const shown = shownAt(game, boards, at, line);
  const here = place === null && line.length === 0;
  const mine = game.kind === "play" && here && !exploring && !playing.busy;
  const turn = game.to_play === "black" ? game.black : game.white;
  const plays = mine && game.phase === "playing" && turn.player === "person";
  const marks = game.kind === "play" && here && game.phase === "counting" && !game.thinking;

  // In a game that is being played a move is played or, while one waits for the other side, nothing.
  const mayTry = plays || game.kind === "record" || !here || exploring || game.phase === "over";

  const press = (point: number) => {
    const vertex = vertexOf(game, point);
    if (marks) {
      if (shown.stones[point] !== 0) playing.act("toggle-dead", vertex);
      return;
    }
    if (groups.on && shown.stones[point] !== 0 && from === null) {
      groups.ask(vertex);
      return;
    }
    if (!mayTry) return;
    if (!mayPlay(shown.stones, point, shown.toPlay, size, shown.before)) return;
    if (isCoarse() && pixels < SMALL && chosen !== point) {
      setChosen(point);
      return;
    }
    setChosen(null);
    if (plays) playing.act("play", vertex);
    else put(vertex);
  };
  const over = game.score !== null && here;
  const view = dressed(game, shown, from === null ? candidates : [], here, chosen, groups.on && from === null ? wordsOf(groups.groups, size) : new Map());
  if (from === null && groups.on) for (const [stone, mark] of marksOf(groups.groups, size)) view.marks.set(stone, mark);
  const told = groups.told?.group.stones.map((vertex) => fromVertex(vertex, size)) ?? [];
  const paint = looking.paint ? looking.paint : over && game.score
    ? game.score.owner.map((owner) => (owner === 1 ? 1 : owner === 2 ? -1 : 0))
    : owners && looks && look ? look.ownership : undefined;
  return (
    <main class="room">
      <div class="left" id="board">
        <h1 class="unseen">{nameOf(game)}</h1>
        <Turn
          game={game}
          playing={playing}
          here={here || (line.length === 0 && at === all)}
          exploring={exploring}
          captures={captures[at] ?? { black: 0, white: 0 }}
          toPlay={shown.toPlay === 1 ? "black" : "white"}
        />
        <Board
          size={size}
          stones={shown.stones}
          description={words.board(words.sizeOf(game.width), words.toPlay(shown.toPlay === 1 ? "black" : "white"))}
          {...(shown.last === undefined ? {} : { last: shown.last })}
          labels={view.labels}
          ghosts={view.ghosts}
          marks={view.marks}
          dimmed={here ? game.dead.map((vertex) => fromVertex(vertex, size)) : []}
          selected={chosen === null ? told : [chosen]}
          {...(paint && paint.length ? { paint } : {})}
          largest={48}
          tallest={0.8}
          points={{ label: view.label, press, pixels: setPixels }}
        />
        {chosen !== null && (
          <p class="confirm">
            <button class="main" onClick={() => press(chosen)}>{words.confirm(vertexOf(game, chosen))}</button>
          </p>
        )}
        <Walk at={at} all={all} go={go} />
        {line.length > 0 && (
          <p class="notice line" role="status">
            {words.line}: {line.join(" ")} {ahead.length > 0 && <span class="soft">{ahead.join(" ")}</span>}{" "}
            <button onClick={() => step(-1)}>{words.backOne}</button>{" "}
            {from !== null && <button class="main" disabled={ahead.length === 0} onClick={() => step(1)}>{words.forwardOne}</button>}{" "}
            <button onClick={leave}>{words.leaveLine}</button>
            {tried.found && <span class="verdict-line"> {verdictOf(tried.found)}</span>}
          </p>
        )}
        {game.kind === "play" && game.phase !== "over" && (
          <label class="check">
            <input type="checkbox" checked={exploring} onChange={(event) => setExploring(event.currentTarget.checked)} />{" "}
            {words.explore}
          </label>
        )}
        <Typed
          play={(vertex) => {
            const pass = vertex.toLowerCase() === "pass";
            const point = pass ? PASS : pointOf(vertex, game);
            if (point === null || !mayTry) return false;
            if (!pass && !mayPlay(shown.stones, point, shown.toPlay, size, shown.before)) return false;
            if (plays) playing.act("play", vertexOf(game, point));
            else put(vertexOf(game, point));
            return true;
          }}
        />
        <p class="soft small keys">{words.keysHelp}</p>
        <Spoken game={game} boards={boards} />
      </div>
      <div class="right">
        <Lesson game={game} playing={playing} fail={fail} />
        <TriedCard tried={tried} show={show} />
        <Analysis
          look={looks ? look : null}
          shows={looks}
          setShows={setWantsLook}
          owners={owners}
          setOwners={setOwners}
          put={put}
          toPlay={shown.toPlay === 1 ? "black" : "white"}
        />
        <LastMove game={game} at={at} line={line} why={(number, vertex) => tried.ask(number, [], vertex)} />
        {(looks || game.kind === "record") && (
          <GroupsCard asked={groups} id={id} at={at} base={from ?? line} toPlay={toPlayFrom(game, at, from ?? line)} show={show} fail={fail} />
        )}
        <LensCard looking={looking} />
        {(looks || game.kind === "record") && <Elsewhere id={id} at={at} line={line} put={put} fail={fail} />}
        <ReviewCard game={game} news={news} fail={fail} />
      </div>
    </main>
  );
}

function isCoarse(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}

function pointOf(vertex: string, game: GameState): number | null {
  try {
    const point = fromVertex(vertex, sizeOf(game));
    return point === PASS ? null : point;
  } catch {
    return null;
  }
}

// What is drawn on the board and read out with its points.
function dressed(
  game: GameState,
  shown: Shown,
  candidates: Look["candidates"],
  here: boolean,
  chosen: number | null,
  wordOf: ReadonlyMap<number, string>,
) {
  const size = sizeOf(game);
  const labels = new Map<number, string>(shown.numbers);
  const ghosts = new Map<number, Ghost>();
  const marks = new Map<number, Mark>();
  const ranks = new Map<number, number>();
  candidates.forEach((one, index) => {
    const point = fromVertex(one.vertex, size);
    if (point === PASS || shown.stones[point] !== 0) return;
    ranks.set(point, index + 1);
    labels.set(point, String(index + 1));
    const kind = one.loss < 0.5 ? "good" : one.loss < 3 ? "interesting" : "doubtful";
    ghosts.set(point, { color: shown.toPlay, kind: index === 0 ? "good" : kind });
  });
  if (chosen !== null) ghosts.set(chosen, { color: shown.toPlay });
  const dead = new Set(here ? game.dead.map((vertex) => fromVertex(vertex, size)) : []);
  for (const point of dead) marks.set(point, "cross");
  const label = (point: number) => {
    const said: string[] = [];
    if (point === shown.last) said.push(words.markLast);
    if (dead.has(point)) said.push(words.markDead);
    const group = wordOf.get(point);
    if (group) said.push(group);
    const rank = ranks.get(point);
    if (rank) said.push(words.markCandidate(rank));
    const number = shown.numbers.get(point);
    if (number) said.push(words.markLine(number));
    const owner = here ? game.score?.owner[point] : undefined;
    if (owner) said.push(words.markOwner(owner));
    return words.point(vertexOf(game, point), shown.stones[point] ?? 0, said);
  };
  return { labels, ghosts, marks, label };
}

function toPlayFrom(game: GameState, at: number, line: readonly string[]): "black" | "white" {
  const first = toPlayAt(game, at) === 1;
  return first === (line.length % 2 === 0) ? "black" : "white";
}

function Walk({ at, all, go }: { at: number; all: number; go: (to: number) => void }) {
  return (
    <nav class="controls" aria-label={strings.moves}>
      <button onClick={() => go(0)} disabled={at === 0} aria-label={words.toStart} title={words.toStart}>|‹</button>
      <button onClick={() => go(at - 1)} disabled={at === 0} aria-label={words.back} title={words.back}>‹</button>
      <span class="counter">{words.atMove(at, all)}</span>
      <button onClick={() => go(at + 1)} disabled={at >= all} aria-label={words.forward} title={words.forward}>›</button>
      <button onClick={() => go(all)} disabled={at >= all} aria-label={words.toEnd} title={words.toEnd}>›|</button>
    </nav>
  );
}

function Typed({ play }: { play: (vertex: string) => boolean }) {
  const [text, setText] = useState("");
  const [refused, setRefused] = useState("");
  return (
    <form
      class="typed small"
      onSubmit={(event) => {
        event.preventDefault();
        const done = play(text.trim());
        setRefused(done ? "" : words.cannotPlay(text));
        if (done) setText("");
      }}
    >
      <label>
        <span class="soft">{words.typed} </span>
        <input
          value={text}
          size={5}
          autocomplete="off"
          aria-label={words.typedHelp}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>{" "}
      <button type="submit">{words.put}</button> {refused && <span role="alert">{refused}</span>}
    </form>
  );
}

// Each move is said as it happens, for who does not see the board.
function Spoken({ game, boards }: { game: GameState; boards: readonly Stones[] }) {
  const before = useRef<number | null>(null);
  const [said, setSaid] = useState("");
  const count = game.moves.length;
  useEffect(() => {
    const old = before.current;
    before.current = count;
    if (old === null || old === count) return;
    if (count < old) {
      setSaid(words.takenBack(count));
      return;
    }
    const news = game.moves.slice(old).map((move, index) => {
      const number = old + index;
      return words.says(move.color, move.vertex, captured(boards[number], boards[number + 1] ?? []));
    });
    const over = game.phase === "over" ? words.over(words.result(game.result)) : words.toPlay(game.to_play);
    setSaid([...news, over].join(" "));
  }, [count, game.phase]);
  return <p class="unseen" role="status" aria-live="polite">{said}</p>;
}

function LastMove({ game, at, line, why }: {
  game: GameState;
  at: number;
  line: readonly string[];
  why: (number: number, vertex: string) => void;
}) {
  const move = game.moves[at - 1];
  if (!move || line.length > 0) return null;
  return (
    <section class="card last-move">
      <h2>{strings.moveNumber(at)}: {strings.played(move.color, move.vertex)}</h2>
      {move.reason && <p class="small"><span class="soft">{words.itsReason}:</span> {move.reason}</p>}
      {move.vertex !== "pass" && <button onClick={() => why(at - 1, move.vertex)}>{words.whyLast}</button>}
    </section>
  );
}
