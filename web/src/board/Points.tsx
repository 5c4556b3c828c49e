// Every point of the board as something that can be reached, read and pressed: a grid over the
// picture. One point is in the tab order; arrow keys move it.

import { useEffect, useRef, useState } from "preact/hooks";
import { columnName, type Size } from "./points";

export interface PointsProps {
  size: Size;
  /** Pixels of a point, and where the first one's corner is. */
  pixels: number;
  left: number;
  top: number;
  description: string;
  label: (point: number) => string;
  press: (point: number) => void;
  hover?: ((point: number | null) => void) | undefined;
}

export function Points({ size, pixels, left, top, description, label, press, hover }: PointsProps) {
  const { width, height } = size;
  const [cursor, setCursor] = useState(Math.floor(height / 2) * width + Math.floor(width / 2));
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => setCursor(Math.floor(height / 2) * width + Math.floor(width / 2)), [width, height]);

  const go = (to: number) => {
    setCursor(to);
    holder.current?.querySelector<HTMLElement>(`[data-point="${to}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const x = cursor % width;
    const y = Math.floor(cursor / width);
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [x - 1, y],
      ArrowRight: [x + 1, y],
      ArrowUp: [x, y - 1],
      ArrowDown: [x, y + 1],
      Home: [0, y],
      End: [width - 1, y],
      PageUp: [x, 0],
      PageDown: [x, height - 1],
    };
    const to = steps[event.key];
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    if (to[0] >= 0 && to[0] < width && to[1] >= 0 && to[1] < height) go(to[1] * width + to[0]);
  };
  return (
    <div
      ref={holder}
      class="points"
      role="grid"
      aria-label={description}
      aria-rowcount={height}
      aria-colcount={width}
      style={{ left, top, width: width * pixels, height: height * pixels, fontSize: pixels }}
      onKeyDown={onKey}
      onMouseLeave={() => hover?.(null)}
    >
      {Array.from({ length: height }, (_, y) => (
        <div role="row" key={y} aria-rowindex={y + 1}>
          {Array.from({ length: width }, (_, x) => {
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
