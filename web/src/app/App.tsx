// The workbench: which room is open, and what all rooms share.

import { useEffect, useErrorBoundary, useMemo, useState } from "preact/hooks";
import { strings } from "../strings";
import { ThemeChoice } from "../theme";
import { letIn, News } from "./client";
import { GameRoom } from "./GameRoom";
import { Home } from "./Home";
import { Library } from "./Library";
import { ProblemRoom } from "./ProblemRoom";
import { ReviewRoom } from "./ReviewRoom";

const words = strings.app;

export function App() {
  const [open, setOpen] = useState<boolean | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    letIn().then(setOpen, (error: unknown) => setTrouble(sentence(error)));
  }, []);
  if (trouble) return <Plain title={words.failed} text={trouble} />;
  if (open === null) return <Plain title={words.starting} text="" />;
  if (!open) return <Plain title={words.locked} text={words.lockedHelp} />;
  return <Rooms />;
}

function Plain({ title, text }: { title: string; text: string }) {
  return (
    <main class="plain-room">
      <h1>{title}</h1>
      <p>{text}</p>
    </main>
  );
}

function Rooms() {
  const news = useMemo(() => new News(), []);
  const place = usePlace();
  const [lost, setLost] = useState(false);
  const [trouble, setTrouble] = useState("");
  const [broken, mend] = useErrorBoundary();
  useEffect(() => news.hear({ begun: () => setLost(false), lost: () => setLost(true) }), [news]);
  useEffect(() => {
    setTrouble("");
    mend();
    window.scrollTo(0, 0);
  }, [place]);
  const fail = (error: unknown) => setTrouble(sentence(error));
  const [, room = "", id = "", at] = /^\/(\w*)\/?([0-9a-f]*)(?:\?at=(\d+))?$/.exec(place) ?? [];
  return (
    <>
      <header class="bar">
        <a class="brand" href="#/" aria-label={`${words.title}, ${words.home}`}>{words.title}</a>
        <nav aria-label={words.title}>
          <a href="#/" {...(room === "" ? { "aria-current": "page" as const } : {})}>{words.home}</a>
          <a href="#/library" {...(room === "library" ? { "aria-current": "page" as const } : {})}>{words.library}</a>
          <a href="#/problems" {...(room === "problems" ? { "aria-current": "page" as const } : {})}>{words.problems}</a>
        </nav>
        {room === "game" && <a class="skip" href="#board">{words.skip}</a>}
        <ThemeChoice />
      </header>
      {lost && <p class="notice" role="status">{words.lost}</p>}
      {trouble && (
        <p class="notice bad" role="alert">
          {trouble} <button onClick={() => setTrouble("")}>{words.dismiss}</button>
        </p>
      )}
      {broken ? (
        <Plain title={words.failed} text={sentence(broken)} />
      ) : room === "game" && id ? (
        <GameRoom key={id} id={id} first={at === undefined ? undefined : Number(at)} news={news} fail={fail} />
      ) : room === "library" ? (
        <Library news={news} fail={fail} />
      ) : room === "problems" ? (
        <ProblemRoom key={id} id={id} news={news} fail={fail} />
      ) : room === "review" && id ? (
        <ReviewRoom key={id} id={id} news={news} fail={fail} />
      ) : (
        <Home news={news} fail={fail} />
      )}
    </>
  );
}

// The place is what stands after the #; one within a page, such as #board, is not a place.
function usePlace(): string {
  const read = () => (location.hash.startsWith("#/") ? location.hash.slice(1) : null);
  const [place, setPlace] = useState(read() ?? "/");
  useEffect(() => {
    const follow = () => setPlace((old) => read() ?? old);
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  return place;
}

export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
