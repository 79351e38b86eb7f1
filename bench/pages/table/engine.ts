// Our engine and a bare loop over the same rows, side by side in one page.
import { indexRows, type Question } from "../../../platform/web/table/engine/row-index.ts";
import { bareFind, rowsOf, SEARCHED, type Asked } from "./rows.ts";
import { rowCount } from "./timer.ts";

/** The searches of a working user: they type, filter, sort and look for a person again. */
const SESSION: readonly Asked[] = [
  { term: "m" },
  { term: "mo" },
  { term: "mo", status: "closed" },
  { status: "closed", leastCents: 10_000_000 },
  { sort: "ascending" },
  { sort: "descending", status: "new", term: "7" },
];

export interface EngineRound {
  /** From rows as they came, the index included. */
  readonly ours: number;
  /** The same questions once more. */
  readonly oursAgain: number;
  readonly bare: number;
}

function questionOf({ term = "", status, leastCents, sort }: Asked): Question {
  return {
    searchTerm: term,
    searchKeys: SEARCHED,
    sortColumn: sort === undefined ? null : "name",
    sortDirection: sort ?? "none",
    values: { status: status === undefined ? [] : [status] },
    ranges: { cents: [leastCents ?? null, null] },
  };
}

function timed<Result>(work: () => Result): { ms: number; result: Result } {
  const began = performance.now();
  const result = work();
  return { ms: performance.now() - began, result };
}

/** Throws where the two do not find the same. */
function oneRound(): EngineRound {
  const rows = rowsOf(rowCount());
  const bare = timed(() => SESSION.map((asked) => bareFind(rows, asked)));
  const index = timed(() => indexRows(rows));
  const ask = () => SESSION.map((asked) => index.result.find(questionOf(asked)));
  const [first, again] = [timed(ask), timed(ask)];
  for (const [at, found] of first.result.entries()) {
    const ids = Array.from(found, (place) => rows[place]?.id).join();
    if (ids !== bare.result[at]?.map(({ id }) => id).join()) throw new Error(`they differ on question ${at}`);
  }
  return { ours: index.ms + first.ms, oursAgain: again.ms, bare: bare.ms };
}

declare global {
  interface Window {
    oneRound: () => EngineRound;
  }
}
window.oneRound = oneRound;
