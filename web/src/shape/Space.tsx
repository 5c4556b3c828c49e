// The space of board and time on a canvas: drag to turn it, pinch or wheel to come nearer, click to pick.

import { useEffect, useRef, useState } from "preact/hooks";
import { strings } from "../strings";
import { frame, orbit, zoomed, type Camera } from "./camera";
import { draw, type Palette, type Shown } from "./draw";
import { met, type Met } from "./elements";
import type { ShapeData } from "./types";

export function Space(props: {
  data: ShapeData;
  shown: Shown;
  camera: Camera;
  description: string;
  onCamera: (change: (old: Camera) => Camera) => void;
  onPick: (met: Met | null) => void;
}) {
  const { data, shown, camera, onCamera, onPick } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const moved = useRef(0);
  const [size, setSize] = useState({ across: 0, down: 0 });
  const [theme, setTheme] = useState(0);
  const last = data.moves.length - 1;
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const fit = () => setSize({ across: element.clientWidth, down: element.clientHeight });
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(element);
    const repaint = () => setTheme((n) => n + 1);
    const root = new MutationObserver(repaint);
    root.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", repaint);
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      onCamera((old) => zoomed(old, Math.exp(-event.deltaY / 500)));
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => {
      watch.disconnect();
      root.disconnect();
      dark.removeEventListener("change", repaint);
      element.removeEventListener("wheel", wheel);
    };
  }, []);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context || !size.across) return;
    const dense = window.devicePixelRatio || 1;
    element.width = Math.round(size.across * dense);
    element.height = Math.round(size.down * dense);
    context.setTransform(dense, 0, 0, dense, 0, 0);
    draw(context, data, frame(camera, data, size.across, size.down, last), shown, palette(element));
  }, [data, shown, camera, size, theme]);

  const begin = (event: PointerEvent) => {
    canvas.current?.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.current.size === 1) moved.current = 0;
  };
  const go = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    moved.current += Math.abs(dx) + Math.abs(dy);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (other) {
      const apart = (p: { x: number; y: number }) => Math.hypot(p.x - other.x, p.y - other.y);
      onCamera((old) => zoomed(old, apart(now) / Math.max(1, apart(before))));
    } else if (moved.current > 4) {
      onCamera((old) => orbit(old, -dx / 200, dy / 200));
    }
  };
  const end = (event: PointerEvent) => {
    const one = fingers.current.size === 1;
    fingers.current.delete(event.pointerId);
    const box = canvas.current?.getBoundingClientRect();
    if (!one || moved.current > 4 || !box) return;
    const spot = [event.clientX - box.left, event.clientY - box.top] as const;
    onPick(met(data, frame(camera, data, size.across, size.down, last), shown.at, spot));
  };
  return (
    <canvas
      ref={canvas}
      class="space"
      role="img"
      aria-label={props.description}
      title={strings.shapeDrag}
      onPointerDown={begin}
      onPointerMove={go}
      onPointerUp={end}
      onPointerCancel={(event) => fingers.current.delete(event.pointerId)}
    />
  );
}

function palette(element: HTMLElement): Palette {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    paper: of("--paper"), ink: of("--ink"), soft: of("--soft"), wood: of("--wood"), woodLine: of("--wood-line"),
    black: of("--black-side"), white: of("--white-side"), good: of("--good"), bad: of("--bad"),
    mild: of("--mild"), accent: of("--accent"),
  };
}
