// Every point of the board as something that can be reached, read and pressed: a grid over the
// picture. One point is in the tab order; arrow keys move it.

import { useEffect, useRef, useState } from "preact/hooks";
import { columnName, type Size } from "./points";
import type { View } from "./view";

export interface PointsProps {
  size: Size;
  view: View;
  /** Pixels of a point, and where the first one's corner is. */
  pixels: number;
  left: number;
  top: number;
  description: string;
  label: (point: number) => string;
  press: (point: number) => void;
  hover?: ((point: number | null) => void) | undefined;
}

export function Points({ size, view, pixels, left, top, description, label, press, hover }: PointsProps) {
  const { width, height } = size;
  const middle = Math.floor((view.top + view.bottom + 1) / 2) * width + Math.floor((view.left + view.right + 1) / 2);
  const [cursor, setCursor] = useState(middle);
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => setCursor(middle), [width, height]);
  const shows = (point: number) => {
    const x = point % width;
    const y = Math.floor(point / width);
    return x >= view.left && x <= view.right && y >= view.top && y <= view.bottom;
  };
  useEffect(() => setCursor((old) => (shows(old) ? old : middle)), [view.left, view.right, view.top, view.bottom]);

  const go = (to: number) => {
    setCursor(to);
    holder.current?.querySelector<HTMLElement>(`[data-point="${to}"]`)?.focus();
  };
  const columns = Array.from({ length: view.right - view.left + 1 }, (_, index) => view.left + index);
  const lines = Array.from({ length: view.bottom - view.top + 1 }, (_, index) => view.top + index);
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const x = cursor % width;
    const y = Math.floor(cursor / width);
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [x - 1, y],
      ArrowRight: [x + 1, y],
      ArrowUp: [x, y - 1],
      ArrowDown: [x, y + 1],
      Home: [view.left, y],
      End: [view.right, y],
      PageUp: [x, view.top],
      PageDown: [x, view.bottom],
    };
    const to = steps[event.key];
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    if (to[0] >= 0 && to[0] < width && to[1] >= 0 && shows(to[1] * width + to[0])) go(to[1] * width + to[0]);
  };
  return (
    <div
      ref={holder}
      class="points"
      role="grid"
      aria-label={description}
      aria-rowcount={height}
      aria-colcount={width}
      style={{ left, top, width: columns.length * pixels, height: lines.length * pixels, fontSize: pixels }}
      onKeyDown={onKey}
      onMouseLeave={() => hover?.(null)}
    >
      {lines.map((y) => (
        <div role="row" key={y} aria-rowindex={y + 1}>
          {columns.map((x) => {
            const point = y * width + x;
            return (
              <button
                key={x}
                type="button"
                role="gridcell"
                aria-colindex={x + 1}
                aria-label={label(point)}
                data-point={point}
                data-vertex={`${columnName(x)}${height - y}`}
                tabIndex={point === cursor ? 0 : -1}
                onFocus={() => setCursor(point)}
                onClick={() => press(point)}
                onMouseEnter={() => hover?.(point)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}
