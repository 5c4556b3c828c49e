// What the stones are becoming: a game as a space of board and time (the tool Scrimger's thesis asks for).

import { useEffect, useMemo, useState } from "preact/hooks";
import { PASS, toVertex } from "../board/points";
import { strings, type Side } from "../strings";
import { ThemeChoice } from "../theme";
import { orbit, START, zoomed, type Camera } from "./camera";
import { alive, changes, holding, LAYERS, stoneAt, weight, type Layer, type Met } from "./elements";
import { Space } from "./Space";
import type { ShapeData } from "./types";

export function Page({ data }: { data: ShapeData }) {
  const last = data.moves.length - 1;
  const [at, setAt] = useState(data.at);
  const [shownLayer, setLayer] = useState<Layer>(2);
  const [camera, setCamera] = useState<Camera>(START);
  const [point, setPoint] = useState<Met | null>(null);
  const [picked, setPicked] = useState<number | null>(null);
  const here = useMemo(() => alive(data, at, shownLayer), [data, at, shownLayer]);
  const goTo = (move: number) => {
    setAt(Math.max(0, Math.min(last, move)));
    setPoint(null);
  };
  const pick = (found: Met | null) => {
    setPoint(found);
    setPicked(found ? (holding(data, found.point, found.move)[0] ?? null) : null);
  };
  const next = (step: number) => {
    if (!here.length) return setPicked(null);
    const index = picked === null ? -1 : here.indexOf(picked);
    setPoint(null);
    setPicked(here[(index + step + here.length + (index < 0 && step < 0 ? 1 : 0)) % here.length] ?? null);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = KEYS[event.key];
      if (!act) return;
      act({ goTo, at, last, shift: event.shiftKey, setCamera, next, pick, setLayer });
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
  const move = data.moves[at];
  const said =
    at && move ? strings.played(side(move.color), toVertex(move.point, data)) : strings.start;
  const shown = useMemo(
    () => ({ at, outlined: here, picked, point: point?.move === at ? point.point : null }),
    [at, here, picked, point],
  );
  return (
    <>
      <header class="top">
        <div>
          <h1>{data.title}</h1>
          <p class="soft">{strings.shapeIntro}</p>
        </div>
        <ThemeChoice />
      </header>
      <main class="columns">
        <section class="left">
          <Space
            data={data}
            shown={shown}
            camera={camera}
            description={strings.shapeSpace(at, said)}
            onCamera={setCamera}
            onPick={pick}
          />
          <div class="controls">
            <button type="button" aria-label={strings.first} onClick={() => goTo(0)}>«</button>
            <button type="button" aria-label={strings.back} onClick={() => goTo(at - 1)}>◀</button>
            <span class="counter" role="status">{strings.toMove(at, last)}</span>
            <button type="button" aria-label={strings.forward} onClick={() => goTo(at + 1)}>▶</button>
            <button type="button" aria-label={strings.last} onClick={() => goTo(last)}>»</button>
            <label class="small">
              {strings.shapeLevel}{" "}
              <select value={shownLayer} onChange={(event) => setLayer(Number(event.currentTarget.value) as Layer)}>
                {LAYERS.map((n) => <option key={n} value={n}>{strings.shapeLayers[n]}</option>)}
              </select>
            </label>
            <button type="button" onClick={() => setCamera({ ...START, tilt: Math.PI / 2, turn: 0 })}>{strings.fromAbove}</button>
            <button type="button" onClick={() => setCamera(START)}>{strings.inSpace}</button>
          </div>
          <input
            class="moves"
            type="range"
            min={0}
            max={last}
            value={at}
            aria-label={strings.moves}
            onInput={(event) => goTo(Number(event.currentTarget.value))}
          />
          <p class="small soft keys">{strings.shapeKeys}</p>
        </section>
        <section class="right">
          <Picked data={data} at={at} point={point} picked={picked} onPick={setPicked} />
          <Moved data={data} at={at} said={said} picked={picked} onPick={setPicked} />
          <div class="card alive">
            <h2>{strings.shapeNow(here.length, strings.shapeLayers[shownLayer] ?? "")}</h2>
            <List data={data} numbers={here} picked={picked} onPick={setPicked} />
          </div>
        </section>
      </main>
      <footer class="small soft">{strings.made}</footer>
    </>
  );
}

/** The element that was picked: its class, its process in time, and what it is made of. */
function Picked(props: {
  data: ShapeData;
  at: number;
  point: Met | null;
  picked: number | null;
  onPick: (n: number) => void;
}) {
  const { data, point, picked } = props;
  const element = picked === null ? undefined : data.elements[picked];
  const kind = element && data.classes[element[0]];
  const stone = point && stoneAt(data, point.point, point.move);
  const others = point ? holding(data, point.point, point.move).filter((n) => n !== picked) : [];
  return (
    <div class="card picked" aria-live="polite">
      {point && (
        <p>
          <b>{toVertex(point.point, data)}</b>{" "}
          {stone
            ? strings.shapeStone(side(stone[1]), stone[2], stone[3] === data.moves.length - 1 ? null : stone[3])
            : strings.shapeEmpty}
        </p>
      )}
      {element && kind ? (
        <>
          <h2>{capital(kind.title)}</h2>
          <table>
            <tbody>
              <tr><th>{strings.shapeClass}</th><td>{kind.name}{kind.number && ` (${kind.number})`}, {strings.shapeLevelOf(kind.level)}</td></tr>
              <tr><th>{strings.shapeProcess}</th><td>{strings.shapeLife(element[1], element[2] === data.moves.length - 1 ? null : element[2])}</td></tr>
              <tr><th>{strings.shapeStones}</th><td>{names(data, element[3])}</td></tr>
              {element[4].length > 0 && <tr><th>{strings.shapePoints}</th><td>{names(data, element[4])}</td></tr>}
            </tbody>
          </table>
          {kind.note && <p class="small soft">{kind.note}</p>}
          {element[5].length > 0 && (
            <>
              <h3>{strings.shapeMembers}</h3>
              <List data={data} numbers={element[5]} picked={picked} onPick={props.onPick} />
            </>
          )}
        </>
      ) : (
        <p class="soft">{point ? strings.shapeNothing : strings.shapePick}</p>
      )}
      {others.length > 0 && (
        <>
          <h3>{strings.shapeOthers}</h3>
          <List data={data} numbers={others} picked={picked} onPick={props.onPick} />
        </>
      )}
    </div>
  );
}

function Moved(props: {
  data: ShapeData;
  at: number;
  said: string;
  picked: number | null;
  onPick: (n: number) => void;
}) {
  const { data, at } = props;
  const { made, ended } = useMemo(() => {
    const found = changes(data, at);
    const told = (numbers: number[]) =>
      numbers.filter((n) => data.elements[n] && weight(data, data.elements[n]) > 1);
    return { made: told(found.made), ended: told(found.ended) };
  }, [data, at]);
  return (
    <div class="card moved">
      <h2>{props.at ? `${strings.moveNumber(props.at)}: ${props.said}` : props.said}</h2>
      {made.length > 0 && <p class="small">{strings.shapeMade}</p>}
      <List {...props} numbers={made} />
      {ended.length > 0 && <p class="small">{strings.shapeEnded}</p>}
      <List {...props} numbers={ended} />
    </div>
  );
}

function List(props: {
  data: ShapeData;
  numbers: readonly number[];
  picked: number | null;
  onPick: (n: number) => void;
}) {
  const { data } = props;
  const sorted = [...props.numbers].sort((a, b) => rank(data, b) - rank(data, a));
  return (
    <ul class="elements">
      {sorted.map((n) => {
        const element = data.elements[n];
        const kind = element && data.classes[element[0]];
        if (!element || !kind) return null;
        return (
          <li key={n} class={n === props.picked ? "here" : undefined}>
            <button type="button" class="plain" aria-pressed={n === props.picked} onClick={() => props.onPick(n)}>
              {kind.title} <span class="soft small">{names(data, element[3].length ? element[3] : element[4], 4)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface Acts {
  goTo: (move: number) => void;
  at: number;
  last: number;
  shift: boolean;
  setCamera: (change: (old: Camera) => Camera) => void;
  next: (step: number) => void;
  pick: (met: Met | null) => void;
  setLayer: (layer: Layer) => void;
}

const KEYS: Record<string, (acts: Acts) => void> = {
  ArrowRight: ({ goTo, at, shift }) => goTo(at + (shift ? 10 : 1)),
  ArrowLeft: ({ goTo, at, shift }) => goTo(at - (shift ? 10 : 1)),
  Home: ({ goTo }) => goTo(0),
  End: ({ goTo, last }) => goTo(last),
  a: ({ setCamera }) => setCamera((old) => orbit(old, 0.15, 0)),
  d: ({ setCamera }) => setCamera((old) => orbit(old, -0.15, 0)),
  w: ({ setCamera }) => setCamera((old) => orbit(old, 0, 0.1)),
  s: ({ setCamera }) => setCamera((old) => orbit(old, 0, -0.1)),
  "+": ({ setCamera }) => setCamera((old) => zoomed(old, 1.15)),
  "-": ({ setCamera }) => setCamera((old) => zoomed(old, 1 / 1.15)),
  n: ({ next }) => next(1),
  p: ({ next }) => next(-1),
  Escape: ({ pick }) => pick(null),
  "0": ({ setLayer }) => setLayer(0),
  "1": ({ setLayer }) => setLayer(1),
  "2": ({ setLayer }) => setLayer(2),
  "3": ({ setLayer }) => setLayer(3),
  "4": ({ setLayer }) => setLayer(4),
};

function rank(data: ShapeData, n: number): number {
  const e = data.elements[n];
  return e ? weight(data, e) * 1e6 + e[1] : 0;
}

function side(color: number): Side {
  return color === 2 ? "white" : "black";
}

function names(data: ShapeData, points: readonly number[], most = 24): string {
  const told = points.filter((p) => p !== PASS).slice(0, most).map((p) => toVertex(p, data));
  return told.join(" ") + (points.length > most ? " …" : "");
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
