// The reviews of many games: each game in a line, and what everybody loses points on.

import { strings, type Side } from "../strings";
import { ThemeChoice } from "../theme";

export interface Reviews {
  games: {
    page: string;
    black: string;
    white: string;
    date: string;
    result: string;
    moves: number;
    complete: boolean;
    mean_loss: Record<Side, number>;
    worst: { number: number; color: Side; vertex: string; loss: number; word: string }[];
  }[];
  people: {
    name: string;
    games: number;
    moves: number;
    mean_loss: number;
    bad: number;
    habits: { text: string; lost: number; advice?: string; places: { page: string; move: number }[] }[];
  }[];
  failed: Record<string, string>;
  records: number;
}

export function Page({ reviews }: { reviews: Reviews }) {
  return (
    <>
      <header class="top">
        <div>
          <h1>{strings.reviews}</h1>
          <div class="soft small">{strings.gamesOf(reviews.games.length, reviews.records)}</div>
        </div>
        <ThemeChoice />
      </header>
      <main>
        <section class="card">
          <h2>{strings.lostOn}</h2>
          {reviews.people.map((person) => (
            <div key={person.name}>
              <h3>{person.name}</h3>
              <p>{strings.personPace(person.games, person.mean_loss, person.bad)}</p>
              <ul>
                {person.habits.map((habit) => (
                  <li key={habit.text}>
                    {strings.capital(habit.text)}: {strings.lost(habit.lost)}{" "}
                    <span class="small">
                      {habit.places.map(({ page, move }) => (
                        <span key={`${page}#${move}`}><a href={link(page, move)}>{move}</a>{" "}</span>
                      ))}
                    </span>
                    {habit.advice && <div class="small soft">{habit.advice}</div>}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
        <section class="card wide">
          <h2>{strings.games}</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">{strings.game}</th>
                <th scope="col">{strings.result}</th>
                <th scope="col" class="number">{strings.moves}</th>
                <th scope="col" class="number">{strings.meanLoss}</th>
                <th scope="col">{strings.mattered}</th>
              </tr>
            </thead>
            <tbody>
              {reviews.games.map((game) => (
                <tr key={game.page}>
                  <td>
                    <a href={encodeURIComponent(game.page)}>
                      {game.black || strings.side("black")} – {game.white || strings.side("white")}
                    </a>{" "}
                    <span class="soft small">{game.date}</span>
                    {!game.complete && <span class="soft small"> ({strings.notComplete})</span>}
                  </td>
                  <td data-name={strings.result}>{game.result}</td>
                  <td class="number" data-name={strings.moves}>{game.moves}</td>
                  <td class="number" data-name={strings.meanLoss}>
                    {game.mean_loss.black.toFixed(2)} / {game.mean_loss.white.toFixed(2)}
                  </td>
                  <td data-name={strings.mattered}>
                    {game.worst.map((move) => (
                      <span key={move.number}>
                        <a href={link(game.page, move.number)}>
                          {move.number} {strings.played(move.color, move.vertex)}
                        </a>{" "}
                        <span class="soft small">{strings.lost(move.loss)}</span>{" "}
                      </span>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {Object.keys(reviews.failed).length > 0 && (
          <section class="card">
            <h2>{strings.leftOut}</h2>
            <ul>
              {Object.entries(reviews.failed).map(([name, why]) => (
                <li key={name}>{name}: {why}</li>
              ))}
            </ul>
          </section>
        )}
      </main>
      <footer class="soft small">{strings.made}</footer>
    </>
  );
}

function link(page: string, move: number): string {
  return `${encodeURIComponent(page)}#${move}`;
}
