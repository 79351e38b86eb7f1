import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { mailAbout, mailsTo } from "#features/auth/server/test-account.ts";
import { EDITIONS, NEWEST_EDITION } from "#features/underwriting/rules/editions.ts";
import type { Question } from "#features/underwriting/rules/evaluate.ts";
import { someQuestion } from "#features/underwriting/rules/test-generators.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { insertReport } from "#testing/stored-reports.ts";

const { approveOverlay, createOverlay, proposeOverlay, rejectOverlay, updateOverlay, withdrawOverlay } = calls;
const { evaluateAgain, listBackTestChanges, readBackTest, startBackTest } = calls;

const FIRST = EDITIONS[0]!; // the list is never empty
/** From files, which the first edition does not block. */
const QUESTIONS = fc
  .sample(someQuestion({ isComplete: true }), { seed: 20_261_128, numRuns: 6 })
  .map((one): Question => ({ ...one, report: { ...one.report, source: "files" } }));
const STALE = { status: 409, message: "STALE" };

describe.each(ENGINES)("two admins at once on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let author: Person;
  let one: Person;
  let other: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    author = await lender.as("admin");
    [one, other] = [await lender.newcomer("admin"), await lender.newcomer("admin")];
  });
  afterAll(() => product.close());

  const details = (incomePercent = 40) => ({
    ...{ name: "Lakeside overlay", programName: null, effectiveFrom: "2090-01-01" },
    settings: { limits: { incomePercent }, atLeast: [], atMost: [], documents: [], programsOff: [] },
  });
  const draft = async () => (await author.send(createOverlay, details())).body;
  const proposed = async () => {
    const { id, number } = await draft();
    await author.send(proposeOverlay, { id, version: 1 });
    return { id, number, seen: { id, version: 2 } };
  };
  /** The refused reply is the last. */
  const settled = async (...replies: Promise<{ status: number; message?: string | undefined }>[]) =>
    (await Promise.all(replies))
      .map(({ status, message }) => ({ status, message }))
      .sort((a, b) => a.status - b.status);
  const actions = async (objectId: string) =>
    (await product.asOwner("select action from audit_rows where object_id = $1 order by seq", [objectId])).map(
      ({ action }) => String(action),
    );

  test("one overlay is approved once, and the other admin reads that it changed", async () => {
    const { id, number, seen } = await proposed();
    const replies = await settled(one.send(approveOverlay, seen), other.send(approveOverlay, seen));
    expect(replies).toMatchObject([{ status: 200 }, STALE]);
    expect(await actions(id)).toEqual(["overlay.created", "overlay.proposed", "overlay.approved"]);
    const approved = `Lakeside overlay, version ${number} was approved`;
    await mailAbout(product, author.email, approved);
    expect(mailsTo(product, author.email).filter(({ Subject }) => Subject === approved)).toHaveLength(1);
  });

  test("of an approval and a rejection, one counts", async () => {
    const { id, seen } = await proposed();
    const replies = await settled(
      one.send(approveOverlay, seen),
      other.send(rejectOverlay, { ...seen, reason: "Too strict." }),
    );
    expect(replies).toMatchObject([{ status: 200 }, STALE]);
    expect(await actions(id)).toHaveLength(3);
  });

  test("an approval and an edit never meet: the text that was approved is the one that was read", async () => {
    const { id, seen } = await proposed();
    const edit = { ...details(35), id };
    // An edit of what is proposed is refused; it first has to be withdrawn.
    expect(await author.send(updateOverlay, { ...edit, version: 2 })).toMatchObject(STALE);
    const replies = await settled(one.send(approveOverlay, seen), author.send(withdrawOverlay, seen));
    expect(replies).toMatchObject([{ status: 200 }, STALE]);
    const [, , decided] = await actions(id);
    const isWithdrawn = decided === "overlay.withdrawn";
    expect((await author.send(updateOverlay, { ...edit, version: 3 })).status).toBe(isWithdrawn ? 200 : 409);
    const [stored] = await product.asOwner("select state, settings from overlays where id = $1", [id]);
    expect(stored).toMatchObject({
      state: isWithdrawn ? "draft" : "approved",
      settings: { limits: { incomePercent: isWithdrawn ? 35 : 40 } },
    });
  });

  test("of two edits of a draft, and of an edit and its proposal, one counts", async () => {
    const { id } = await draft();
    const edits = [35, 30].map((percent) => ({ ...details(percent), id, version: 1 }));
    expect(
      await settled(one.send(updateOverlay, edits[0]), other.send(updateOverlay, edits[1])), // two of them
    ).toMatchObject([{ status: 200 }, STALE]);
    const replies = await settled(
      author.send(proposeOverlay, { id, version: 2 }),
      one.send(updateOverlay, { ...details(25), id, version: 2 }),
    );
    expect(replies).toMatchObject([{ status: 200 }, STALE]);
    expect(await actions(id)).toHaveLength(3);
  });

  test("one back-test starts, and chosen borrowers are evaluated again once", async () => {
    const owner = { organizationId: lender.organizationId, userId: author.userId };
    for (const question of QUESTIONS) await insertReport(product, owner, question, { edition: FIRST.hash });
    const subject = { kind: "edition", edition: NEWEST_EDITION.hash } as const;
    const replies = await Promise.all([one.send(startBackTest, { subject }), other.send(startBackTest, { subject })]);
    const [won, lost] = replies.sort((a, b) => a.status - b.status);
    expect([won, lost]).toMatchObject([{ status: 201 }, { status: 409, message: "BACK_TEST_RUNNING" }]);
    const { id: backTestId } = won.body; // one of two
    await expect
      .poll(async () => (await one.send(readBackTest, { id: backTestId })).body.state, { timeout: 60_000 })
      .toBe("finished");

    const changes = async () => (await one.send(listBackTestChanges, { backTestId })).body;
    const chosen = (await changes()).map(({ id }) => id);
    expect(chosen.length).toBeGreaterThan(1);
    const asked = { backTestId, changeIds: chosen };
    const queued = await Promise.all([one.send(evaluateAgain, asked), other.send(evaluateAgain, asked)]);
    expect(queued.map(({ body }) => body.queued).sort((a, b) => a - b)).toEqual([0, chosen.length]);
    await expect
      .poll(async () => (await changes()).every(({ evaluatedAgain }) => evaluatedAgain === "done"), { timeout: 60_000 })
      .toBe(true);
    const numbers = await product.asOwner(
      `select report_id, array_agg(number order by number) as numbers from evaluations
       where organization_id = $1 and report_id = any ($2) group by report_id`,
      [lender.organizationId, (await changes()).map(({ reportId }) => reportId)],
    );
    expect(numbers.map(({ numbers: all }) => all)).toEqual(chosen.map(() => [1, 2]));
    const [{ acts } = {}] = await product.asOwner(
      "select count(*)::int as acts from audit_rows where organization_id = $1 and action = 'edition.evaluated-again'",
      [lender.organizationId],
    );
    expect(acts).toBe(1);
  });
});
