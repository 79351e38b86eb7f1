import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import type { Statement } from "#features/billing/contract.ts";
import { aGroup } from "#features/organizations/server/groups/test-groups.ts";
import { closeDue } from "../months/close-month.ts";
import { aReportLine, aSubscriptionLine, since } from "../test-billing.ts";

const { listStatements, findStatement, listNonBilledLineItems, findCurrentPeriod, downloadStatement } = calls;
const { downloadOwnStatement, findOwnBilling } = calls;
const run = promisify(execFile);
const READS = [listStatements, listNonBilledLineItems, findCurrentPeriod] as const;

/** The rows of a PDF's tables, as another program reads them. */
async function textOf(pdf: Buffer): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "statement-"));
  const path = join(folder, "statement.pdf");
  await writeFile(path, pdf);
  const { stdout } = await run("pdftotext", ["-layout", path, "-"]);
  await rm(folder, { recursive: true });
  const rows = stdout.split("\n").map((row) => row.trim().replaceAll(/\s+/g, " "));
  return rows.filter((row) => /^(?:[A-Z][a-z]{2} \d{1,2}, \d{4}|Total) .*\.\d\d$/.test(row)).toSorted();
}

describe.each(FEATURE_ENGINES)("reading statements on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let admin: Person;
  let statements: Statement[];

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLenderWithStatements();
    admin = await lender.as("admin");
    await vi.waitFor(async () => {
      statements = (await admin.send(listStatements)).body;
      expect(statements.every(({ hostedURL }) => hostedURL !== null)).toBe(true); // their invoices are made
    }, 20_000);
  });
  afterAll(() => product.close());

  async function aLenderWithStatements(): Promise<Lender> {
    const made = await aLender(product);
    await since(product, made, "2026-07-10T12:00:00Z");
    for (const day of ["07-11", "07-12", "08-11", "09-12", "09-13"])
      await aReportLine(product, made, { at: `2026-${day}T10:00:00Z`, loanNumber: `=1+1;@x ${day}` as never });
    await aSubscriptionLine(product, made, { at: "2026-08-20T10:00:00Z" });
    const { ctx } = product.product;
    await closeDue(ctx, ctx.system.within(made.organizationId), "2026-09-02T00:00:00Z");
    return made;
  }

  test("statements come newest first, one by its id, and open lines separately", async () => {
    expect(statements.map(({ number, amount, due }) => [number, amount, due])).toEqual([
      ["ST-202608-0002", 5000, 2500],
      ["ST-202607-0001", 5000, 5000],
    ]);
    for (const statement of statements)
      expect((await admin.send(findStatement, { id: statement.id })).body).toEqual(statement);
    const open = (await admin.send(listNonBilledLineItems)).body;
    expect(open.map(({ occurredAt }) => occurredAt)).toEqual(["2026-09-13T10:00:00Z", "2026-09-12T10:00:00Z"]);
    expect((await admin.send(findCurrentPeriod)).body.amount).toBe(5000);
  });

  test("pages follow each other without a gap, searched and sorted by the database", async () => {
    const first = (await admin.send(listStatements, { limit: 1 })).body;
    const second = (await admin.send(listStatements, { limit: 1, after: first[0]!.id })).body;
    expect([...first, ...second]).toEqual(statements);
    expect((await admin.send(listStatements, { search: "202607" })).body).toEqual([statements[1]]);
    expect((await admin.send(listStatements, { sort: "periodStart", direction: "ascending" })).body).toEqual(
      statements.toReversed(),
    );
    const lines = (await admin.send(listNonBilledLineItems)).body;
    const one = (await admin.send(listNonBilledLineItems, { limit: 1 })).body;
    const other = (await admin.send(listNonBilledLineItems, { limit: 1, after: one[0]!.id })).body;
    expect([...one, ...other]).toEqual(lines);
    expect((await admin.send(listNonBilledLineItems, { search: "09-13" })).body).toEqual([lines[0]]);
  });

  test("admins read statements, an editor only in a group for billing, and no one else", async () => {
    for (const role of ["editor", "observer", "registered", "inactive", "guest"] as const)
      for (const call of READS) expect(await (await lender.as(role)).send(call)).toMatchObject({ status: 403 });
    const editor = await lender.as("editor");
    await aGroup(admin, { flags: { billing: true }, memberIds: [editor.userId] });
    for (const call of READS) expect(await editor.send(call)).toMatchObject({ status: 200 });
    expect(await editor.send(findStatement, { id: statements[0]!.id })).toMatchObject({ status: 200 });
    expect(await editor.send(downloadStatement, { id: statements[0]!.id, format: "csv" })).toMatchObject({
      status: 200,
    });
  });

  test("another organization's statement is not found, and root finds each one in its organization", async () => {
    const other = await aLender(product);
    const stranger = await other.as("admin");
    for (const call of [findStatement, downloadStatement])
      expect(await stranger.send(call, { id: statements[0]!.id })).toMatchObject({ status: 404 });
    expect((await stranger.send(listStatements)).body).toEqual([]);
    const root = await other.as("root");
    expect(await root.send(findStatement, { id: statements[0]!.id })).toMatchObject({ status: 200 });
    const all = (await root.send(listStatements)).body;
    expect(all.filter(({ organization }) => organization.id === lender.organizationId)).toEqual(statements);
    expect((await root.send(listNonBilledLineItems)).body.length).toBeGreaterThanOrEqual(2);
  });

  test("the PDF has the stated length, contains every line and is a valid PDF", async () => {
    const reply = await admin.send(downloadStatement, { id: statements[0]!.id, format: "pdf" });
    const bytes = reply.body as unknown as Buffer;
    expect(reply.headers.get("content-type")).toBe("application/pdf");
    expect(Number(reply.headers.get("content-length"))).toBe(bytes.length);
    expect(reply.headers.get("content-disposition")).toContain("ST-202608-0002.pdf");
    expect(await textOf(bytes)).toEqual([
      "Aug 11, 2026 Asset report, loan =1+1;@x 08-11 1 $25.00 $25.00",
      "Aug 20, 2026 Basic monthly 1 $25.00 $25.00",
      "Total 1 $25.00",
      "Total 1 $25.00",
    ]);
    const [act] = await product.asOwner(
      "select detail from audit_rows where organization_id = $1 and action = 'statement.downloaded' order by seq desc limit 1",
      [lender.organizationId],
    );
    expect(act).toMatchObject({ detail: { number: "ST-202608-0002", format: "pdf" } });
  });

  test("when root reads another organization's file, the record is in that organization, not in root's", async () => {
    const other = await aLender(product);
    const root = await other.as("root");
    const { id } = statements[1]!;
    expect(await root.send(downloadStatement, { id, format: "csv" })).toMatchObject({ status: 200 });
    const acts = await product.asOwner(
      "select organization_id, actor_id from audit_rows where action = 'statement.downloaded' and object_id = $1",
      [id],
    );
    expect(acts).toEqual([{ organization_id: lender.organizationId, actor_id: root.userId }]);
  });

  test("a list that shows no lines receives none", async () => {
    const bare = (await admin.send(listStatements, { lines: "none" })).body;
    expect(bare).toEqual(statements.map((statement) => ({ ...statement, lineItems: [] })));
  });

  test("the CSV holds every line and sum, and no cell of it can act as a formula", async () => {
    const reply = await admin.send(downloadStatement, { id: statements[0]!.id, format: "csv" });
    const text = (reply.body as unknown as Buffer).toString();
    expect(Number(reply.headers.get("content-length"))).toBe(Buffer.byteLength(text));
    const rows = text.replace("\ufeff", "").trim().split("\r\n");
    expect(rows[0]).toBe("Statement,Date,Type,Description,Quantity,Unit amount,Amount,Borrower,Report");
    expect(rows).toHaveLength(6);
    expect(rows.at(-2)).toBe("ST-202608-0002,,Charged by card,,,,25.00,,");
    expect(rows.at(-3)).toBe("ST-202608-0002,,Total,,,,50.00,,");
    expect(rows.at(-1)).toBe("ST-202608-0002,,Due,,,,25.00,,");
    expect(rows[1]).toMatch(
      /^ST-202608-0002,2026-08-11,Asset report,"Asset report, loan =1\+1;'@x 08-11",1,25\.00,25\.00,/,
    );
  });

  test("a report without a loan number has the same reference on the page, in the PDF, in the CSV and in search", async () => {
    const other = await aLender(product);
    const boss = await other.as("admin");
    await since(product, other, "2026-08-10T12:00:00Z");
    for (const day of ["08-11", "09-12"]) await aReportLine(product, other, { at: `2026-${day}T10:00:00Z` });
    const { ctx } = product.product;
    await closeDue(ctx, ctx.system.within(other.organizationId), "2026-09-02T00:00:00Z");

    const [statement] = (await boss.send(listStatements)).body;
    const [line] = statement!.lineItems;
    const words = `Asset report, reference ${line!.assetReportId!.slice(0, 8)}`;
    expect(line!.description).toBe(words);
    const file = async (format: "pdf" | "csv") =>
      (await boss.send(downloadStatement, { id: statement!.id, format })).body as unknown as Buffer;
    expect(await textOf(await file("pdf"))).toContain(`Aug 11, 2026 ${words} 1 $25.00 $25.00`);
    expect((await file("csv")).toString()).toContain(`,2026-08-11,Asset report,"${words}",1,25.00,25.00,`);

    const [open] = (await boss.send(listNonBilledLineItems)).body;
    const search = `reference ${open!.assetReportId!.slice(0, 8)}`;
    expect((await boss.send(listNonBilledLineItems, { search })).body).toEqual([open]);
  });

  test("if the card provider charged nothing, no file mentions it", async () => {
    const { id } = statements[1]!;
    const csv = await admin.send(downloadStatement, { id, format: "csv" });
    expect((csv.body as unknown as Buffer).toString()).not.toContain("Charged by card");
  });

  test("a user who is alone reads and downloads their own statements, and loses that once a member joins", async () => {
    const alone = await aLenderWithStatements();
    await product.asOwner("update memberships set role = 'registered' where organization_id = $1", [
      alone.organizationId,
    ]);
    const person = await alone.as("admin");
    const { body } = await person.send(findOwnBilling);
    expect(body.statements.map(({ number }) => number)).toEqual(["ST-202608-0002", "ST-202607-0001"]);
    expect(body.lineItems).toHaveLength(2);
    const { id } = body.statements[0]!;
    expect(await person.send(downloadOwnStatement, { id, format: "csv" })).toMatchObject({ status: 200 });
    expect(await person.send(downloadOwnStatement, { id: statements[0]!.id })).toMatchObject({ status: 404 });
    await alone.as("observer");
    expect(await person.send(downloadOwnStatement, { id })).toMatchObject({ status: 403 });
  });

  test("a line cannot be added to an issued statement, whatever its times say", async () => {
    const { db, system } = product.product.ctx;
    const scope = system.within(lender.organizationId);
    const { periodStart, periodEnd } = statements[0]!;
    const insert = `insert into line_items (organization_id, id, type, description, unit_amount, amount, occurred_at,
        billable_at, source_key)
      values ($1, gen_random_uuid(), 'credit', 'x', 0, 0, $2, $2, 'made up') returning billable_at`;
    const { rows } = await db.transaction(scope, (tx) => tx.execute(insert, [lender.organizationId, periodStart]));
    const [line] = rows as { billable_at: string }[];
    expect(Date.parse(line!.billable_at)).toBeGreaterThanOrEqual(Date.parse(periodEnd));
  });

  test("a billed line cannot be moved, changed or removed", async () => {
    const { db, system } = product.product.ctx;
    const scope = system.within(lender.organizationId);
    const [line] = statements[0]!.lineItems;
    for (const change of ["set billable_at = now()", "set amount = 1", "set occurred_at = now()"])
      await expect(
        db.transaction(scope, (tx) => tx.execute(`update line_items ${change} where id = $1`, [line!.id])),
      ).rejects.toThrow();
    await expect(
      db.transaction(scope, (tx) => tx.execute("delete from line_items where id = $1", [line!.id])),
    ).rejects.toThrow();
  });
});
