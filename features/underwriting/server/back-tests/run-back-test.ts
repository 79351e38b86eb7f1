import { BACK_TEST_CHANGED, type NotTestedReason } from "#features/underwriting/contract.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { announce } from "#platform/server/live/live.ts";
import { backTest } from "../jobs.ts";
import * as queries from "./queries.ts";
import type { StoredReport, Trial } from "./retest.ts";
import type { TurnResult } from "./thread.ts";

/** Reports that are in memory at once, twice: while some are evaluated, the next are read. */
const PAGE = 32;
/** A thread's turn: few, so that all threads are at work until the end of a page. */
const TURN = 4;
/** So that a process which ends waits for little, and other organizations get their turn. */
const PIECE_MS = 5_000;
const ANNOUNCE_MS = 500;

type Row = queries.BackTestRow;

/**
 * Job: goes on with a back-test for some seconds, from what was stored last, and queues the rest. A process that is
 * killed loses one page, which the next one evaluates again.
 */
export async function runBackTest(
  ctx: Context,
  scope: Scope,
  backTestId: string,
  { pieceMs = PIECE_MS, pageRows = PAGE } = {},
): Promise<void> {
  const until = performance.now() + pieceMs;
  let announcedAt = -Infinity;
  let row = await queries.readBackTestRow(ctx.db, scope, backTestId);
  if (row?.state !== "running") return;
  const { edition, policy, createdAt } = row;
  const trial: Trial = { edition, policy, day: createdAt.slice(0, 10) };
  const reach = reachOf(row);
  const readAfter = (place: string | null) =>
    queries.readReportsAfter(ctx.replica, scope, reach, { place, limit: pageRows });

  for (let page = await readAfter(row.place); ;) {
    const last = page.at(-1);
    if (!last) {
      await ctx.db.transaction(scope, (tx) => end(tx, scope, row!));
      return;
    }
    const next = readAfter(last.reportId);
    next.catch(() => {}); // it is awaited below, if this page succeeds
    const results = await evaluatePage(ctx, trial, page);
    const isPieceOver = performance.now() >= until;
    const isAnnounced = isPieceOver || performance.now() >= announcedAt + ANNOUNCE_MS;
    const before: Row = row;
    const after = await ctx.db.transaction(scope, async (tx) => {
      const stored = await store(ctx, tx, scope, before, results);
      if (stored && isAnnounced) await announceProgress(tx, scope, stored);
      if (stored && isPieceOver)
        await ctx.jobs.send(tx, backTest, { organizationId: scope.organizationId, backTestId });
      return stored;
    });
    if (!after || isPieceOver) return void (await next.catch(() => {}));
    if (isAnnounced) announcedAt = performance.now();
    row = after;
    page = await next;
  }
}

/** The reports that were ready when a test began. */
export function reachOf({ edition, createdAt }: Pick<Row, "edition" | "createdAt">): queries.Reach {
  return { isOpenOnly: edition !== null, readyBy: createdAt };
}

async function evaluatePage(ctx: Context, trial: Trial, page: readonly StoredReport[]): Promise<TurnResult> {
  const turns = Array.from({ length: Math.ceil(page.length / TURN) }, (_turn, at) =>
    ctx.backTestThreads.run({ trial, reports: page.slice(at * TURN, (at + 1) * TURN) }),
  );
  return (await Promise.all(turns)).flat();
}

/** Stores what a page changes, and where the test is. `undefined`: it was canceled, or another process is further. */
async function store(ctx: Context, tx: Tx, scope: Scope, row: Row, results: TurnResult): Promise<Row | undefined> {
  const changes = results.flatMap((result) =>
    "isTested" in result && result.isTested && result.change
      ? [{ ...result.change, reportId: result.reportId, evaluationNumber: result.evaluationNumber }]
      : [],
  );
  const failed = results.filter((result) => "error" in result);
  for (const { reportId, error } of failed) ctx.log.warn({ err: error, reportId }, "a back-test could not evaluate it");
  const place = results.at(-1)!.reportId; // a page has a row at least
  const testedCount = results.filter((result) => "isTested" in result && result.isTested).length;
  const reasons: NotTestedReason[] = results.flatMap((result) =>
    "error" in result ? ["failed" as const] : result.isTested ? [] : [result.reason],
  );
  // First, so that a test which was canceled writes nothing.
  const at = await queries.advance(tx, scope, row, {
    place,
    tested: row.tested + testedCount,
    changed: row.changed + changes.length,
    notTested: withReasons(row.notTested, reasons),
  });
  if (!at) return undefined;
  const inserted = await queries.insertChanges(tx, scope, row.id, changes);
  const gone = changes.length - inserted.length;
  if (gone === 0) return at;
  return queries.advance(tx, scope, at, {
    place,
    tested: at.tested - gone,
    changed: at.changed - gone,
    notTested: withReasons(
      at.notTested,
      Array.from({ length: gone }, () => "gone" as const),
    ),
  });
}

function withReasons(known: Row["notTested"], reasons: readonly NotTestedReason[]): Row["notTested"] {
  const counts = { ...known };
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

async function end(tx: Tx, scope: Scope, row: Row): Promise<void> {
  const counted = row.tested + Object.values(row.notTested).reduce((sum, reports) => sum + reports, 0);
  const gone = Array.from({ length: Math.max(0, row.total - counted) }, () => "gone" as const);
  const ended = await queries.finish(tx, scope, row, withReasons(row.notTested, gone));
  if (ended) await announceProgress(tx, scope, ended);
}

/** Admins hear it. */
export function announceProgress(tx: Tx, { organizationId }: Scope, { id, createdBy, version }: Row): Promise<void> {
  return announce(tx, { organizationId, to: [createdBy], event: { type: BACK_TEST_CHANGED, id, version } });
}
