import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { generate } from "#features/asset-reports/server/test-bank.ts";
import { cashIn, checking, customLogin, daysAgo } from "#features/asset-reports/server/test-custom-bank.ts";
import { DEPOSIT_EXPLAINED } from "#features/underwriting/contract.ts";
import { BASE } from "#features/underwriting/rules/test-report.ts";
import { aDocument, SMALL_INCOME } from "#features/underwriting/server/test-evidence.ts";
import { linksIn, mailAbout } from "#features/auth/server/test-account.ts";
import { aPost } from "#features/posts/server/test-posts.ts";
import type { LiveEvent } from "#platform/contract/live.ts";
import { DISCLOSURE } from "#features/borrower-portal/labels.ts";
import { aBorrowerSession, invited, open, share } from "./test-portal.ts";

const { findVisit, answerTask, uploadVisitDocument, takeBackConsent, retrieveAssetReport, reviewEvidence } = calls;

describe.each(FEATURE_ENGINES)("questions to a visitor on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
  });
  afterAll(() => product.close());

  const reported = async (username = "user_golden") => {
    const session = await aBorrowerSession(product, lender, {
      firstName: "Alberta",
      lastName: "Charleson",
      loan: SMALL_INCOME,
    });
    await share(product, session, { username });
    expect(await generate(officer, session.borrower.id)).toMatchObject({ state: "ready" });
    return session;
  };

  test("large deposits of the newest report are asked about, with an initial letter and without the findings", async () => {
    const session = await reported();
    const { body } = await session.send(findVisit);
    expect(body).toMatchObject({ isReportReady: true, firstName: "Alberta", lender: { name: "Test Lending" } });
    const whole = (await officer.send(retrieveAssetReport, { id: session.borrower.id })).body;
    const asked = whole.findings
      .filter(({ code, severity }) => ["LARGE_UNSOURCED", "DOCUMENT_SOURCE"].includes(code) && severity !== "info")
      .flatMap(({ transactionIds }) => transactionIds);
    expect(body.tasks.map(({ transactionId }) => transactionId).sort()).toEqual([...new Set(asked)].sort());
    const [task] = body.tasks;
    expect(task).toMatchObject({ answer: null, amountCents: expect.any(Number) });
    expect(task!.amountCents).toBeGreaterThan(0);
    expect(task!.letter).toContain("I, Alberta Charleson, explain the deposit of $");
    await session.send(findVisit);
    const looks = "select action from audit_rows where object_id = $1 and action = 'visit.read'";
    expect(await product.asOwner(looks, [session.borrower.id]), "on record, once").toHaveLength(1);
    for (const hidden of ["severity", "unsourced", "verdict", "ruleId", "blocker"])
      expect(JSON.stringify(body)).not.toContain(hidden);
  });

  test("the borrower is asked only about the deposits that change the answer", async () => {
    const loan = {
      ...BASE,
      noteDate: daysAgo(-20),
      disbursementDate: daysAgo(-20),
      applicationDate: daysAgo(10),
    };
    const session = await aBorrowerSession(product, lender, { firstName: "Ada", lastName: "King", loan });
    const deposits = [cashIn(20, "MOBILE CHECK DEPOSIT", 9_000), cashIn(34, "COUNTER DEPOSIT", 5_000)];
    await share(product, session, customLogin({ accounts: [checking(36_000, deposits)] }));
    expect(await generate(officer, session.borrower.id)).toMatchObject({ state: "ready" });
    const asked = async () => {
      const { tasks } = (await session.send(findVisit)).body;
      return tasks.map(({ amountCents }) => amountCents);
    };
    // Closing takes $28,000, and $22,000 have a source: only the larger deposit covers the rest.
    expect(await asked()).toEqual([900_000]);
    const needs = async (closingCosts: number) => {
      const { version } = (await officer.send(calls.findOwnBorrower, { id: session.borrower.id })).body;
      const changed = { id: session.borrower.id, version, loan: { ...loan, closingCosts } };
      expect(await officer.send(calls.updateLoan, changed)).toMatchObject({ status: 200 });
    };
    await needs(BASE.closingCosts! + 500_000);
    expect(await asked(), "both are needed").toEqual([500_000, 900_000]);
    await needs(BASE.closingCosts! + 5_000_000);
    expect(await asked(), "nothing is enough").toEqual([500_000, 900_000]);
  });

  test("an explanation signed with a typed name is shown back, can be replaced while it is open, and is settled once accepted", async () => {
    const session = await reported();
    const [task] = (await session.send(findVisit)).body.tasks;
    const answer = {
      transactionId: task!.transactionId,
      kind: "other",
      text: "I sold my car.",
      signedName: "A. C.",
      disclosureVersion: DISCLOSURE.version,
    } as const;
    const given = await session.send(answerTask, answer);
    expect(given, String(given.message)).toMatchObject({ status: 200 });
    const answered = given.body.tasks.find(({ transactionId }) => transactionId === answer.transactionId)!;
    expect(answered.answer).toMatchObject({ text: "I sold my car.", signedName: "A. C.", state: "proposed" });
    const again = await session.send(answerTask, { ...answer, text: "I sold my truck." });
    const replaced = again.body.tasks.find(({ transactionId }) => transactionId === answer.transactionId)!.answer!;
    expect(replaced.text).toBe("I sold my truck.");
    const { evidenceId } = replaced;
    expect(evidenceId).not.toBe(answered.answer!.evidenceId);
    const sent = await session.send(uploadVisitDocument, {
      name: "bill of sale.pdf",
      evidenceId,
      file: aDocument(),
    });
    expect(sent, String(sent.message)).toMatchObject({ status: 200 });
    expect(sent.body.tasks.flatMap(({ answer: one }) => one?.documents ?? [])).toMatchObject([
      { isFromBorrower: true },
    ]);

    const accept = { id: evidenceId, state: "accepted", reason: null, version: 1 } as const;
    expect(await officer.send(reviewEvidence, accept)).toMatchObject({ status: 200 });
    const { tasks } = (await session.send(findVisit)).body;
    expect(tasks.find(({ transactionId }) => transactionId === answer.transactionId)!.answer!.state).toBe("accepted");
    expect(await session.send(answerTask, answer)).toMatchObject({ status: 409, message: "STALE" });
  });

  test("a letter with an unfilled blank is refused", async () => {
    const session = await reported();
    const [task] = (await session.send(findVisit)).body.tasks;
    const { transactionId, letter } = task!;
    const answer = {
      transactionId,
      kind: "other",
      text: letter,
      signedName: "Alberta Charleson",
      disclosureVersion: DISCLOSURE.version,
    } as const;
    expect(await session.send(answerTask, answer)).toMatchObject({
      status: 400,
      body: { errors: [{ field: "text", code: "BLANKS" }] },
    });
    expect((await session.send(findVisit)).body.tasks[0]!.answer).toBeNull();
  });

  test("the borrower's owner is notified of an answer immediately, and emailed about it at most once an hour", async () => {
    const fresh = await aLender(product);
    const owner = await fresh.as("registered");
    const session = await aBorrowerSession(product, fresh, {
      firstName: "Alberta",
      lastName: "Charleson",
      loan: SMALL_INCOME,
    });
    await share(product, session, { username: "user_golden" });
    expect(await generate(owner, session.borrower.id)).toMatchObject({ state: "ready" });
    const heard: string[] = [];
    const { userId, organizationId } = { ...owner, ...fresh };
    const hear = ({ type, id }: LiveEvent) => type === DEPOSIT_EXPLAINED && heard.push(id);
    const leave = product.product.live.join({ userId, organizationId, hearsAll: false, hear, letGo: () => {} });
    const [task] = (await session.send(findVisit)).body.tasks;
    const { transactionId } = task!;
    const say = async (text: string) => {
      const answer = {
        transactionId,
        kind: "other",
        text,
        signedName: "Alberta Charleson",
        disclosureVersion: DISCLOSURE.version,
      } as const;
      expect(await session.send(answerTask, answer)).toMatchObject({ status: 200 });
    };
    const SUBJECT = "Alberta Charleson: response received";
    await say("I sold my car.");
    const mail = await mailAbout(product, owner.email, SUBJECT);
    expect(mail.Text).toContain("Alberta Charleson signed a letter of explanation for a deposit");
    expect(mail.Text, "what they wrote is on the page only").not.toContain("sold my car");
    expect(linksIn(mail).map(({ href }) => href)).toEqual([
      `${product.url}/account/borrowers/view/${session.borrower.id}`,
    ]);
    await say("I sold my truck.");
    const { id } = session.borrower;
    await vi.waitFor(() => expect(heard).toEqual([id, id]), 15_000);
    const queued = () =>
      product.asOwner("select id from jobs.job where name = 'evidence.deposit-explained' and data->>'userId' = $1", [
        userId,
      ]);
    expect(await queued()).toHaveLength(1);
    const earlier = new Date(Date.now() - 61 * 60_000).toISOString();
    await product.asOwner("alter table evidence disable trigger evidence_letter"); // no one can change a letter
    await product.asOwner(
      "update evidence set letter = jsonb_set(letter, '{signedAt}', to_jsonb($2::text)) where borrower_id = $1",
      [id, earlier],
    );
    await product.asOwner("alter table evidence enable trigger evidence_letter");
    await say("I sold my boat.");
    expect(await queued()).toHaveLength(2);
    await mailAbout(product, owner.email, SUBJECT, 2);
    leave();
  });

  test("a visitor can neither see nor explain a line of another person's accounts", async () => {
    const email = `sol.${crypto.randomUUID()}@example.net`;
    const people = { coBorrowers: [{ firstName: "Gregory", lastName: "Ostrander", email }], loan: SMALL_INCOME };
    const borrower = await invited(lender, { firstName: "Ada", lastName: "Quill", ...people });
    const [one, other] = [await open(product, borrower, borrower.email), await open(product, borrower, email)];
    await share(product, one, { username: "user_unicode" });
    await share(product, other, { username: "user_mismatch", institutionId: "ins_109509" });
    expect(await generate(officer, borrower.id)).toMatchObject({ state: "ready" });
    const whole = (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
    const [own, theirs] = [(await one.send(findVisit)).body, (await other.send(findVisit)).body];
    const linesOf = (bank: string) =>
      whole.parsedReport.items
        .filter(({ institutionName }) => institutionName === bank)
        .flatMap(({ accounts }) => accounts.flatMap(({ transactions }) => transactions.map(({ id }) => id)));
    expect(linesOf(theirs.banks[0]!.institutionName).length).toBeGreaterThan(0);
    for (const { transactionId } of own.tasks) expect(linesOf(own.banks[0]!.institutionName)).toContain(transactionId);
    for (const { transactionId } of theirs.tasks)
      expect(linesOf(theirs.banks[0]!.institutionName)).toContain(transactionId);
    const deposit = whole.parsedReport.items
      .find(({ institutionName }) => institutionName === theirs.banks[0]!.institutionName)!
      .accounts.flatMap(({ transactions }) => transactions)
      .find(({ amountCents, pending }) => amountCents < 0 && !pending)!;
    const answer = {
      transactionId: deposit.id,
      kind: "other",
      text: "Mine.",
      signedName: "Ada Quill",
      disclosureVersion: DISCLOSURE.version,
    } as const;
    expect(await one.send(answerTask, answer)).toMatchObject({ status: 404, message: "NOT_FOUND" });
  });

  test("a visitor who withdrew consent is asked nothing more", async () => {
    const session = await reported();
    expect((await session.send(findVisit)).body.tasks.length).toBeGreaterThan(0);
    expect((await session.send(takeBackConsent)).body.tasks).toEqual([]);
  });

  test("posts for borrowers are shown while they are published and due, and no others", async () => {
    const fresh = await aLender(product);
    const admin = await fresh.as("admin");
    const session = await aBorrowerSession(product, fresh);
    const scope = (name: "borrowers" | "organization") => ({ scope: name, groupIds: [] });
    const past = "2026-01-01T00:00:00Z";
    for (const details of [
      { title: "Shown", audience: scope("borrowers") },
      { title: "For us", audience: scope("organization") },
      { title: "Draft", audience: scope("borrowers"), status: "draft" as const },
      { title: "Later", audience: scope("borrowers"), publishAt: "2099-01-01T00:00:00Z" },
      { title: "Over", audience: scope("borrowers"), expireAt: past },
    ])
      expect(await admin.send(calls.createPost, aPost(details))).toMatchObject({ status: 201 });
    expect((await session.send(findVisit)).body.posts.map(({ title }) => title)).toEqual(["Shown"]);
  });
});
