import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import type { BackTest, BackTestSubject } from "#features/underwriting/contract.ts";
import { EDITIONS, NEWEST_EDITION } from "#features/underwriting/rules/editions.ts";
import type { Question } from "#features/underwriting/rules/evaluate.ts";
import {
  type Evaluation,
  type EvaluationInputs,
  PROGRAMS,
  type UnderwritingPolicy,
} from "#features/underwriting/rules/evaluation.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { RULE_SET_VERSION } from "#features/underwriting/rules/rule-set.ts";
import { someQuestion } from "#features/underwriting/rules/test-generators.ts";
import { withholdTransactions } from "#features/underwriting/rules/withheld.ts";
import type { Context } from "#platform/server/context.ts";
import { loadEdition } from "../run-edition.ts";
import { runBackTest } from "./run-back-test.ts";
import { insertReport } from "#testing/stored-reports.ts";
import type { Turn } from "./thread.ts";

const {
  cancelBackTest,
  createOverlay,
  evaluateAgain,
  listBackTestChanges,
  listBackTests,
  listEditions,
  readBackTest,
  startBackTest,
} = calls;

const FIRST = EDITIONS[0]!; // the list is never empty
const SEED = 20_261_128;
const [OURS, THEIRS] = [40, 6];
/** Every second one is from files, which the first edition does not block. */
const QUESTIONS = fc
  .sample(someQuestion({ isComplete: true }), { seed: SEED, numRuns: OURS + THEIRS })
  .map((one, at): Question => (at % 2 === 0 ? { ...one, report: { ...one.report, source: "files" } } : one));
/** So strict that answers differ. */
const STRICT: Partial<UnderwritingPolicy> = { nsfReview: 1, nsfBlocker: 1, smallDepositsLimitCents: 0 };
const ALL_AT_ONCE = { pieceMs: Infinity, pageRows: 3 };

describe.each(FEATURE_ENGINES)("back-tests on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let admin: Person;
  let ctx: Context;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    ({ ctx } = product.product);
    const other = await aLender(product);
    const theirAdmin = await other.as("admin");
    const theirs = { organizationId: other.organizationId, userId: theirAdmin.userId };
    for (const question of QUESTIONS.slice(OURS))
      await insertReport(product, theirs, question, { edition: FIRST.hash });
  });
  afterAll(() => product.close());
  beforeEach(async () => {
    lender = await aLender(product);
    admin = await lender.as("admin");
  });

  const owner = () => ({ organizationId: lender.organizationId, userId: admin.userId });
  const insertAll = async (questions: readonly Question[], options: Parameters<typeof insertReport>[3] = {}) => {
    const ids = [];
    for (const question of questions) ids.push(await insertReport(product, owner(), question, options));
    return ids;
  };
  const start = async (subject: BackTestSubject = { kind: "edition", edition: NEWEST_EDITION.hash }) =>
    (await admin.send(startBackTest, { subject })).body;
  const read = async (id: string) => (await admin.send(readBackTest, { id })).body;
  const ended = async ({ id }: Pick<BackTest, "id">) => {
    await expect.poll(async () => (await read(id)).state, { timeout: 60_000 }).not.toBe("running");
    return read(id);
  };
  const changesOf = async ({ id }: Pick<BackTest, "id">) =>
    (await admin.send(listBackTestChanges, { backTestId: id })).body;
  const reportsOf = async (backTest: Pick<BackTest, "id">) =>
    (await changesOf(backTest)).map(({ reportId }) => reportId).sort();
  const scope = () => product.product.ctx.system.within(lender.organizationId);

  /** A test of another policy that no job works on: the tests run its pieces themselves. */
  const aPolicyTest = async (policy: Partial<UnderwritingPolicy>) => {
    const id = randomUUID();
    await product.asOwner(
      `with overlay as (
         insert into overlays (organization_id, id, number, name, settings, effective_from, created_by, editors)
         values ($1, gen_random_uuid(), (random() * 1e9)::int, 'Lakeside overlay', '{}', '2090-01-01', $4, array[$4]::uuid[]) returning id
       )
       insert into back_tests (organization_id, id, overlay_id, policy, total, created_by)
       select $1, $2, (select id from overlay), $3, count(*), $4 from asset_reports where organization_id = $1 and state = 'ready'`,
      [lender.organizationId, id, JSON.stringify(policy), admin.userId],
    );
    return { id };
  };

  /** Reports that are answered differently, by plain SQL and a loop. */
  const oracle = async (change: { edition?: string; policy?: Partial<UnderwritingPolicy>; isOpenOnly?: boolean }) => {
    const rows = (await product.asOwner(
      `select distinct on (r.id) r.id, e.edition_hash, e.inputs, e.findings, e.verdicts, e.funds, b.status, b.latest_report_id,
         c.parsed_report, p.parsed_report as previous
       from evaluations e join asset_reports r using (organization_id) join borrowers b on b.id = r.borrower_id
       join asset_report_contents c on c.report_id = r.id left join asset_report_contents p on p.report_id = e.previous_report_id
       where e.report_id = r.id and r.organization_id = $1 order by r.id, e.number desc`,
      [lender.organizationId],
    )) as unknown as (Pick<Evaluation, "findings" | "verdicts" | "funds"> & {
      id: string;
      edition_hash: string;
      inputs: EvaluationInputs;
      status: string;
      latest_report_id: string;
      parsed_report: ParsedReport;
      previous: ParsedReport | null;
    })[];
    const changed = [];
    for (const { inputs, previous, ...row } of rows) {
      if (change.isOpenOnly && (row.status === "closed" || row.latest_report_id !== row.id)) continue;
      const run = await loadEdition(change.edition ?? row.edition_hash);
      const after = run({
        report: withholdTransactions(row.parsed_report, inputs),
        previous: previous && withholdTransactions(previous, inputs),
        ...inputs,
        policy: { ...inputs.policy, ...change.policy },
      });
      if (facts(after) !== facts(row)) changed.push(row.id);
    }
    return changed.sort();
  };

  test("an edition changes exactly the open borrowers whose answers differ under it", async () => {
    const [first] = await insertAll(QUESTIONS.slice(0, OURS - 5), { edition: FIRST.hash });
    await insertAll(QUESTIONS.slice(OURS - 5, OURS), { edition: FIRST.hash, isClosed: true });
    const { body: editions } = await admin.send(listEditions);
    expect(editions[0]).toMatchObject({ hash: NEWEST_EDITION.hash, isCurrent: true, openFiles: 0 });
    expect(editions.find(({ hash }) => hash === FIRST.hash)).toMatchObject({ isCurrent: false, openFiles: OURS - 5 });
    const started = await start();
    expect(started).toMatchObject({ state: "running", total: OURS - 5, tested: 0, startedBy: "Test admin" });
    const expected = await oracle({ edition: NEWEST_EDITION.hash, isOpenOnly: true });
    expect(expected.length).toBeGreaterThan(0);
    expect(await ended(started)).toMatchObject({
      ...{ state: "finished", tested: OURS - 5, changed: expected.length, notTested: [] },
    });
    expect(await reportsOf(started)).toEqual(expected);
    // Nothing changes without a request.
    expect((await admin.send(listEditions)).body.find(({ hash }) => hash === FIRST.hash)?.openFiles).toBe(OURS - 5);
    const [evaluation] = await product.asOwner("select count(*)::int from evaluations where report_id = $1", [
      first!.reportId,
    ]);
    expect(evaluation).toEqual({ count: 1 });
  });

  test("today's policy changes nothing, and a stricter one exactly what a loop over all reports finds", async () => {
    await insertAll(QUESTIONS.slice(0, OURS));
    const same = await aPolicyTest({});
    await runBackTest(ctx, scope(), same.id, ALL_AT_ONCE);
    expect(await read(same.id)).toMatchObject({ state: "finished", tested: OURS, changed: 0 });
    expect(await changesOf(same)).toEqual([]);
    const strict = await aPolicyTest(STRICT);
    await runBackTest(ctx, scope(), strict.id, ALL_AT_ONCE);
    const expected = await oracle({ policy: STRICT });
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(OURS);
    expect(await read(strict.id)).toMatchObject({ state: "finished", tested: OURS, changed: expected.length });
    expect(await reportsOf(strict)).toEqual(expected);
    const asCsv = someoneWith(product, admin.token, { accept: "text/csv" });
    const csv = await asCsv.send(listBackTestChanges, { backTestId: strict.id });
    expect((csv.body as unknown as Buffer).toString().trim().split("\n")).toHaveLength(expected.length + 1); // a file
  });

  test("an overlay of today's values changes nothing, and one of 40% exactly what a loop finds", async () => {
    await insertAll(QUESTIONS.slice(0, OURS));
    const testOf = async (incomePercent: number) => {
      const { id, name, number, settings } = (
        await admin.send(createOverlay, {
          ...{ name: "Lakeside", programName: null, effectiveFrom: "2090-01-01" },
          settings: { limits: { incomePercent }, atLeast: [], atMost: [], documents: [], programsOff: [] },
        })
      ).body;
      const started = await start({ kind: "overlay", overlayId: id });
      const overlay = { id, name, version: number, programName: null, settings };
      return { ended: await ended(started), expected: await oracle({ policy: { overlay } }) };
    };
    const same = await testOf(50);
    expect(same.expected).toEqual([]);
    expect(same.ended).toMatchObject({ state: "finished", tested: OURS, changed: 0 });
    const stricter = await testOf(40);
    expect(stricter.expected.length).toBeGreaterThan(0);
    expect(stricter.ended).toMatchObject({ state: "finished", tested: OURS, changed: stricter.expected.length });
    expect(await reportsOf(stricter.ended)).toEqual(stricter.expected);
  });

  test("after a kill the next process goes on, and finds the same", async () => {
    await insertAll(QUESTIONS.slice(0, 20));
    const expected = await oracle({ policy: STRICT });
    const strict = await aPolicyTest(STRICT);
    for (let kills = 0; kills < 4; kills++) {
      await expect(runBackTest(dyingAfter(ctx, 2), scope(), strict.id, ALL_AT_ONCE)).rejects.toThrow("killed");
      expect(settled(await read(strict.id))).toBe(3 * (kills + 1));
    }
    // Two at once do not count a report twice.
    await Promise.all([1, 2].map(() => runBackTest(ctx, scope(), strict.id, ALL_AT_ONCE)));
    expect(await read(strict.id)).toMatchObject({ state: "finished", tested: 20, changed: expected.length });
    expect(await reportsOf(strict)).toEqual(expected);
  });

  test("a long test goes on in further jobs", async () => {
    await insertAll(QUESTIONS.slice(0, 10));
    const strict = await aPolicyTest(STRICT);
    await runBackTest(ctx, scope(), strict.id, { pieceMs: 0, pageRows: 3 });
    expect(settled(await read(strict.id))).toBeGreaterThanOrEqual(3);
    expect(await ended(strict)).toMatchObject({ state: "finished", tested: 10 });
    expect(await reportsOf(strict)).toEqual(await oracle({ policy: STRICT }));
  });

  test("a canceled test stays as far as it was, and another can start", async () => {
    await insertAll(QUESTIONS.slice(0, 9));
    const strict = await aPolicyTest(STRICT);
    await expect(runBackTest(dyingAfter(ctx, 2), scope(), strict.id, ALL_AT_ONCE)).rejects.toThrow("killed");
    const edition = { kind: "edition", edition: NEWEST_EDITION.hash } as const;
    expect(await admin.send(startBackTest, { subject: edition })).toMatchObject({
      ...{ status: 409, message: "BACK_TEST_RUNNING" },
    });
    expect((await admin.send(cancelBackTest, strict)).body).toMatchObject({ state: "canceled" });
    expect((await admin.send(cancelBackTest, strict)).body).toMatchObject({ state: "canceled" });
    await runBackTest(ctx, scope(), strict.id, ALL_AT_ONCE);
    const canceled = await read(strict.id);
    expect(canceled.state).toBe("canceled");
    expect(settled(canceled)).toBe(3);
    expect(await ended(await start())).toMatchObject({ state: "finished", tested: 9 });
    // The next test of the same takes its place.
    await ended(await start());
    expect((await admin.send(listBackTests)).body.map(({ subject }) => subject.kind)).toEqual(["edition", "overlay"]);
  });

  test("reports that were deleted, before or during a test, are counted as not tested", async () => {
    const ids = await insertAll(QUESTIONS.slice(0, 12));
    const remove = async ({ reportId }: { reportId: string }) => {
      await product.asOwner("delete from evaluations where report_id = $1", [reportId]);
      await product.asOwner("delete from asset_report_contents where report_id = $1", [reportId]);
      await product.asOwner("update asset_reports set state = 'removed' where id = $1", [reportId]);
    };
    await remove(ids[0]!);
    await product.asOwner("update borrowers set latest_report_id = null where id = $1", [ids[0]!.borrowerId]);
    expect(await ended(await start())).toMatchObject({
      ...{ total: 12, tested: 11, notTested: [{ reason: "retention", reports: 1 }] },
    });

    const strict = await aPolicyTest(STRICT);
    const byId = ids.slice(1).sort((a, b) => (a.reportId < b.reportId ? -1 : 1));
    // One of the page that is evaluated, and one that is still to be read.
    const during = deletingWhile(ctx, async () => {
      await remove(byId[1]!);
      await remove(byId.at(-1)!);
    });
    await runBackTest(during, scope(), strict.id, { pieceMs: Infinity, pageRows: 3 });
    const found = await read(strict.id);
    const gone = found.notTested.find(({ reason }) => reason === "gone")?.reports ?? 0;
    expect(found.state).toBe("finished");
    expect(settled(found)).toBe(found.total);
    expect(gone).toBeGreaterThanOrEqual(1);
    expect(await reportsOf(strict)).toEqual(await oracle({ policy: STRICT }));
    // With a report, what was found about it goes too.
    const [change] = await changesOf(strict);
    await product.asOwner("delete from asset_report_contents where report_id = $1", [change!.reportId]);
    expect(await reportsOf(strict)).not.toContain(change!.reportId);
  });

  test("chosen reports are evaluated again in the admin's name, and only once", async () => {
    await insertAll(QUESTIONS.slice(0, 20), { edition: FIRST.hash });
    const started = await start();
    await ended(started);
    const [first, second, third] = await changesOf(started);
    // Someone else's change came first.
    await product.asOwner(
      `insert into evaluations select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'number', 2))).*
       from evaluations e where report_id = $1`,
      [third!.reportId],
    );
    const asked = { backTestId: started.id, changeIds: [first!.id, third!.id] };
    expect((await admin.send(evaluateAgain, asked)).body).toEqual({ queued: 1 });
    expect((await admin.send(evaluateAgain, asked)).body).toEqual({ queued: 0 });
    const stateOf = async (id: string) => (await changesOf(started)).find((one) => one.id === id)?.evaluatedAgain;
    await expect.poll(() => stateOf(first!.id)).toBe("done");
    expect(await stateOf(second!.id)).toBe("no");
    expect(await stateOf(third!.id)).toBe("changed");
    const evaluationsOf = (reportId: string) =>
      product.asOwner("select number, cause, rule_set_version from evaluations where report_id = $1 order by number", [
        reportId,
      ]);
    expect(await evaluationsOf(first!.reportId)).toEqual([
      { number: 1, cause: "report", rule_set_version: FIRST.ruleSetVersion },
      { number: 2, cause: "edition", rule_set_version: RULE_SET_VERSION },
    ]);
    expect(await evaluationsOf(second!.reportId)).toHaveLength(1);
    const acts = await product.asOwner(
      `select action, actor_id, object_id, detail from audit_rows where organization_id = $1 order by seq`,
      [lender.organizationId],
    );
    expect(acts).toContainEqual({
      ...{ action: "edition.evaluated-again", actor_id: admin.userId, object_id: started.id, detail: { reports: 1 } },
    });
    expect(acts).toContainEqual({
      ...{ action: "report.evaluated-again", actor_id: admin.userId, object_id: first!.borrowerId, detail: {} },
    });
    // All that are left; the counts follow.
    const left = (await changesOf(started)).filter((one) => one.evaluatedAgain === "no").length;
    expect((await admin.send(evaluateAgain, { backTestId: started.id, changeIds: null })).body).toEqual({
      queued: left,
    });
    await expect
      .poll(async () => (await changesOf(started)).filter((one) => one.evaluatedAgain === "done").length)
      .toBe(left + 1);
  });

  test("what an overlay would change is not evaluated again before it is in force", async () => {
    await insertAll(QUESTIONS.slice(0, 6));
    const strict = await aPolicyTest(STRICT);
    await runBackTest(ctx, scope(), strict.id, ALL_AT_ONCE);
    expect(await admin.send(evaluateAgain, { backTestId: strict.id, changeIds: null })).toMatchObject({ status: 404 });
  });

  test("a report that the rules cannot read, or that was never evaluated, is counted and named", async () => {
    const [broken, fresh] = await insertAll(QUESTIONS.slice(0, 4));
    await product.asOwner("update asset_report_contents set parsed_report = '{}' where report_id = $1", [
      broken!.reportId,
    ]);
    await product.asOwner("delete from evaluations where report_id = $1", [fresh!.reportId]);
    const { notTested, tested } = await ended(await start());
    expect(tested).toBe(2);
    expect(notTested).toEqual(
      expect.arrayContaining([
        { reason: "failed", reports: 1 },
        { reason: "neverEvaluated", reports: 1 },
      ]),
    );
  });

  test("an application date that asks for an earlier edition leaves a report out", async () => {
    const [question] = QUESTIONS;
    await insertAll([question!]);
    expect(await admin.send(startBackTest, { subject: { kind: "edition", edition: FIRST.hash } })).toMatchObject({
      status: 201,
    });
    const [{ id } = { id: "" }] = (await admin.send(listBackTests)).body;
    // A later correction has the same day, so that no application asks for the first edition.
    expect(await ended({ id })).toMatchObject({ tested: 0, notTested: [{ reason: "otherEdition", reports: 1 }] });
    const unknown = { kind: "edition", edition: "0".repeat(64) } as const;
    expect(await admin.send(startBackTest, { subject: unknown })).toMatchObject({ status: 404 });
    expect(await admin.send(startBackTest, { subject: { kind: "overlay", overlayId: randomUUID() } })).toMatchObject({
      status: 404,
    });
  });
});

/** Reports that are done with. */
function settled({ tested, notTested }: BackTest): number {
  return notTested.reduce((sum, { reports }) => sum + reports, tested);
}

/** What an evaluation says, as the text of its facts. */
function facts({ findings, verdicts, funds }: Pick<Evaluation, "findings" | "verdicts" | "funds">): string {
  const seen = findings.flatMap(({ key, severity, programs }) => programs.map((one) => [key, severity, one].join(" ")));
  const answers = PROGRAMS.map((one) => [verdicts[one]?.outcome, funds[one]?.usableClosingCents]);
  return JSON.stringify([answers, [...new Set(seen)].sort()]);
}

/** Its threads end with the process, after so many pages of three reports. */
function dyingAfter(ctx: Context, pages: number): Context {
  let left = pages;
  const run = (turn: Turn) =>
    --left > 0 ? ctx.backTestThreads.run(turn) : Promise.reject(new Error("The process was killed."));
  return { ...ctx, backTestThreads: { ...ctx.backTestThreads, run } };
}

/** Does something once, while the first page is evaluated. */
function deletingWhile(ctx: Context, work: () => Promise<void>): Context {
  let begun: Promise<void> | undefined;
  const run = async (turn: Turn) => {
    await (begun ??= work());
    return ctx.backTestThreads.run(turn);
  };
  return { ...ctx, backTestThreads: { ...ctx.backTestThreads, run } };
}
