// Zobrist's wish: a person divides boards with dashed lines, and the page says how much that agrees
// with the programs. What is drawn stays in this page until the person saves it to a file.

import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { strings } from "../strings";
import { ThemeChoice } from "../theme";
import { adjustedRand } from "./rand";
import { areas, finished, type Line, type Place } from "./strokes";
import type { Experiment, SegmentBoard } from "./types";

const KIND = "gokan segments";

export function Page({ experiment }: { experiment: Experiment }) {
  const { boards } = experiment;
  const [at, setAt] = useState(0);
  const [drawn, setDrawn] = useState<readonly (readonly Line[])[]>(boards.map(() => []));
  const board = boards[at];
  const lines = drawn[at] ?? [];
  const change = (next: readonly Line[]) =>
    setDrawn((old) => old.map((kept, index) => (index === at ? next : kept)));
  const go = (to: number) => setAt(Math.max(0, Math.min(boards.length, to)));
  const undo = () => change(lines.slice(0, -1));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLSelectElement) return;
      if (event.key === "ArrowRight") go(at + 1);
      else if (event.key === "ArrowLeft") go(at - 1);
      else if (event.key === "z" || event.key === "Backspace") undo();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
  return (
    <>
      <header class="top">
        <div>
          <h1>{strings.segmentsTitle}</h1>
          <p class="soft">{strings.segmentsTask}</p>
        </div>
        <ThemeChoice />
      </header>
      <main class="drawing">
        {board ? (
          <>
            <Paper key={at} board={board} lines={lines} number={at + 1} onLine={(line) => change([...lines, line])} />
            <p class="counter small" role="status">
              {strings.areaCount(new Set(areas(lines, board)).size)}
            </p>
          </>
        ) : (
          <Results boards={boards} drawn={drawn} />
        )}
        <div class="controls">
          <button type="button" disabled={at === 0} onClick={() => go(at - 1)}>{strings.back}</button>
          <button type="button" disabled={!lines.length} onClick={undo}>{strings.undo}</button>
          <button type="button" disabled={!lines.length} onClick={() => change([])}>{strings.clear}</button>
          <span class="counter">{board ? strings.boardOf(at + 1, boards.length) : strings.agreement}</span>
          <button type="button" disabled={!board} onClick={() => go(at + 1)}>
            {at + 1 < boards.length ? strings.forward : strings.compare}
          </button>
        </div>
        <p class="small soft">{strings.segmentsKept}</p>
      </main>
    </>
  );
}

/** The board with a sheet of paper over it that can be drawn on. */
function Paper(props: {
  board: SegmentBoard;
  lines: readonly Line[];
  number: number;
  onLine: (line: Line) => void;
}) {
  const { board, lines, onLine } = props;
  const sheet = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState({ left: 0, top: 0, width: 1, height: 1 });
  const [now, setNow] = useState<readonly Place[]>([]);
  useEffect(() => {
    const element = sheet.current;
    const grid = element?.querySelector(".shudan-vertices");
    if (!element || !grid) return;
    const fit = () => {
      const outer = element.getBoundingClientRect();
      const inner = grid.getBoundingClientRect();
      setBox({
        left: inner.left - outer.left,
        top: inner.top - outer.top,
        width: inner.width,
        height: inner.height,
      });
    };
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(grid);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const place = (event: PointerEvent): Place => {
    const outer = sheet.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const x = ((event.clientX - outer.left - box.left) / box.width) * board.width - 0.5;
    const y = ((event.clientY - outer.top - box.top) / box.height) * board.height - 0.5;
    return [x, y];
  };
  const begin = (event: PointerEvent) => {
    sheet.current?.setPointerCapture(event.pointerId);
    setNow([place(event)]);
  };
  const go = (event: PointerEvent) => {
    const last = now.at(-1);
    if (!last) return;
    const next = place(event);
    if (Math.hypot(next[0] - last[0], next[1] - last[1]) > 0.15) setNow([...now, next]);
  };
  const end = () => {
    if (now.length > 1) onLine(finished(now, lines, board));
    setNow([]);
  };
  return (
    <div
      class="paper"
      ref={sheet}
      onPointerDown={begin}
      onPointerMove={go}
      onPointerUp={end}
      onPointerCancel={() => setNow([])}
    >
      <Board size={board} stones={board.stones} description={strings.boardToDivide(props.number)} />
      <svg
        aria-hidden="true"
        style={{ left: box.left, top: box.top }}
        width={box.width}
        height={box.height}
        viewBox={`-0.5 -0.5 ${board.width} ${board.height}`}
        preserveAspectRatio="none"
      >
        {[...lines, now].map((line, index) => (
          <polyline key={index} points={line.map(([x, y]) => `${x},${y}`).join(" ")} />
        ))}
      </svg>
    </div>
  );
}

/** How much each board agrees, and the file to take away. */
function Results(props: {
  boards: readonly SegmentBoard[];
  drawn: readonly (readonly Line[])[];
}) {
  const rows = props.boards.map((board, index) => ({
    board,
    found: areas(props.drawn[index] ?? [], board),
  }));
  const programs = Object.keys(props.boards[0]?.programs ?? {});
  const saved = JSON.stringify({
    kind: KIND,
    boards: rows.map(({ board, found }) => ({
      name: board.name,
      width: board.width,
      stones: board.stones,
      areas: found,
    })),
  });
  return (
    <section class="card">
      <h2>{strings.agreement}</h2>
      <p>{strings.agreementHelp}</p>
      <table>
        <thead>
          <tr>
            <th>{strings.board}</th>
            <th class="number">{strings.areasDrawn}</th>
            {programs.map((name) => <th key={name} class="number">{name}</th>)}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ board, found }) => (
            <tr key={board.name}>
              <td>{board.name}</td>
              <td class="number">{new Set(found).size}</td>
              {programs.map((name) => (
                <td key={name} class="number">
                  {adjustedRand(found, board.programs[name] ?? []).toFixed(3)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <a
          download="segments.json"
          href={`data:application/json;charset=utf-8,${encodeURIComponent(saved)}`}
        >
          {strings.saveDrawing}
        </a>
      </p>
    </section>
  );
}
