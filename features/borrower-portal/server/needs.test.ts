import { DISCLOSURE } from "#features/borrower-portal/labels.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { linksIn, mailAbout, mailsTo, openMailLine } from "#features/auth/server/test-account.ts";
import { generate } from "#features/asset-reports/server/test-bank.ts";
import { wallTime } from "#platform/dates/zones.ts";
import { aDocument, SMALL_INCOME } from "#features/underwriting/server/test-evidence.ts";
import { ENGINES, FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { remindOnDay } from "./reminders.ts";
import { emailNewLink } from "./emails.ts";
import { aBorrowerSession, invited, open, share, type TestBorrowerSession } from "./test-portal.ts";

const {
  listGiftLetters,
  requestGiftLetter,
  listNeeds,
  askNeeds,
  requestDocument,
  changeNeed,
  remindNow,
  setReminders,
} = calls;
const { findVisit, answerTask, uploadVisitDocument, reviewDocument, takeBackConsent } = calls;

const ASKED = "needs something from you";
const REMINDED = "Reminder from Test Lending";

describe.each(ENGINES)("the needs list on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
  });
  afterAll(() => product.close());

  const scope = () => product.product.ctx.system.within(lender.organizationId);
  const listOf = async (borrowerId: string) => (await officer.send(listNeeds, { borrowerId })).body;
  const statesOf = async (borrowerId: string) =>
    (await listOf(borrowerId)).needs.map(({ kind, state }) => `${kind} ${state}`);
  const reported = async () => {
    const session = await aBorrowerSession(product, lender, {
      firstName: "Alberta",
      lastName: "Charleson",
      loan: SMALL_INCOME,
    });
    await share(product, session, { username: "user_golden" });
    expect(await generate(officer, session.borrower.id)).toMatchObject({ state: "ready" });
    return session;
  };
  /** Emails about one subject to a person, once no job is left that could send another. */
  const emailsTo = async (email: string, subject: string) => {
    await vi.waitFor(async () => {
      const jobs = await product.asOwner(
        "select name from jobs.job where state < 'completed' and start_after <= now() and name = 'visits.mail-link'",
      );
      expect(jobs).toEqual([]);
    });
    return mailsTo(product, email).filter((mail) => mail.Subject.includes(subject));
  };
  const reminderOf = async (borrowerId: string) => {
    const [row] = await product.asOwner("select * from need_reminders where borrower_id = $1", [borrowerId]);
    return { id: String(row!["id"]), nextAt: new Date(String(row!["next_at"])).toISOString(), day: row!["day"] };
  };
  const passDay = async (borrowerId: string, day: number) => {
    const { id: reminderId } = await reminderOf(borrowerId);
    await remindOnDay(product.product.ctx, scope(), { reminderId, day });
  };
  const answerAll = async (session: TestBorrowerSession) => {
    for (const { transactionId } of (await session.send(findVisit)).body.tasks) {
      const said = { kind: "other", text: "I sold my car.", signedName: "A. Charleson" } as const;
      const answer = { transactionId, ...said, disclosureVersion: DISCLOSURE.version };
      expect(await session.send(answerTask, answer)).toMatchObject({ status: 200 });
    }
  };

  test("open deposits are on the list, and asking for all sends one email that names no amount", async () => {
    const session = await reported();
    const { id, email } = session.borrower;
    const before = await listOf(id);
    const deposits = before.needs.filter(({ kind }) => kind === "deposit");
    expect(deposits.length).toBeGreaterThan(0);
    expect(new Set(deposits.map(({ state, email: whose }) => `${state} ${whose}`))).toEqual(new Set([`open ${email}`]));
    expect(before.needs.find(({ kind }) => kind === "bank")).toMatchObject({ state: "done" });

    const replies = await Promise.all([
      officer.send(askNeeds, { borrowerId: id }),
      officer.send(askNeeds, { borrowerId: id }),
    ]);
    for (const reply of replies) expect(reply, String(reply.message)).toMatchObject({ status: 200 });
    const mail = await mailAbout(product, email, ASKED);
    expect(mail.Subject).toBe("Test Lending needs something from you");
    expect(mail.Text).toContain(
      deposits.length === 1 ? "- Explain a deposit\n" : `- Explain ${deposits.length} deposits\n`,
    );
    expect(mail.Text).not.toContain("$");
    expect(linksIn(mail)).toHaveLength(1);
    expect(await emailsTo(email, ASKED), "two who ask at once").toHaveLength(1);
    const { needs, people } = await listOf(id);
    for (const need of needs.filter(({ kind }) => kind === "deposit"))
      expect(need).toMatchObject({ state: "asked", askedAt: expect.any(String), askedBy: "Test registered" });
    expect(people).toMatchObject([{ email, isEmailPending: false, emailedAt: expect.any(String) }]);

    await answerAll(session);
    expect(new Set(await statesOf(id))).toEqual(new Set(["bank done", "deposit answered"]));
    expect((await session.send(findVisit)).body.needs.map(({ state }) => state)).not.toContain("asked");
  });

  test("asking about what was just answered is refused, and so are ids of others and low roles", async () => {
    const session = await reported();
    const borrowerId = session.borrower.id;
    const { needs } = await listOf(borrowerId);
    const { email, kind, subject } = needs.find((need) => need.kind === "deposit")!;
    await answerAll(session);
    const asked = { borrowerId, needs: [{ email, kind, subject }] };
    expect(await officer.send(askNeeds, asked)).toMatchObject({ status: 409, message: "NEED_RESOLVED" });
    expect(await officer.send(askNeeds, { borrowerId, needs: [{ email, kind, subject: "none" }] })).toMatchObject({
      status: 409,
    });
    expect(await officer.send(askNeeds, { borrowerId, needs: [] })).toMatchObject({ status: 400 });
    const elsewhere = await aLender(product);
    expect(await (await elsewhere.as("admin")).send(askNeeds, { borrowerId })).toMatchObject({ status: 404 });
    expect(await (await lender.as("observer")).send(askNeeds, { borrowerId })).toMatchObject({ status: 403 });
    expect(await emailsTo(session.email, ASKED)).toEqual([]);
  });

  test("a requested document is asked for once, is answered by its upload, and a rejected one is asked for by email", async () => {
    const session = await aBorrowerSession(product, lender);
    const { id: borrowerId, email } = session.borrower;
    const request = { borrowerId, email, kind: "other", note: "Your 2025 W-2.", dueOn: "2030-01-02" } as const;
    const requestId = randomUUID();
    const twice = await Promise.all([
      officer.send(requestDocument, { ...request, requestId }),
      officer.send(requestDocument, { ...request, requestId }),
    ]);
    for (const reply of twice) expect(reply, String(reply.message)).toMatchObject({ status: 200 });
    const mail = await mailAbout(product, email, ASKED);
    expect(mail.Text).toContain("- Send a document by Jan 2, 2030");
    expect(mail.Text, "the note is on the page only").not.toContain("W-2");
    expect(await emailsTo(email, ASKED)).toHaveLength(1);
    expect(await statesOf(borrowerId)).toEqual(["bank asked", "document asked"]);

    const shown = (await session.send(findVisit)).body.needs.find(({ kind }) => kind === "document")!;
    expect(shown).toMatchObject({ note: "Your 2025 W-2.", state: "asked", dueOn: "2030-01-02" });
    const file = { name: "w2.pdf", kind: "other" as const, file: aDocument() };
    expect(await session.send(uploadVisitDocument, { ...file, needId: randomUUID() })).toMatchObject({ status: 404 });
    const sent = await session.send(uploadVisitDocument, { ...file, needId: shown.id! });
    expect(sent, String(sent.message)).toMatchObject({ status: 200 });
    expect(await statesOf(borrowerId)).toEqual(["bank asked", "document answered"]);

    const [document] = sent.body.documents;
    const reject = { id: document!.id, state: "rejected", reason: "Page 2 is missing.", version: 1 } as const;
    expect(await officer.send(reviewDocument, reject)).toMatchObject({ status: 200 });
    const again = await mailAbout(product, email, ASKED, 2);
    expect(again.Text).toContain("- Send another document by Jan 2, 2030");
    expect((await listOf(borrowerId)).needs.at(-1)).toMatchObject({ state: "asked", reason: "Page 2 is missing." });
  });

  test("a rejected statement that no one requested is on the list until another one is accepted", async () => {
    const session = await aBorrowerSession(product, lender);
    const { id: borrowerId, email } = session.borrower;
    const send = async () =>
      (await session.send(uploadVisitDocument, { name: "may.pdf", kind: "bank_statement", file: aDocument() })).body
        .documents;
    const [first] = await send();
    expect(await statesOf(borrowerId)).toEqual(["bank answered"]);
    const reject = { id: first!.id, state: "rejected", reason: "Not yours.", version: 1 } as const;
    expect(await officer.send(reviewDocument, reject)).toMatchObject({ status: 200 });
    expect((await mailAbout(product, email, ASKED)).Text).toContain("- Send another document: Bank statement");
    expect(await statesOf(borrowerId)).toEqual(["bank asked", "document asked"]);
    const second = (await send()).at(-1)!;
    expect(await statesOf(borrowerId)).toEqual(["bank answered", "document answered"]);
    await officer.send(reviewDocument, { id: second.id, state: "accepted", reason: null, version: 1 });
    expect(await statesOf(borrowerId)).toEqual(["bank done", "document done"]);
  });

  test("what the lender does not need leaves the borrower's page and can come back", async () => {
    const session = await reported();
    const borrowerId = session.borrower.id;
    const { email, kind, subject } = (await listOf(borrowerId)).needs.find((need) => need.kind === "deposit")!;
    const named = { borrowerId, email, kind, subject, dueOn: null };
    const tasks = async () => (await session.send(findVisit)).body.tasks.map(({ transactionId }) => transactionId);
    expect(await tasks()).toContain(subject);
    expect(await officer.send(changeNeed, { ...named, isWaived: true })).toMatchObject({ status: 200 });
    expect(await tasks()).not.toContain(subject);
    const asked = { borrowerId, needs: [{ email, kind, subject }] };
    expect(await officer.send(askNeeds, asked)).toMatchObject({ status: 409, message: "NEED_RESOLVED" });
    expect(await officer.send(changeNeed, { ...named, isWaived: false })).toMatchObject({ status: 200 });
    expect(await tasks()).toContain(subject);
  });

  test("reminders follow 1, 3 and 7 days later at ten in the lender's time zone, each once", async () => {
    const { id, email } = await invited(lender);
    await mailAbout(product, email, "verify your funds");
    const [{ timezone }] = (await product.asOwner("select timezone from organizations where id = $1", [
      lender.organizationId,
    ])) as [{ timezone: string }];
    expect(wallTime((await reminderOf(id)).nextAt, timezone)).toMatch(/T10:00$/);
    for (const [at, day] of [1, 3, 7].entries()) {
      await Promise.all([passDay(id, day), passDay(id, day)]);
      const mail = await mailAbout(product, email, REMINDED, at + 1);
      expect(mail.Text).toContain("- Connect your bank");
      expect(await emailsTo(email, REMINDED)).toHaveLength(at + 1);
    }
    const { people } = await listOf(id);
    expect(people).toMatchObject([{ lastRemindedAt: expect.any(String), nextReminderAt: null }]);
    const audited = "select action, actor_id from audit_rows where object_id = $1 and action = 'needs.reminded'";
    expect(await product.asOwner(audited, [id])).toHaveLength(3);
  });

  test("no reminder goes out once it is done, closed, turned off, withdrawn, or asked for again", async () => {
    const done = await aBorrowerSession(product, lender);
    await share(product, done);
    const closed = await invited(lender);
    await officer.send(calls.changeBorrowerStatus, { id: closed.id, status: "closed" });
    const off = await invited(lender);
    expect(await officer.send(setReminders, { borrowerId: off.id, isOn: false })).toMatchObject({
      body: { remindersOff: true, people: [{ nextReminderAt: null }] },
    });
    const withdrawn = await aBorrowerSession(product, lender);
    await share(product, withdrawn);
    await withdrawn.send(takeBackConsent);
    const stopped = [done.borrower, closed, off, withdrawn.borrower];
    for (const { id } of stopped) await passDay(id, 1);
    for (const { email } of stopped) expect(await emailsTo(email, REMINDED)).toEqual([]);

    const again = await invited(lender);
    const { id: reminderId } = await reminderOf(again.id);
    await officer.send(calls.sendVisitLink, { id: again.id, email: again.email });
    await remindOnDay(product.product.ctx, scope(), { reminderId, day: 1 });
    expect(await emailsTo(again.email, REMINDED)).toEqual([]);
  });

  test("a reminder that waits while the borrower answers is not sent", async () => {
    const session = await reported();
    const { id, email } = session.borrower;
    await officer.send(askNeeds, { borrowerId: id });
    await mailAbout(product, email, ASKED);
    // The job that emails runs after the borrower's answer.
    const linkId = randomUUID();
    await product.asOwner(
      `insert into visit_links (organization_id, id, borrower_id, email, email_key, cause, expires_at)
       values ($1, $2, $3, $4, $4, 'reminder', now() + interval '14 days')`,
      [lender.organizationId, linkId, id, email],
    );
    await answerAll(session);
    await emailNewLink(product.product.ctx, scope(), { linkId });
    expect(await emailsTo(email, REMINDED)).toEqual([]);
    expect(await session.send(findVisit), "the session continues").toMatchObject({ status: 200 });
    await passDay(id, 1);
    expect(await emailsTo(email, REMINDED)).toEqual([]);
  });

  test("an officer reminds now, but not right after another email, and not about nothing", async () => {
    const { id: borrowerId, email } = await invited(lender);
    await mailAbout(product, email, "verify your funds");
    const remind = () => officer.send(remindNow, { borrowerId, email });
    expect(await remind()).toMatchObject({ status: 409, message: "REMINDED_RECENTLY" });
    const later = "update visit_links set created_at = created_at - interval '11 minutes' where borrower_id = $1";
    await product.asOwner(later, [borrowerId]);
    const both = await Promise.all([remind(), remind()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await mailAbout(product, email, REMINDED);
    expect(await emailsTo(email, REMINDED)).toHaveLength(1);
    expect((await listOf(borrowerId)).people).toMatchObject([{ lastRemindedAt: expect.any(String) }]);
    const stranger = { borrowerId, email: "no.one@example.net" };
    expect(await officer.send(remindNow, stranger)).toMatchObject({ status: 400 });

    const shared = await aBorrowerSession(product, lender);
    await share(product, shared);
    await product.asOwner(later, [shared.borrower.id]);
    const nothing = { borrowerId: shared.borrower.id, email: shared.email };
    expect(await officer.send(remindNow, nothing)).toMatchObject({ status: 409, message: "NEED_RESOLVED" });
  });

  test("each person on the loan has their own list, and sees no one else's", async () => {
    const coBorrower = { firstName: "Sol", lastName: "Whitfield", email: `sol.${randomUUID()}@example.net` };
    const borrower = await invited(lender, { coBorrowers: [coBorrower] });
    const [one, other] = [
      await open(product, borrower, borrower.email),
      await open(product, borrower, coBorrower.email),
    ];
    const request = { borrowerId: borrower.id, email: coBorrower.email.toUpperCase(), requestId: randomUUID() };
    expect(await officer.send(requestDocument, { ...request, kind: "pay_stub" })).toMatchObject({ status: 200 });
    expect((await one.send(findVisit)).body.needs.map(({ kind }) => kind)).toEqual(["bank"]);
    const theirs = (await other.send(findVisit)).body.needs;
    expect(theirs.map(({ kind }) => kind)).toEqual(["bank", "document"]);
    const foreign = { name: "a.pdf", file: aDocument(), needId: theirs[1]!.id! };
    expect(await one.send(uploadVisitDocument, foreign)).toMatchObject({ status: 404 });
    await mailAbout(product, coBorrower.email, ASKED);
    expect(await emailsTo(borrower.email, ASKED)).toEqual([]);
  });
});

test("an email that the mail server refuses is shown as pending, and arrives once when the server is back", async () => {
  const line = await openMailLine();
  const product = await openTestProduct(FEATURE_ENGINES[0]!, { SMTP_URL: line.url });
  const lender = await aLender(product);
  const officer = await lender.as("registered");
  const { id: borrowerId, email } = await invited(lender);
  const read = async () => (await officer.send(listNeeds, { borrowerId })).body.people;
  expect(await read()).toMatchObject([{ email, emailedAt: null, isEmailPending: true }]);
  const gift = { donorName: "Maria Whitfield", relationship: "mother", email: "maria@example.net" };
  await officer.send(requestGiftLetter, { id: borrowerId, ...gift, amountCents: 500_000, transactionId: null });
  const letters = async () => (await officer.send(listGiftLetters, { id: borrowerId })).body.letters;
  expect(await letters()).toMatchObject([{ ...gift, emailedAt: null }]);
  line.letThrough(product.sandbox.smtpUrl);
  await mailAbout(product, email, "verify your funds");
  await vi.waitFor(async () =>
    expect(await read()).toMatchObject([{ emailedAt: expect.any(String), isEmailPending: false }]),
  );
  expect(mailsTo(product, email)).toHaveLength(1);
  await mailAbout(product, gift.email, "sign a gift letter");
  await vi.waitFor(async () => expect(await letters()).toMatchObject([{ emailedAt: expect.any(String) }]));
  await product.close();
  await line.close();
});
