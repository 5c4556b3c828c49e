// The one board of every page. Points are numbers from the top left; colours are 1 black, 2 white.

import { Goban, type GhostStone, type Marker } from "@sabaki/shudan";
import "@sabaki/shudan/css/goban.css";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Stones } from "./play";
import { columnName, PASS, type Size } from "./points";
import { Points } from "./Points";
import { sizeOfView, whole, type View } from "./view";
import "./board.css";

export type Mark = "circle" | "cross" | "triangle" | "square" | "point";

export interface Ghost {
  color: 1 | 2;
  kind?: "good" | "interesting" | "doubtful" | "bad";
  faint?: boolean;
}

export interface BoardProps {
  size: Size;
  stones: Stones;
  /** What a person who does not see the board is told about it. */
  description: string;
  last?: number;
  marks?: ReadonlyMap<number, Mark>;
  labels?: ReadonlyMap<number, string>;
  ghosts?: ReadonlyMap<number, Ghost>;
  /** One number per point from -1 (White) to +1 (Black), shown as paint. */
  paint?: readonly number[];
  lines?: readonly { from: number; to: number; arrow?: boolean }[];
  selected?: readonly number[];
  onPoint?: (point: number) => void;
  /** Makes every point one that can be reached by keys, read aloud and pressed. */
  points?: {
    label: (point: number) => string;
    press: (point: number) => void;
    hover?: (point: number | null) => void;
    pixels?: (pixels: number) => void;
  };
  dimmed?: readonly number[];
  /** The board fills its parent's width, up to this many pixels a point. */
  largest?: number;
  /** The part that is shown; the whole board if nothing is said. */
  view?: View;
  /** Of the window's height, how much the board may take. */
  tallest?: number;
}

export function Board(props: BoardProps) {
  const { size, stones, last, marks, labels, ghosts, paint, onPoint } = props;
  const holder = useRef<HTMLDivElement>(null);
  const view = props.view ?? whole(size);
  const visible = sizeOfView(view);
  const pointSize = usePointSize(holder, visible, props.largest ?? 40, props.tallest ?? 0.86);
  const corner = useCorner(holder, pointSize, visible);
  const told = props.points?.pixels;
  useEffect(() => told?.(pointSize), [told, pointSize]);

  const signs = useMemo(
    () => rows(size, (point) => (stones[point] === 1 ? 1 : stones[point] === 2 ? -1 : 0)),
    [size, stones],
  );
  const markers = useMemo(
    () =>
      rows<Marker | null>(size, (point) => {
        const label = labels?.get(point);
        if (label !== undefined) return { type: "label", label };
        const mark = marks?.get(point);
        if (mark !== undefined) return { type: mark };
        return point === last ? { type: "circle" } : null;
      }),
    [size, labels, marks, last],
  );
  const shadows = useMemo(
    () =>
      rows<GhostStone | null>(size, (point) => {
        const ghost = ghosts?.get(point);
        if (ghost === undefined) return null;
        const { color, kind, faint } = ghost;
        return { sign: color === 1 ? 1 : -1, type: kind ?? null, faint: faint ?? false };
      }),
    [size, ghosts],
  );
  // The library's types know only whole strengths, but it paints any; it halves them for opacity.
  const painted = paint ? rows(size, (point) => faint(2 * (paint[point] ?? 0))) : undefined;

  const picture = (
      <Goban
        vertexSize={pointSize}
        showCoordinates
        rangeX={[view.left, view.right]}
        rangeY={[view.top, view.bottom]}
        coordX={columnName}
        coordY={(y) => size.height - y}
        signMap={signs}
        markerMap={markers}
        ghostStoneMap={shadows}
        {...(painted ? { paintMap: painted } : {})}
        dimmedVertices={(props.dimmed ?? []).map((point) => place(point, size))}
        selectedVertices={(props.selected ?? []).map((point) => place(point, size))}
        lines={(props.lines ?? []).map(({ from, to, arrow }) => ({
          v1: place(from, size),
          v2: place(to, size),
          type: arrow ? ("arrow" as const) : ("line" as const),
        }))}
        {...(onPoint
          ? { onVertexClick: (_: MouseEvent, [x, y]: [number, number]) => onPoint(y * size.width + x) }
          : {})}
      />
  );
  if (!props.points) {
    return (
      <div class="board" ref={holder} role="img" aria-label={props.description}>
        {picture}
      </div>
    );
  }
  return (
    <div class="board" ref={holder}>
      <div aria-hidden="true">{picture}</div>
      <Points
        size={size}
        view={view}
        pixels={pointSize}
        {...corner}
        description={props.description}
        label={props.points.label}
        press={props.points.press}
        hover={props.points.hover}
      />
    </div>
  );
}

// Where the first point's corner is, in the holder.
function useCorner(
  holder: { current: HTMLDivElement | null },
  pixels: number,
  { width, height }: Size,
): { left: number; top: number } {
  const [corner, setCorner] = useState({ left: 0, top: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      const outer = holder.current?.getBoundingClientRect();
      const inner = holder.current?.querySelector(".shudan-vertices")?.getBoundingClientRect();
      if (!outer || !inner) return;
      const next = { left: inner.left - outer.left, top: inner.top - outer.top };
      setCorner((old) => (old.left === next.left && old.top === next.top ? old : next));
    };
    measure();
    const watch = new ResizeObserver(measure);
    if (holder.current) watch.observe(holder.current);
    return () => watch.disconnect();
  }, [pixels, width, height]);
  return corner;
}

const FAINTEST = 0.12; // less is not worth a square

function faint(value: number): 0 | 1 | -1 {
  return (Math.abs(value) < FAINTEST ? 0 : value) as 0 | 1 | -1;
}

function place(point: number, { width }: Size): [number, number] {
  if (point === PASS) throw new RangeError("a pass has no place on the board");
  return [point % width, Math.floor(point / width)];
}

function rows<T>({ width, height }: Size, value: (point: number) => T): T[][] {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => value(y * width + x)),
  );
}

// Coordinates take a point's width on either side, the border a little more.
function usePointSize(
  holder: { current: HTMLDivElement | null },
  { width, height }: Size,
  largest: number,
  tallest: number,
): number {
  const [pixels, setPixels] = useState(24);
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const fit = () => {
      const wide = element.clientWidth / (width + 2.4);
      const high = (window.innerHeight * tallest) / (height + 2.4);
      setPixels(Math.max(8, Math.min(largest, Math.floor(Math.min(wide, high)))));
    };
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(element);
    window.addEventListener("resize", fit);
    return () => {
      watch.disconnect();
      window.removeEventListener("resize", fit);
    };
  }, [width, height, largest, tallest]);
  return pixels;
}
