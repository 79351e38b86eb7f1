import { randomUUID } from "node:crypto";
import { millisecondsInDay } from "date-fns/constants";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { runReportMaintenance } from "#features/asset-reports/server/maintenance-job.ts";
import { aStatementFile } from "#features/asset-reports/server/statement-files/test-files.ts";
import {
  aHolder,
  askPlaid,
  connect,
  connectForConsumerReport,
  generate,
  heldByPlaid,
  useConsumerReport,
} from "#features/asset-reports/server/test-bank.ts";
import { aBorrowerSession, agree, share as shareBank } from "#features/borrower-portal/server/test-portal.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { aReported } from "#features/underwriting/server/test-evidence.ts";
import type { Investor } from "#features/underwriting/contract.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { answer, openTestProduct, type TestProduct } from "#testing/product.ts";

const { createInvestorCopy, listInvestorCopies, endInvestorCopy } = calls;
const UNAVAILABLE = { status: 502, message: "PROVIDER_UNAVAILABLE" };
const CREATE = "/asset_report/audit_copy/create";

describe.each(FEATURE_ENGINES)("investor copies on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
  });
  afterEach(() => {
    product.plaidLine.heal();
    return product.sandbox.plaid.reset();
  });
  afterAll(() => product.close());

  const share = (borrowerId: string, investor: Investor = "fannie", person = officer) =>
    person.send(createInvestorCopy, { borrowerId, investor });
  const listed = async (borrowerId: string) => (await officer.send(listInvestorCopies, { borrowerId })).body;
  const isGone = (token: string) =>
    vi.waitFor(async () => expect(await heldByPlaid(product, "audit-copies", token)).toBeUndefined(), 15_000);

  /** Plaid makes each copy as soon as it is asked; its answer is passed on, or lost where this returns false. */
  function interceptCopies(before: (count: number) => Promise<boolean>): string[] {
    const tokens: string[] = [];
    product.plaidLine.break((path, reply, body) => {
      if (path !== CREATE) return false;
      const make = async () => {
        const made = await askPlaid(product, CREATE, JSON.parse(body) as object);
        const count = tokens.push(String(made["audit_copy_token"]));
        return (await before(count)) ? answer(reply, JSON.stringify(made)) : reply.destroy();
      };
      make().catch((error: unknown) => reply.destroy(error as Error));
      return true;
    });
    return tokens;
  }
  const fileOf = async (id: string) =>
    (await officer.send(calls.downloadAssetReport, { id, format: "json" })).body as unknown as {
      report: { investorCopies: object[] };
    };
  const actions = async (objectId: string) =>
    (
      await product.asOwner("select action, actor_id from audit_rows where object_id = $1 order by seq", [objectId])
    ).map(({ action, actor_id }) => [action, actor_id]);

  /** With a report in which everything belongs to people on the loan. */
  async function aShareable(person = officer, of = lender): Promise<string> {
    const { id } = await of.hasBorrower({ coBorrowers: [aHolder()] });
    await connect(product, person, id);
    await generate(person, id);
    return id;
  }

  async function confirmHolder(borrowerId: string) {
    const { parsedReport } = (await officer.send(calls.retrieveAssetReport, { id: borrowerId })).body;
    return officer.send(calls.confirmFact, {
      ...{ borrowerId, kind: "holder" as const, subject: { itemId: parsedReport.items[0]!.id } },
      reason: "Her father's accounts, for the gift.",
    });
  }

  test("a shared report has one token per investor, which is on its next files until sharing ends", async () => {
    const id = await aShareable();
    const before = await fileOf(id);
    const fannie = await share(id);
    expect(fannie).toMatchObject({ status: 201, body: { investor: "fannie", createdBy: expect.any(String) } });
    const freddie = await share(id, "freddie");
    expect(await share(id), "asked again").toMatchObject({ status: 201, body: fannie.body });
    expect(await listed(id)).toEqual([fannie.body, freddie.body]);
    const [one, other] = [fannie.body, freddie.body].map(({ investor, token }) => ({ investor, token }));
    expect(await heldByPlaid(product, "audit-copies", one!.token)).toMatchObject({ auditorId: "fannie_mae" });
    expect(await heldByPlaid(product, "audit-copies", other!.token)).toMatchObject({ auditorId: "freddie_mac" });
    expect(before.report.investorCopies).toEqual([]);
    expect((await fileOf(id)).report.investorCopies).toEqual([one, other]);

    expect((await officer.send(endInvestorCopy, { id: fannie.body.id })).status).toBe(204);
    await isGone(one!.token);
    expect((await officer.send(endInvestorCopy, { id: fannie.body.id })).status, "asked again").toBe(204);
    expect((await fileOf(id)).report.investorCopies).toEqual([other]);
    expect(await actions(fannie.body.id)).toEqual([
      ["investor-copy.created", officer.userId],
      ["investor-copy.ended", officer.userId],
    ]);
    const again = await share(id);
    expect(again.body.token).not.toBe(one!.token);
  });

  test("the token is stored encrypted, and in no evaluation", async () => {
    const id = await aShareable();
    const { token } = (await share(id)).body;
    const stored = JSON.stringify([
      await product.asOwner("select encode(token, 'escape') as token from investor_copies where borrower_id = $1", [
        id,
      ]),
      await product.asOwner(
        "select printed from evaluations e join asset_reports r on r.id = e.report_id where r.borrower_id = $1",
        [id],
      ),
      await product.asOwner("select detail from audit_rows where organization_id = $1", [lender.organizationId]),
    ]);
    expect(stored).not.toContain(token);
  });

  test("a borrower without a report, and a closed one, are refused", async () => {
    const { id } = await lender.hasBorrower();
    expect(await share(id)).toMatchObject({ status: 409, message: "REPORT_NOT_READY" });
    const closed = await aShareable();
    await officer.send(calls.changeBorrowerStatus, { id: closed, status: "closed" });
    expect(await share(closed)).toMatchObject({ status: 409, message: "INVALID_STATUS_TRANSITION" });
  });

  test("a report from statement files, and a consumer report, are refused without asking the provider", async () => {
    const { id: fromFiles } = await lender.hasBorrower();
    const made = await officer.send(calls.createStatementReport, { borrowerId: fromFiles, files: [aStatementFile()] });
    expect(made, String(made.message)).toMatchObject({ status: 201 });
    const other = await aLender(product);
    await useConsumerReport(product, other.organizationId);
    const person = await other.as("registered");
    const { id: consumer } = await other.hasBorrower();
    await connectForConsumerReport(product, person, consumer);
    await generate(person, consumer);
    const asked = product.askedOfPlaid.length;
    expect(await share(fromFiles)).toMatchObject({ status: 409, message: "NOT_SHAREABLE" });
    expect(await share(consumer, "fannie", person)).toMatchObject({ status: 409, message: "NOT_SHAREABLE" });
    expect(product.askedOfPlaid.slice(asked)).not.toContain(CREATE);
  });

  test("a report with withheld data can be shared only once the holder is verified", async () => {
    const { id } = await aReported(product, lender, officer, { username: "user_mismatch" });
    expect(await share(id)).toMatchObject({ status: 409, message: "DATA_WITHHELD" });
    await confirmHolder(id);
    expect(await share(id)).toMatchObject({ status: 201 });
  });

  test("undoing the confirmed holder ends the copies, here and at the provider", async () => {
    const { id } = await aReported(product, lender, officer, { username: "user_mismatch" });
    const confirmed = await confirmHolder(id);
    const { body: copy } = await share(id);
    expect(copy.token).toEqual(expect.any(String));
    expect((await officer.send(calls.undoDecision, { id: confirmed.body.id })).status).toBe(200);
    expect(await listed(id)).toEqual([]);
    await isGone(copy.token);
    expect(await actions(copy.id)).toContainEqual(["investor-copy.ended", null]);
    expect(await share(id)).toMatchObject({ status: 409, message: "DATA_WITHHELD" });
  });

  test("undoing the confirmed holder also ends the copies of earlier reports", async () => {
    const { id } = await aReported(product, lender, officer, { username: "user_mismatch" });
    const confirmed = await confirmHolder(id);
    const { body: copy } = await share(id);
    await generate(officer, id);
    expect(await listed(id)).toEqual([copy]);
    await officer.send(calls.undoDecision, { id: confirmed.body.id });
    expect(await listed(id)).toEqual([]);
    await isGone(copy.token);
  });

  test("taking the person who holds the bank off the loan ends the copies", async () => {
    const id = await aShareable();
    const { body: copy } = await share(id);
    const borrower = (await officer.send(calls.findOwnBorrower, { id })).body;
    const saved = await officer.send(calls.updateBorrower, { ...borrower, coBorrowers: [] });
    expect(saved, String(saved.message)).toMatchObject({ status: 200 });
    expect(await listed(id)).toEqual([]);
    await isGone(copy.token);
  });

  test("withdrawing consent ends the copies of reports over that person's banks, and no new one is made", async () => {
    const session = await aBorrowerSession(product, lender, { coBorrowers: [aHolder()] });
    const { id } = session.borrower;
    await agree(session);
    await shareBank(product, session);
    await generate(officer, id);
    const { body: copy } = await share(id);
    expect(copy.token).toEqual(expect.any(String));
    await session.send(calls.takeBackConsent);
    expect(await listed(id)).toEqual([]);
    await isGone(copy.token);
    expect(await actions(copy.id)).toContainEqual(["investor-copy.ended", null]);
    expect(await share(id)).toMatchObject({ status: 409, message: "CONSENT_REQUIRED" });
  });

  test("closing a borrower ends the copies", async () => {
    const id = await aShareable();
    const { token } = (await share(id)).body;
    await officer.send(calls.changeBorrowerStatus, { id, status: "closed" });
    await isGone(token);
    expect(await listed(id)).toEqual([]);
  });

  test("the retention policy ends the copies of an open borrower with the bank data, and deletes them with the report", async () => {
    const id = await aShareable();
    const { token } = (await share(id)).body;
    const sweep = (days: number) =>
      runReportMaintenance(product.product.ctx, new Date(Date.now() + days * millisecondsInDay).toISOString());
    const rows = () => product.asOwner("select ended_at from investor_copies where borrower_id = $1", [id]);
    await product.asOwner("update organizations set retention_days = 100 where id = $1", [lender.organizationId]);
    await sweep(99);
    expect(await listed(id)).toHaveLength(1);
    await sweep(101);
    await isGone(token);
    expect(await rows()).toEqual([{ ended_at: expect.anything() }]);
    expect(await share(id)).toMatchObject({ status: 409, message: "NOT_SHAREABLE" });
    await sweep(1096);
    expect(await rows()).toEqual([]);
  });

  test("while the provider is down nothing is shared, and what ends is ended there later", async () => {
    const id = await aShareable();
    await product.sandbox.plaid.steer({ mode: "down" });
    expect(await share(id)).toMatchObject(UNAVAILABLE);
    expect(await listed(id)).toEqual([]);
    await product.sandbox.plaid.steer({ mode: "ok" });
    const { body: copy } = await share(id);
    await product.sandbox.plaid.steer({ mode: "down" });
    expect((await officer.send(endInvestorCopy, { id: copy.id })).status).toBe(204);
    expect(await listed(id)).toEqual([]);
    expect(await heldByPlaid(product, "audit-copies", copy.token)).toBeDefined();
    await product.sandbox.plaid.steer({ mode: "ok" });
    await isGone(copy.token);
  });

  test("of two simultaneous requests one token stays, and the other ends at the provider", async () => {
    const id = await aShareable();
    const isBoth = Promise.withResolvers<boolean>();
    const tokens = interceptCopies((count) => {
      if (count === 2) isBoth.resolve(true);
      return isBoth.promise;
    });
    const replies = await Promise.all([share(id), share(id)]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(replies[0].body).toEqual(replies[1].body);
    const { token } = replies[0].body;
    const [surplus, ...more] = tokens.filter((one) => one !== token);
    expect(more).toEqual([]);
    await isGone(surplus!);
    expect(await heldByPlaid(product, "audit-copies", token)).toBeDefined();
  });

  test("a copy that is ended while it is being created ends at the provider", async () => {
    const id = await aShareable();
    const [made, isClosed] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()];
    const tokens = interceptCopies(() => {
      made.resolve();
      return isClosed.promise;
    });
    const sharing = share(id);
    await made.promise;
    await officer.send(calls.changeBorrowerStatus, { id, status: "closed" });
    await vi.waitFor(async () => {
      const rows = await product.asOwner("select ended_at from investor_copies where borrower_id = $1", [id]);
      expect(rows).toMatchObject([{ ended_at: expect.anything() }]);
    }, 15_000);
    isClosed.resolve(true);
    expect(await sharing).toMatchObject({ status: 409, message: "STALE" });
    await isGone(tokens[0]!);
  });

  test("a token that was lost on its way ends with the report, and all others with the borrower", async () => {
    const admin = await lender.as("admin");
    const id = await aShareable();
    const lost = interceptCopies(() => Promise.resolve(false));
    expect(await share(id)).toMatchObject(UNAVAILABLE);
    product.plaidLine.heal();
    const { token } = (await share(id)).body;
    expect(lost).toHaveLength(1);
    expect(lost).not.toContain(token);
    const name = fullName((await officer.send(calls.findOwnBorrower, { id })).body);
    await product.sandbox.plaid.steer({ mode: "down" });
    expect((await admin.send(calls.deleteBorrower, { id, name })).status).toBe(204);
    expect(await heldByPlaid(product, "audit-copies", token)).toBeDefined();
    await product.sandbox.plaid.steer({ mode: "ok" });
    for (const one of [...lost, token]) await isGone(one);
    await vi.waitFor(async () => expect(await product.asOwner("select id from provider_removals")).toEqual([]), 15_000);
  });

  test("an unknown copy is not found", async () => {
    expect(await officer.send(endInvestorCopy, { id: randomUUID() })).toMatchObject({ status: 404 });
  });
});
