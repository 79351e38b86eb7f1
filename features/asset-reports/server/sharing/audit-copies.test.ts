import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { longDay } from "#platform/dates/days.ts";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, anonymous, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { AUDIT_COPIES_PER_BORROWER, AUDIT_COPIES_PER_DAY, WRONG_PASS_CODES } from "#features/asset-reports/contract.ts";
import { connect, generate } from "#features/asset-reports/server/test-bank.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { mailAbout } from "#features/auth/server/test-account.ts";
import { openAuditCopy as openCopy } from "./audit-copies.ts";
import { anAuditor, share, tokenIn } from "./test-audit-copies.ts";

const { createAuditCopy, listAuditCopies, revokeAuditCopy, openAuditCopy, downloadAuditCopy } = calls;
const DEAD = { status: 410, message: "LINK_DEAD", body: { message: "LINK_DEAD" } };

describe.each(FEATURE_ENGINES)("audit copies on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;
  let borrower: Borrower;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
    borrower = await lender.hasBorrower();
    await connect(product, officer, borrower.id);
    await generate(officer, borrower.id);
  });
  afterAll(() => product.close());

  const auditor = () => anonymous(product);
  const copies = async () => (await officer.send(listAuditCopies, { borrowerId: borrower.id })).body;
  const newest = async () => (await copies())[0]!; // requested after one was shared
  const actsOf = (copyId: string) =>
    product.asOwner("select action, address from audit_rows where object_id = $1 order by seq", [copyId]);

  test("link and passcode together open the report and each of its files, and each view is recorded", async () => {
    const opening = await share(officer, borrower.id);
    const opened = await auditor().send(openAuditCopy, opening);
    expect(opened).toMatchObject({
      status: 200,
      body: { borrowerName: "Nora Whitfield", lender: "Test Lending", auditorName: "Ada Auditor" },
    });
    expect(opened.headers.get("cache-control")).toBe("no-store");
    expect(opened.body.verdicts.map(({ program }) => program)).toEqual(["fannie", "freddie", "fha"]);
    expect(opened.body.files.map(({ format }) => format)).toEqual([
      "pdf",
      "json",
      "csv",
      "mismo",
      "freddie",
      "signature",
    ]);
    for (const { format, sha256, bytes } of opened.body.files) {
      const { url } = product;
      const reply = await fetch(`${url}/api/latest/audit-copy/download`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...opening, format }),
      });
      const file = Buffer.from(await reply.arrayBuffer());
      expect(reply.headers.get("cache-control")).toBe("no-store");
      expect(reply.headers.get("content-length")).toBe(String(bytes));
      expect(createHash("sha256").update(file).digest("hex")).toBe(sha256);
    }
    const { id, views, state } = await newest();
    expect(state).toBe("open");
    expect(views.map(({ act, format }) => [act, format])).toEqual([
      ["downloaded", "signature"],
      ["downloaded", "freddie"],
      ["downloaded", "mismo"],
      ["downloaded", "csv"],
      ["downloaded", "json"],
      ["downloaded", "pdf"],
      ["opened", null],
    ]);
    expect((await actsOf(id)).map(({ action }) => action)).toEqual([
      "audit-copy.created",
      "audit-copy.opened",
      ...Array.from({ length: 6 }, () => "audit-copy.downloaded"),
    ]);
  });

  test("the email has its own link and never the passcode; neither secret is stored", async () => {
    const auditorEmail = `audit.${engine}@example.net`;
    const made = await officer.send(createAuditCopy, { ...anAuditor(), auditorEmail, borrowerId: borrower.id });
    const { url, passCode, copy } = made.body;
    const mail = await mailAbout(product, auditorEmail, "An asset report was shared with you");
    expect(mail.Text).toContain(`Hello ${copy.auditorName},`);
    expect(mail.Text).toContain(`The link works until ${longDay(copy.expiresAt)}.`);
    expect(mail.Text).not.toContain(copy.expiresAt.slice(0, 10));
    const [mailed] = /http\S+\/audit-copy#t=[\w-]{43}/.exec(mail.Text) ?? [];
    expect(JSON.stringify(mail)).not.toContain(passCode);
    expect(mailed).not.toBe(url);
    for (const link of [url, mailed!])
      expect(await auditor().send(openAuditCopy, { token: tokenIn(link), passCode })).toMatchObject({ status: 200 });
    const stored = JSON.stringify([
      await product.asOwner("select * from audit_copies where id = $1", [copy.id]),
      await product.asOwner("select * from audit_rows where object_id = $1", [copy.id]),
    ]);
    for (const secret of [tokenIn(url), tokenIn(mailed!), passCode, passCode.replace("-", "")])
      expect(stored).not.toContain(secret);
  });

  test("lower case, spaces and dashes in a passcode make no difference", async () => {
    const { token, passCode } = await share(officer, borrower.id);
    const typed = ` ${passCode.toLowerCase().replace("-", " – ")} `;
    expect(await auditor().send(openAuditCopy, { token, passCode: typed })).toMatchObject({ status: 200 });
  });

  test("expired, revoked, locked and unknown links get the same refusal", async () => {
    const expired = await share(officer, borrower.id);
    const { id } = await newest();
    await product.asOwner("update audit_copies set expires_at = now() - interval '1 second' where id = $1", [id]);
    expect(await auditor().send(openAuditCopy, expired)).toMatchObject(DEAD);
    expect(await newest()).toMatchObject({ state: "expired", views: [] });

    const revoked = await share(officer, borrower.id);
    const reply = await officer.send(revokeAuditCopy, { id: (await newest()).id });
    expect(reply).toMatchObject({ status: 200, body: { state: "revoked" } });
    expect(await auditor().send(openAuditCopy, revoked)).toMatchObject(DEAD);
    expect(await auditor().send(downloadAuditCopy, { ...revoked, format: "pdf" })).toMatchObject(DEAD);
    const again = await officer.send(revokeAuditCopy, { id: (await newest()).id });
    expect(again.body.revokedAt).toBe(reply.body.revokedAt);

    const unknown = { token: "x".repeat(43), passCode: "AAAAA-AAAAA" };
    expect(await auditor().send(openAuditCopy, unknown)).toMatchObject(DEAD);
  });

  test("five simultaneous wrong passcodes close it for good: the right one comes too late", async () => {
    const { token, passCode } = await share(officer, borrower.id);
    const tries = Array.from({ length: 12 }, (_, index) =>
      auditor().send(openAuditCopy, { token, passCode: `WRONG-${index}` }),
    );
    for (const reply of await Promise.all(tries)) expect(reply).toMatchObject(DEAD);
    expect(await auditor().send(openAuditCopy, { token, passCode })).toMatchObject(DEAD);
    const { id, state, views } = await newest();
    expect(state).toBe("locked");
    expect(views).toHaveLength(WRONG_PASS_CODES);
    const [row] = await product.asOwner("select wrong_codes from audit_copies where id = $1", [id]);
    expect(row).toEqual({ wrong_codes: WRONG_PASS_CODES });
    expect((await actsOf(id)).filter(({ action }) => action === "audit-copy.locked")).toHaveLength(1);
  });

  test("every refusal takes the same minimum time", async () => {
    const { token } = await share(officer, borrower.id);
    for (const opening of [
      { token, passCode: "WRONG" },
      { token: "y".repeat(43), passCode: "WRONG" },
    ]) {
      const start = performance.now();
      await auditor().send(openAuditCopy, opening);
      expect(performance.now() - start).toBeGreaterThan(390);
    }
  });

  test("it shows what was shared, even after a later evaluation", async () => {
    const opening = await share(officer, borrower.id);
    const before = (await auditor().send(openAuditCopy, opening)).body;
    const { version } = (await officer.send(calls.findOwnBorrower, { id: borrower.id })).body;
    const loan = { transactionType: "purchase", salesPrice: 99_000_000, loanAmount: 1_000_000 } as const;
    expect(await officer.send(calls.updateLoan, { id: borrower.id, version, loan })).toMatchObject({ status: 200 });
    expect((await auditor().send(openAuditCopy, opening)).body).toEqual(before);
    const later = await share(officer, borrower.id);
    expect((await auditor().send(openAuditCopy, later)).body.verdicts).not.toEqual(before.verdicts);
  });

  test("a borrower without a report has nothing to share", async () => {
    const { id: borrowerId } = await lender.hasBorrower();
    const reply = await officer.send(createAuditCopy, { ...anAuditor(), borrowerId });
    expect(reply).toMatchObject({ status: 409, message: "REPORT_NOT_READY" });
  });

  test("deleting an evaluation deletes its copies and their views", async () => {
    await share(officer, borrower.id);
    const { id } = await newest();
    await product.asOwner("delete from evaluations where id = (select evaluation_id from audit_copies where id = $1)", [
      id,
    ]);
    expect((await copies()).map((copy) => copy.id)).not.toContain(id);
  });

  test(`more than ${AUDIT_COPIES_PER_BORROWER} open copies at a time are refused`, async () => {
    const other = await lender.hasBorrower();
    await connect(product, officer, other.id);
    await generate(officer, other.id);
    await share(officer, other.id);
    await product.asOwner(
      `insert into audit_copies select organization_id, gen_random_uuid(), borrower_id, evaluation_id, auditor_name, auditor_email,
         sha256(gen_random_uuid()::text::bytea), null, '', 0, expires_at, null, created_by
       from audit_copies, generate_series(2, $2) where borrower_id = $1`,
      [other.id, AUDIT_COPIES_PER_BORROWER],
    );
    const reply = await officer.send(createAuditCopy, { ...anAuditor(), borrowerId: other.id });
    expect(reply).toMatchObject({ status: 409, message: "LIMIT_REACHED" });
    await officer.send(revokeAuditCopy, {
      id: (await officer.send(listAuditCopies, { borrowerId: other.id })).body[0]!.id,
    });
    await share(officer, other.id);
  });

  test("attempts to open an ended link leave no trace", async () => {
    const opening = await share(officer, borrower.id);
    const { id } = await newest();
    await officer.send(revokeAuditCopy, { id });
    const before = (await actsOf(id)).length;
    for (const passCode of [opening.passCode, "WRONG"])
      expect(await auditor().send(openAuditCopy, { ...opening, passCode })).toMatchObject(DEAD);
    expect([(await actsOf(id)).length, (await newest()).views]).toEqual([before, []]);
  });

  test("hashing a passcode holds no lock", async () => {
    const opening = await share(officer, borrower.id);
    const { ctx } = product.product;
    const passwords: typeof ctx.passwords = {
      ...ctx.passwords,
      async matches(hash, typed) {
        await product.asOwner("select id from audit_copies for update");
        return ctx.passwords.matches(hash, typed);
      },
    };
    const opened = await openCopy({ ...ctx, passwords }, { address: "::1" } as never, opening);
    expect(opened).toMatchObject({ borrowerName: "Nora Whitfield" });
  });

  test(`an organization can share ${AUDIT_COPIES_PER_DAY} copies a day and no more`, async () => {
    await product.asOwner(
      `insert into audit_copies select organization_id, gen_random_uuid(), borrower_id, evaluation_id, auditor_name, auditor_email,
         sha256(gen_random_uuid()::text::bytea), null, '', 0, expires_at, now(), created_by
       from (select * from audit_copies where borrower_id = $1 limit 1) one, generate_series(1, $2)`,
      [borrower.id, AUDIT_COPIES_PER_DAY],
    );
    const reply = await officer.send(createAuditCopy, { ...anAuditor(), borrowerId: borrower.id });
    expect(reply).toMatchObject({ status: 409, message: "LIMIT_REACHED" });
  });
});
