import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { millisecondsInDay } from "date-fns/constants";
import { calls } from "#app/server/calls.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { aDocument, aReported, depositsOf } from "#features/underwriting/server/test-evidence.ts";
import { runReportMaintenance } from "#features/asset-reports/server/maintenance-job.ts";
import { aHolder, connect, generate, heldByPlaid } from "#features/asset-reports/server/test-bank.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";

const { deleteBorrower, setLegalHold, findOwnBorrower, disconnectBank } = calls;

describe.each(ENGINES)("records of a borrower on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let admin: Person;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    [admin, officer] = [await lender.as("admin"), await lender.as("registered")];
  });
  afterAll(() => product.close());

  const read = async (id: string, person = officer) => (await person.send(findOwnBorrower, { id })).body;
  const nameOf = async (id: string) => fullName(await read(id, admin));
  const hold = (id: string, isOn: boolean, person = admin) =>
    person.send(setLegalHold, { id, isOn, reason: "Subpoena 24-1181" });
  const actionsOn = async (id: string) =>
    (await admin.send(calls.listAudit, { objectId: id })).body.map(({ action, detail }) => ({ action, detail }));
  const sweep = (now: string) => runReportMaintenance(product.product.ctx, now);
  const daysFrom = (day: string, days: number) => new Date(Date.parse(day) + days * millisecondsInDay).toISOString();

  /** Tables that name a borrower, and how many rows of this one each has. */
  const rowsOf = async (id: string) => {
    const tables = await product.asOwner(
      `select table_name from information_schema.columns
       where column_name = 'borrower_id' and table_schema = 'public' order by 1`,
    );
    const counts: Record<string, number> = {};
    for (const { table_name } of tables) {
      const [row] = await product.asOwner(
        `select count(*)::int as count from ${String(table_name)} where borrower_id = $1`,
        [id],
      );
      if (Number(row!["count"]) > 0) counts[String(table_name)] = Number(row!["count"]);
    }
    return counts;
  };

  /** With a bank, a report and its files, evidence with a document, a decision and an audit copy. */
  async function aBorrowerWithEverything(document = aDocument()) {
    const { id } = await aReported(product, lender, officer);
    const [deposit] = await depositsOf(officer, id);
    const piece = { borrowerId: id, transactionId: deposit!.id, kind: "other" as const, sourcedCents: 1 };
    const { body } = await officer.send(calls.addEvidence, piece);
    const file = { borrowerId: id, name: "a.pdf", evidenceId: body.id, file: document };
    expect((await officer.send(calls.uploadDocument, file)).status).toBe(201);
    const fact = { borrowerId: id, kind: "resubmitted" as const, subject: {}, reason: "Sent again." };
    expect((await officer.send(calls.confirmFact, fact)).status).toBe(201);
    const auditor = { borrowerId: id, auditorName: "Ada Auditor", auditorEmail: "ada.auditor@example.net" };
    expect((await officer.send(calls.createAuditCopy, auditor)).status).toBe(201);
    expect((await officer.send(calls.downloadAssetReport, { id })).status).toBe(200);
    return id;
  }

  test("an admin deletes a borrower with everything, here, on disk and at the provider; charges and activity stay", async () => {
    const id = await aBorrowerWithEverything();
    const [{ provider_report_id: report } = {}] = await product.asOwner(
      "select provider_report_id from asset_reports where borrower_id = $1",
      [id],
    );
    const [{ provider_item_id: item } = {}] = await product.asOwner(
      "select provider_item_id from bank_items where borrower_id = $1",
      [id],
    );
    const files = (
      await product.asOwner(
        `select file from evidence_documents where borrower_id = $1
         union all select f.file from report_files f join asset_reports r on r.id = f.report_id where r.borrower_id = $1`,
        [id],
      )
    ).map(({ file }) => String(file));
    expect(files.length).toBeGreaterThanOrEqual(2);
    const charged = (await rowsOf(id))["line_items"];
    expect(charged).toBeGreaterThan(0);

    const name = await nameOf(id);
    expect((await admin.send(deleteBorrower, { id, name: ` ${name.toUpperCase()} ` })).status).toBe(204);

    expect(await admin.send(findOwnBorrower, { id })).toMatchObject({ status: 404 });
    expect(await admin.send(deleteBorrower, { id, name })).toMatchObject({ status: 404 });
    expect(await rowsOf(id)).toEqual({ line_items: charged });
    expect((await actionsOn(id))[0]).toEqual({ action: "borrower.deleted", detail: { cause: "request" } });
    await vi.waitFor(
      async () => {
        const onDisk = await readdir(product.product.config.filesDir, { recursive: true });
        expect(files.filter((file) => onDisk.some((stored) => stored.endsWith(file)))).toEqual([]);
        expect(await heldByPlaid(product, "reports", String(report))).toMatchObject({ state: "removed" });
        expect(await heldByPlaid(product, "items", String(item))).toMatchObject({ removedAt: expect.any(String) });
        expect(await product.asOwner("select id from provider_removals")).toEqual([]);
      },
      { timeout: 15_000, interval: 200 },
    );
  });

  test("every row that belongs to a borrower goes with the borrower, in tables of later migrations too", async () => {
    const staying = await product.asOwner(
      `with recursive belonging as (
         select 'borrowers'::regclass::oid as target
         union select c.conrelid from pg_constraint c join belonging b on c.confrelid = b.target where c.contype = 'f')
       select c.conname from pg_constraint c join belonging b on c.confrelid = b.target
       where c.contype = 'f' and c.confdeltype not in ('c', 'n')`,
    );
    expect(staying).toEqual([]);
    const unlinked = await product.asOwner(
      `select c.table_name from information_schema.columns c
       where c.column_name = 'borrower_id' and c.table_schema = 'public' and not exists (
         select from pg_constraint f where f.contype = 'f' and f.confrelid = 'borrowers'::regclass
           and f.conrelid = to_regclass(c.table_name))`,
    );
    expect(unlinked).toEqual([{ table_name: "line_items" }]);
  });

  test("an admin exports everything stored about a borrower, without secrets, and the export is recorded", async () => {
    const sent = aDocument();
    const id = await aBorrowerWithEverything(sent);
    const { findings } = (await officer.send(calls.retrieveAssetReport, { id })).body;
    const comment = { borrowerId: id, findingKey: findings[0]!.key, text: "Ask for the settlement.", mentions: [] };
    expect((await officer.send(calls.addComment, comment)).status).toBe(201);
    expect(await officer.send(calls.exportBorrower, { id })).toMatchObject({ status: 403 });
    const reply = await fetch(`${product.url}/api/latest/admin/borrower-export/${id}`, {
      headers: { authorization: `bearer ${admin.token}` },
    });
    expect(reply.headers.get("content-disposition")).toMatch(/filename="borrower-Alberta-Charleson-[\d-]+\.json"/);
    const text = await reply.text();
    const data = JSON.parse(text) as Record<string, Record<string, unknown>[]>;
    expect(data["borrower"]).toMatchObject({ id, lastName: "Charleson" });
    const counts = Object.fromEntries(
      Object.entries(data).flatMap(([name, rows]) => (Array.isArray(rows) ? [[name, rows.length]] : [])),
    );
    expect(counts).toMatchObject({ bankConnections: 1, evidence: 1, decisions: 1, charges: 1, auditCopies: 1 });
    expect(counts).toMatchObject({ reports: 1, documents: 1, comments: 1, notifications: 1 });
    expect(data["reports"]![0]).toMatchObject({
      content: { items: expect.any(Array) },
      evaluations: expect.any(Array),
    });
    const [document] = data["documents"]!;
    expect(Buffer.from(String(document!["contentBase64"]), "base64").toString()).toBe(await sent.text());
    expect(data["activity"]!.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["borrower.data-exported", "document.uploaded", "report.ready", "borrower.created"]),
    );
    expect(text).not.toMatch(/accessToken|providerToken|fileKey|tokenHash|passCodeHash/);
    expect((await admin.send(calls.exportBorrower, { id: "00000000-0000-4000-8000-000000000000" })).status).toBe(404);
  });

  test("every table that names a borrower is in the export, or known not to be about the person", async () => {
    const tables = (
      await product.asOwner(
        `select table_name from information_schema.columns
         where column_name = 'borrower_id' and table_schema = 'public' order by 1`,
      )
    ).map(({ table_name }) => String(table_name));
    const exported = [
      ...["asset_reports", "audit_copies", "bank_items", "bank_users", "consents", "evidence", "evidence_documents"],
      ...[
        "finding_comments",
        "gift_letters",
        "investor_copies",
        "line_items",
        "need_reminders",
        "needs",
        "notifications",
        "planned_refreshes",
      ],
      ...["underwriting_decisions", "visit_codes", "visit_links"],
    ];
    const counters = ["bank_dialogs", "mention_emails"];
    expect(tables).toEqual([...exported, ...counters].sort());
  });

  test("another name deletes nothing and says which field is wrong", async () => {
    const { id } = await lender.hasBorrower();
    for (const name of ["Nora", "Nora Whitfields", " "])
      expect(await admin.send(deleteBorrower, { id, name })).toMatchObject({
        status: 400,
        errors: [{ field: "name", code: "INVALID_VALUE" }],
      });
    expect((await admin.send(findOwnBorrower, { id })).status).toBe(200);
  });

  test("an officer deletes a borrower without a report, and needs an admin for one with a report", async () => {
    const { id } = await lender.hasBorrower();
    expect((await officer.send(deleteBorrower, { id, name: await nameOf(id) })).status).toBe(204);
    const reported = (await aReported(product, lender, officer)).id;
    expect(await officer.send(deleteBorrower, { id: reported, name: await nameOf(reported) })).toMatchObject({
      status: 409,
      message: "HAS_REPORT",
    });
  });

  test("the only member of an organization deletes a borrower with a report", async () => {
    const solo = await aLender(product);
    const alone = await solo.as("admin");
    await product.asOwner("update memberships set role = 'registered' where user_id = $1", [alone.userId]);
    const { id } = (
      await alone.send(calls.createBorrower, { firstName: "Sol", lastName: "Lo", email: "sol@example.net" })
    ).body;
    await connect(product, alone, id);
    await generate(alone, id);
    expect((await alone.send(deleteBorrower, { id, name: "sol lo" })).status).toBe(204);
  });

  test("a legal hold stops deletion by people and by the retention policy until an admin lifts it", async () => {
    const id = await aBorrowerWithEverything();
    expect(await hold(id, true, officer)).toMatchObject({ status: 403 });
    expect(await admin.send(setLegalHold, { id, isOn: true, reason: " a " })).toMatchObject({
      status: 400,
      errors: [{ field: "reason", code: "TOO_SMALL" }],
    });
    expect((await hold(id, true)).body.legalHold).toMatchObject({ by: admin.userId, reason: "Subpoena 24-1181" });
    expect(await admin.send(deleteBorrower, { id, name: await nameOf(id) })).toMatchObject({
      status: 409,
      message: "LEGAL_HOLD",
    });
    await officer.send(calls.changeBorrowerStatus, { id, status: "closed" });
    const late = daysFrom((await read(id)).closedAt!, 4000);
    const before = await rowsOf(id);
    await sweep(late);
    expect(await rowsOf(id)).toEqual(before);
    expect((await hold(id, false)).body.legalHold).toBeNull();
    expect((await hold(id, false)).status).toBe(200); // lifting none changes nothing
    expect((await actionsOn(id)).slice(0, 3).map(({ action }) => action)).toEqual([
      "borrower.legal-hold-lifted",
      "borrower.status-changed",
      "borrower.legal-hold-set",
    ]);
    await sweep(late);
    expect(await admin.send(findOwnBorrower, { id })).toMatchObject({ status: 404 });
    expect((await actionsOn(id))[0]).toEqual({ action: "borrower.deleted", detail: { cause: "retention" } });
  });

  test("each type of record is stored for its own days", async () => {
    const strict = await aLender(product);
    const [chief, owner] = [await strict.as("admin"), await strict.as("registered")];
    const settings = (await chief.send(calls.readOrganizationSettings)).body;
    const policy = {
      ...settings.policy,
      retentionDays: 100,
      documentDays: 200,
      reportDays: 300,
      closedBorrowerDays: 400,
    };
    expect((await chief.send(calls.updateOrganization, { ...settings, policy })).status).toBe(200);
    const { id } = await strict.hasBorrower({ coBorrowers: [aHolder()] }); // the data of strangers is withheld
    await connect(product, owner, id);
    await generate(owner, id);
    const fileOf = { borrowerId: id, name: "a.pdf", file: aDocument() };
    expect((await owner.send(calls.uploadDocument, fileOf)).status).toBe(201);
    await owner.send(calls.changeBorrowerStatus, { id, status: "closed" });
    const { closedAt } = (await owner.send(findOwnBorrower, { id })).body;
    const stored = async () => {
      const [provider, report, evidence] = await Promise.all([
        owner.send(calls.downloadAssetReport, { id, format: "provider" }),
        owner.send(calls.retrieveAssetReport, { id }),
        owner.send(calls.listEvidence, { borrowerId: id }),
      ]);
      return {
        borrower: (await owner.send(findOwnBorrower, { id })).status === 200,
        report: report.status === 200,
        documents: evidence.status === 200 && evidence.body.loose.length > 0,
        bankData: provider.status === 200,
      };
    };
    const everything = { borrower: true, report: true, documents: true, bankData: true };
    await sweep(daysFrom(closedAt!, 99));
    expect(await stored()).toEqual(everything);
    await sweep(daysFrom(closedAt!, 101));
    expect(await stored()).toEqual({ ...everything, bankData: false });
    await sweep(daysFrom(closedAt!, 201));
    expect(await stored()).toEqual({ ...everything, bankData: false, documents: false });
    await sweep(daysFrom(closedAt!, 301));
    expect(await stored()).toEqual({ borrower: true, report: false, documents: false, bankData: false });
    await sweep(daysFrom(closedAt!, 401));
    expect(await stored()).toEqual({ borrower: false, report: false, documents: false, bankData: false });
  });

  test("of a borrower who was never closed the days count from the last activity, and open connections end", async () => {
    const quiet = await aLender(product);
    const owner = await quiet.as("registered");
    const { id } = await aReported(product, quiet, owner);
    const { updatedAt } = (await owner.send(findOwnBorrower, { id })).body;
    await sweep(daysFrom(updatedAt, 1094));
    expect((await owner.send(calls.retrieveAssetReport, { id })).status).toBe(200);
    await sweep(daysFrom(updatedAt, 1096));
    expect((await owner.send(findOwnBorrower, { id })).body).toMatchObject({ items: [], latestReportId: null });
    expect(await owner.send(calls.retrieveAssetReport, { id })).toMatchObject({ status: 409 });
  });

  test("a disconnected bank ends at the provider, its report stays, and the status follows", async () => {
    const { id } = await lender.hasBorrower();
    await connect(product, officer, id);
    const { items } = await connect(product, officer, id, { username: "user_good", institutionId: "ins_109509" });
    expect(items).toHaveLength(2);
    const [first, second] = items;
    const [{ provider_item_id: atProvider } = {}] = await product.asOwner(
      "select provider_item_id from bank_items where id = $1",
      [first!.id],
    );
    const left = await officer.send(disconnectBank, { itemId: first!.id });
    expect(left).toMatchObject({ status: 200, body: { status: "bank-connected", items: [{ id: second!.id }] } });
    await generate(officer, id);
    const none = await officer.send(disconnectBank, { itemId: second!.id });
    expect(none.body).toMatchObject({ status: "report-ready", items: [], connectionState: "none" });
    expect((await officer.send(calls.retrieveAssetReport, { id })).status).toBe(200);
    expect(await officer.send(disconnectBank, { itemId: second!.id })).toMatchObject({ status: 404 });
    expect((await actionsOn(id)).filter(({ action }) => action === "bank.disconnected")).toHaveLength(2);
    await vi.waitFor(
      async () =>
        expect(await heldByPlaid(product, "items", String(atProvider))).toMatchObject({
          removedAt: expect.any(String),
        }),
      { timeout: 15_000, interval: 200 },
    );
  });

  test("a report in progress over a disconnected bank is not finished", async () => {
    const { id } = await lender.hasBorrower();
    const { items } = await connect(product, officer, id);
    expect((await officer.send(calls.generateAssetReport, { borrowerId: id })).status).toBe(202);
    expect((await officer.send(disconnectBank, { itemId: items[0]!.id })).body).toMatchObject({
      status: "invited",
      reportState: "failed",
    });
    expect((await officer.send(calls.latestAssetReport, { id })).body.report).toMatchObject({
      state: "failed",
      error: { code: "BANK_DISCONNECTED" },
    });
  });
});
