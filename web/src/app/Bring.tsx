// Records into the library: chosen, dropped, pasted, or read by the server from a folder.

import { useEffect, useRef, useState } from "preact/hooks";
import { strings } from "../strings";
import type { Folder, GameState, ImportedFile } from "./api";
import { get, newRequest, post, type News } from "./client";
import { bring, chosen, dropped, type Chosen, type Sending } from "./files";
import { Troubles } from "./Troubles";

const words = strings.app;

export function Bring({ fail, brought }: { fail: (error: unknown) => void; brought: () => void }) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [sending, setSending] = useState<Sending | null>(null);
  const [found, setFound] = useState<ImportedFile[] | null>(null);

  const send = (some: Chosen[]) => {
    if (some.length === 0) return setFound([]);
    setFound(null);
    bring(some, setSending)
      .then((told) => {
        const [only] = told;
        const [game] = only?.games ?? [];
        if (told.length === 1 && only && game && only.games.length === 1 && !only.trouble) location.hash = `#/game/${game}`;
        else setFound(told);
      }, fail)
      .finally(() => {
        setSending(null);
        brought();
      });
  };
  useEffect(() => {
    const dragged = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(event.type === "dragover");
      if (event.type === "drop") void dropped(event.dataTransfer.items).then(send, fail);
    };
    const pasted = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLInputElement) return;
      const sgf = event.clipboardData?.getData("text") ?? "";
      if (!/^\s*\(\s*;/.test(sgf)) return;
      post<GameState>("/records", { request: newRequest(), sgf, name: "" }).then(
        (game) => (location.hash = `#/game/${game.id}`),
        fail,
      );
    };
    for (const kind of ["dragover", "dragleave", "drop"] as const) window.addEventListener(kind, dragged);
    window.addEventListener("paste", pasted);
    return () => {
      for (const kind of ["dragover", "dragleave", "drop"] as const) window.removeEventListener(kind, dragged);
      window.removeEventListener("paste", pasted);
    };
  }, []);
  const take = (event: { currentTarget: HTMLInputElement }) => {
    send(chosen(event.currentTarget.files ?? []));
    event.currentTarget.value = "";
  };
  return (
    <section class={`card open-record${over ? " over" : ""}`}>
      <h2>{words.openRecord}</h2>
      <p class="soft small">{words.dropHere}</p>
      <input ref={files} type="file" multiple accept=".sgf,application/x-go-sgf,text/plain" aria-label={words.chooseFile} class="unseen" tabIndex={-1} onChange={take} />
      <input ref={folder} type="file" {...{ webkitdirectory: true }} aria-label={words.chooseFolder} class="unseen" tabIndex={-1} onChange={take} />
      <p class="actions">
        <button disabled={sending !== null} onClick={() => files.current?.click()}>{words.chooseFile}</button>{" "}
        <button disabled={sending !== null} onClick={() => folder.current?.click()}>{words.chooseFolder}</button>
      </p>
      {sending && (
        <p role="status">
          {words.bringing(sending.done, sending.of)}
          <progress max={sending.of} value={sending.done} aria-hidden="true" />
        </p>
      )}
      {found && <Outcome found={found} />}
    </section>
  );
}

function Outcome({ found }: { found: readonly ImportedFile[] }) {
  const games = found.reduce((sum, file) => sum + file.games.length, 0);
  const fresh = found.reduce((sum, file) => sum + file.new, 0);
  return (
    <div role="status">
      <p>{found.length === 0 ? words.noRecords : words.brought(fresh, games - fresh)}</p>
      <Troubles said={found.map((file) => file.trouble).filter(Boolean)} />
    </div>
  );
}

/** The folders that `gokan serve` was given: how far they are read, and what could not be read. */
export function Folders({ news, fail, changed }: { news: News; fail: (error: unknown) => void; changed: () => void }) {
  const [folders, setFolders] = useState<Folder[]>([]);
  useEffect(() => {
    const load = () => get<Folder[]>("/imports").then(setFolders, fail);
    void load();
    return news.hear({
      folder: (told) => {
        setFolders((old) => [...old.filter((one) => one.name !== told.name), told]);
        changed();
      },
      begun: load,
    });
  }, []);
  return (
    <>
      {folders.map((one) => (
        <section key={one.name} class="card" aria-live="polite">
          <p>
            {one.over ? words.folderRead(one.name, one.new, one.known) : words.folderReading(one.name, one.done, one.of)}
            {!one.over && <progress max={one.of} value={one.done} aria-hidden="true" />}
          </p>
          <Troubles said={one.troubles} count={one.bad} />
        </section>
      ))}
    </>
  );
}
