// What is true of the groups on the board, what that rests on, and the lines to step through.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Mark } from "../board/Board";
import { fromVertex, type Size } from "../board/points";
import { strings } from "../strings";
import type { GroupInfo, Groups, GroupTold, PlaceAsk, PractiseAsk, ProblemState, ReadingTold, ReadLine, StoneAsk } from "./api";
import { post } from "./client";
import { Copy } from "./Tried";

const words = strings.app;
const PAUSE = 300; // milliseconds that one looks at a position before it is asked
const MARKS: Partial<Record<GroupInfo["word"], Mark>> = { dead: "cross", unsettled: "square", ko: "triangle", open: "point" };
const SIGNS: Partial<Record<GroupInfo["word"], string>> = { dead: "✕", unsettled: "□", ko: "△", open: "•" };

export interface Asking {
  on: boolean;
  setOn: (on: boolean) => void;
  groups: Groups | null;
  told: GroupTold | null;
  asking: string;
  ask: (stone: string) => void;
  close: () => void;
}

/** Asks about the position that is shown as long as it is on; what was told of a group is kept
 * while one steps through its lines. */
export function useGroups(id: string, at: number, line: readonly string[], stepping: boolean, fail: (error: unknown) => void): Asking {
  const [on, setOn] = useState(false);
  const [groups, setGroups] = useState<Groups | null>(null);
  const [told, setTold] = useState<GroupTold | null>(null);
  const [asking, setAsking] = useState("");
  const running = useRef<AbortController | null>(null);
  const key = line.join(" ");
  const stop = () => {
    running.current?.abort();
    running.current = null;
    setAsking("");
  };
  useEffect(() => {
    if (stepping) return;
    stop();
    setGroups(null);
    setTold(null);
    if (!on) return;
    const control = new AbortController();
    const asked: PlaceAsk = { at, line: [...line] };
    const later = setTimeout(() => {
      post<Groups>(`/games/${id}/groups`, asked, { signal: control.signal }).then(
        setGroups,
        (error: unknown) => !control.signal.aborted && fail(error),
      );
    }, PAUSE);
    return () => {
      clearTimeout(later);
      control.abort();
    };
  }, [id, at, stepping ? "" : key, on, stepping]);
  useEffect(() => stop, [id]);
  const ask = (stone: string) => {
    stop();
    const control = new AbortController();
    running.current = control;
    setAsking(stone);
    setTold(null);
    const asked: StoneAsk = { at, line: [...line], stone };
    post<GroupTold>(`/games/${id}/group`, asked, { signal: control.signal })
      .then(
        (found) => running.current === control && setTold(found),
        (error: unknown) => !control.signal.aborted && fail(error),
      )
      .finally(() => running.current === control && setAsking(""));
  };
  return { on, setOn, groups, told, asking, ask, close: () => setTold(null) };
}

/** Marks on the stones of groups that are not simply alive. */
export function marksOf(groups: Groups | null, size: Size): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  for (const group of groups?.groups ?? []) {
    const mark = MARKS[group.word];
    if (mark) for (const stone of group.stones) marks.set(fromVertex(stone, size), mark);
  }
  return marks;
}

/** The word for the group of each stone, for who hears the board. */
export function wordsOf(groups: Groups | null, size: Size): Map<number, string> {
  const said = new Map<number, string>();
  for (const group of groups?.groups ?? []) for (const stone of group.stones) said.set(fromVertex(stone, size), words.groupWord[group.word] ?? group.word);
  return said;
}

export function GroupsCard({ asked, id, at, base, toPlay, show, fail }: {
  asked: Asking;
  id: string;
  at: number;
  /** The line to the position that was asked about. */
  base: readonly string[];
  toPlay: "black" | "white";
  show: (moves: string[]) => void;
  fail: (error: unknown) => void;
}) {
  const { on, setOn, groups, told, asking, ask, close } = asked;
  const settled = (groups?.groups ?? []).filter((one) => one.word === "alive" || one.word === "seki");
  const open = (groups?.groups ?? []).filter((one) => !settled.includes(one));
  return (
    <section class="card group-card" aria-live="polite">
      <h2>{words.groups}</h2>
      <label class="check">
        <input type="checkbox" checked={on} onChange={(event) => setOn(event.currentTarget.checked)} /> {words.showGroups}
      </label>
      {on && !groups && !told && <p class="soft">{words.askingGroups}</p>}
      {asking && <p class="soft">{words.askingGroup(asking)}</p>}
      {told && <Told told={told} id={id} at={at} base={base} toPlay={toPlay} show={show} close={close} fail={fail} />}
      {on && groups && !told && (
        <>
          {groups.groups.length === 0 && <p class="soft">{words.noStones}</p>}
          <Rows groups={open} ask={ask} />
          {settled.length > 0 && (
            <details open={open.length === 0}>
              <summary class="small">{words.settled(settled.length)}</summary>
              <Rows groups={settled} ask={ask} />
            </details>
          )}
          <Copy text={groups.command} />
        </>
      )}
    </section>
  );
}

function Rows({ groups, ask }: { groups: readonly GroupInfo[]; ask: (stone: string) => void }) {
  return (
    <ul class="plain-list group-rows">
      {groups.map((one) => (
        <li key={one.stones[0]}>
          <button class="plain" onClick={() => ask(one.name)}>
            <span class={`dot ${one.color}`} aria-hidden="true" /> {words.groupOf(one.color, one.name, one.stones.length)}
          </button>{" "}
          <span>
            {SIGNS[one.word] && <span aria-hidden="true">{SIGNS[one.word]} </span>}
            {words.groupWord[one.word]}
            {(one.word === "open" || one.certainty === "learned") && ` ${words.stands(one.chance)}`}
          </span>{" "}
          <Sure certainty={one.certainty} />
        </li>
      ))}
    </ul>
  );
}

function Told({ told, id, at, base, toPlay, show, close, fail }: {
  told: GroupTold;
  id: string;
  at: number;
  base: readonly string[];
  toPlay: "black" | "white";
  show: (moves: string[]) => void;
  close: () => void;
  fail: (error: unknown) => void;
}) {
  const { group } = told;
  return (
    <div class="group-told">
      <h3>
        {words.groupOf(group.color, group.name, group.stones.length)}: {words.groupWord[group.word]} <Sure certainty={group.certainty} />
      </h3>
      {group.kills && <p>{words.kills(group.kills)}</p>}
      {told.readings.map((one) => (
        <Reading key={one.first} one={one} ask={{ at, line: [...base], stone: group.name, first: one.first }} id={id} toPlay={toPlay} show={show} fail={fail} />
      ))}
      <h4>{words.restsOn}</h4>
      <ul class="reasons small">
        {told.evidence.map((one) => (
          <li key={one.source}>
            {words.evidence(one.source, words.groupWord[one.says] ?? one.says, one.detail, one.chance)} <Sure certainty={one.certainty} />
          </li>
        ))}
      </ul>
      <p>
        <button onClick={close}>{words.allGroups}</button>
      </p>
      <Copy text={told.command} />
    </div>
  );
}

// What reading found with one side moving first; its lines are stepped through on the board.
function Reading({ one, ask, id, toPlay, show, fail }: {
  one: ReadingTold;
  ask: PractiseAsk;
  id: string;
  toPlay: "black" | "white";
  show: (moves: string[]) => void;
  fail: (error: unknown) => void;
}) {
  const [busy, setBusy] = useState(false);
  const step = (line: string[]) => show(one.first === toPlay ? line : ["pass", ...line]);
  const failing = one.lines.filter((line) => !line.works);
  const practise = () => {
    setBusy(true);
    post<ProblemState>(`/games/${id}/practise`, ask)
      .then((problem) => (location.hash = `#/problems/${problem.id}`), fail)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <p>
        {one.text} {one.certainty === "read" && <Sure certainty="read" />}
      </p>
      <Lines lines={one.lines.filter((line) => line.works)} step={step} />
      {failing.length > 0 && (
        <details>
          <summary class="small">{words.failing(failing.length)}</summary>
          <Lines lines={failing} step={step} />
        </details>
      )}
      {(one.result === "win" || one.result === "ko") && !one.needless && (
        <p>
          <button disabled={busy} onClick={practise}>{busy ? words.readingProblem : words.playOut}</button>
        </p>
      )}
    </>
  );
}

function Lines({ lines, step }: { lines: readonly ReadLine[]; step: (line: string[]) => void }) {
  if (lines.length === 0) return null;
  return (
    <ul class="plain-list read-lines">
      {lines.map((line) => (
        <li key={line.line[0]}>
          <button class="plain" onClick={() => step(line.line)} aria-label={words.stepThrough(line.line[0] ?? "", line.works)}>
            {line.works ? "✓" : "✕"} {line.line[0]}
          </button>{" "}
          <span class="soft small">
            {line.works ? words.works : words.fails} {line.line.slice(1, 7).join(" ")}
          </span>{" "}
          <Sure certainty={line.certainty} />
        </li>
      ))}
    </ul>
  );
}

function Sure({ certainty }: { certainty: string }) {
  if (!certainty) return null;
  return <span class="certainty">{words.certainty[certainty] ?? certainty}</span>;
}
