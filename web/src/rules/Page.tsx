// The rule editor (Klinger's PET): draw a map, run the examples, see where it matches, save the text.

import { useMemo, useState } from "preact/hooks";
import { Board, type Mark } from "../board/Board";
import { strings } from "../strings";
import { ThemeChoice } from "../theme";
import { exampleBoard, exampleHolds, Ground, matches } from "./match";
import { mapIn, parseRule, withMap, type Rule } from "./rule";
import type { Given, GivenBoard } from "./types";

const PALETTE = ["X", "O", ".", "x", "o", ",", "?", "#", "*", "a", "b", "B", "c"];

type Read = { rule: Rule; error: "" } | { rule: null; error: string };

export function Page({ given }: { given: Given }) {
  const [text, setText] = useState(given.rules[0]?.text ?? "");
  const read = useMemo<Read>(() => {
    try {
      return { rule: parseRule(text, given.purposes), error: "" };
    } catch (error) {
      return { rule: null, error: error instanceof Error ? error.message : String(error) };
    }
  }, [text, given.purposes]);
  return (
    <>
      <header class="top">
        <div>
          <h1>{strings.rulesTitle}</h1>
          <p class="soft">{strings.rulesTask}</p>
        </div>
        <ThemeChoice />
      </header>
      <main class="editor">
        <section class="card">
          <label>
            {strings.ruleToEdit}{" "}
            <select
              aria-label={strings.ruleToEdit}
              onChange={(event) => {
                const chosen = given.rules[Number(event.currentTarget.value)];
                if (chosen) setText(chosen.text);
              }}
            >
              {given.rules.map((rule, index) => (
                <option key={rule.name} value={index}>{rule.name}</option>
              ))}
            </select>
          </label>
          <MapGrid text={text} onEdit={setText} />
          <label class="source">
            <span>{strings.ruleText}</span>
            <textarea
              rows={22}
              spellcheck={false}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <p role="status" class={read.error ? "wrong" : "soft"}>
            {read.error ? strings.ruleUnreadable(read.error) : strings.ruleReads}
          </p>
          <a
            download={`${read.rule?.name || "rule"}.txt`}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          >
            {strings.saveRule}
          </a>
        </section>
        <section class="card">
          <h2>{strings.ruleExamples}</h2>
          {read.rule ? <Examples rule={read.rule} /> : null}
        </section>
        <section class="card">
          <h2>{strings.ruleMatches}</h2>
          {read.rule ? <Matches rule={read.rule} boards={given.boards} /> : null}
        </section>
      </main>
    </>
  );
}

/** The first map as a grid: choose a symbol, then cells. A rule that cannot be read keeps its map. */
function MapGrid(props: { text: string; onEdit: (text: string) => void }) {
  const [symbol, setSymbol] = useState("X");
  const rows = mapIn(props.text);
  const width = Math.max(1, ...rows.map((row) => row.length));
  const grid = rows.map((row) => [...row.padEnd(width, "?")]);
  const change = (next: string[][]) => props.onEdit(withMap(props.text, next.map((row) => row.join(""))));
  const put = (y: number, x: number) =>
    change(grid.map((row, at) => (at === y ? row.map((old, column) => (column === x ? symbol : old)) : row)));
  const blank = new Array<string>(width).fill("?");
  return (
    <div class="map">
      <div class="palette" role="radiogroup" aria-label={strings.symbols}>
        {PALETTE.map((one) => (
          <button
            key={one}
            type="button"
            role="radio"
            aria-checked={one === symbol}
            title={strings.symbolMeaning(one)}
            aria-label={strings.symbolMeaning(one)}
            onClick={() => setSymbol(one)}
          >
            {one}
          </button>
        ))}
      </div>
      <p class="meaning soft">{strings.symbolMeaning(symbol)}</p>
      <table aria-label={strings.map}>
        <tbody>
          {grid.map((row, y) => (
            <tr key={y}>
              {row.map((one, x) => (
                <td key={x}>
                  <button
                    type="button"
                    class={`cell ${one === "X" ? "own" : one === "O" ? "enemy" : ""}`}
                    aria-label={strings.mapCell(y + 1, x + 1, one)}
                    onClick={() => put(y, x)}
                  >
                    {one}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div class="controls">
        <button type="button" onClick={() => change([...grid, blank])}>{strings.addRow}</button>
        <button type="button" disabled={grid.length < 2} onClick={() => change(grid.slice(0, -1))}>
          {strings.dropRow}
        </button>
        <button type="button" onClick={() => change(grid.map((row) => [...row, "?"]))}>{strings.addColumn}</button>
        <button type="button" disabled={width < 2} onClick={() => change(grid.map((row) => row.slice(0, -1)))}>
          {strings.dropColumn}
        </button>
      </div>
    </div>
  );
}

function Examples({ rule }: { rule: Rule }) {
  if (!rule.examples.length) return <p class="soft">{strings.noExamples}</p>;
  return (
    <ul class="examples">
      {rule.examples.map((example, index) => {
        try {
          const { size, stones, points, marked } = exampleBoard(example);
          const fine = exampleHolds(rule, example);
          const marks = new Map<number, Mark>([
            ...points.map((point) => [point, "cross"] as [number, Mark]),
            ...marked.map((stone) => [stone, "triangle"] as [number, Mark]),
          ]);
          return (
            <li key={index}>
              <p class={fine ? "right" : "wrong"}>{strings.exampleSays(example.must, fine)}</p>
              <Board size={size} stones={stones} marks={marks} largest={20} description={strings.example(index + 1)} />
            </li>
          );
        } catch (error) {
          return <li key={index} class="wrong">{strings.ruleUnreadable(String(error))}</li>;
        }
      })}
    </ul>
  );
}

function Matches({ rule, boards }: { rule: Rule; boards: readonly GivenBoard[] }) {
  const found = useMemo(
    () =>
      boards.map((board) => {
        const ground = new Ground(board, board.stones);
        return ([1, 2] as const).flatMap((own) => matches(rule, ground, own).map((hit) => ({ own, hit })));
      }),
    [rule, boards],
  );
  const where = found.flatMap((hits, index) => hits.map((one) => ({ index, ...one })));
  const [at, setAt] = useState(0);
  const now = where[Math.min(at, where.length - 1)];
  const total = strings.matchCount(where.length, boards.length);
  if (!now) return <p role="status">{total}</p>;
  const board = boards[now.index];
  if (!board) return null;
  const number = Math.min(at, where.length - 1);
  const { hit } = now;
  const marks = new Map<number, Mark>([
    ...hit.moves.map((move) => [move, "cross"] as [number, Mark]),
    ...hit.centre.map((point) => [point, "point"] as [number, Mark]),
    ...hit.objects.map((stone) => [stone, "triangle"] as [number, Mark]),
  ]);
  return (
    <>
      <p role="status">{total}</p>
      <div class="controls">
        <button type="button" disabled={number === 0} onClick={() => setAt(number - 1)}>{strings.back}</button>
        <span class="counter">{strings.matchOf(number + 1, where.length, board.name)}</span>
        <button type="button" disabled={number + 1 >= where.length} onClick={() => setAt(number + 1)}>
          {strings.forward}
        </button>
      </div>
      <Board
        size={board}
        stones={board.stones}
        marks={marks}
        selected={hit.cells}
        largest={28}
        description={strings.matchBoard(board.name, now.own === 1 ? "Black" : "White")}
      />
    </>
  );
}
