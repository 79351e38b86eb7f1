import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { REPORT_FORMATS, type StatementColumns, type StatementFileInput } from "#features/asset-reports/contract.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import { aDocument } from "#features/underwriting/server/test-evidence.ts";
import { IDEMPOTENCY_HEADER } from "#platform/contract/call.ts";
import { addDays } from "#platform/dates/days.ts";
import { A_BANK, partOf, toCamt053, toCsv, toOfx } from "#providers/statement-files/test-statement-files.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, anonymous, type Lender, type Person, someoneWith } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { share } from "../sharing/test-audit-copies.ts";
import { aHolder, connect, generate } from "../test-bank.ts";
import { aStatementFile, ninetyDays, sent } from "./test-files.ts";

const { previewStatementFiles, createStatementReport, retrieveAssetReport, downloadAssetReport } = calls;

const OWN_BANK = { ...A_BANK, holder: "Nora Whitfield" };

/** Needs $28,000.00 to close. */
const LOAN: Loan = {
  transactionType: "purchase",
  program: "conventional",
  underwriting: "aus",
  occupancy: "primary",
  units: 1,
  ...{ salesPrice: 40_000_000, appraisedValue: 40_000_000, loanAmount: 38_000_000, closingCosts: 600_000 },
  ...{ prepaids: 200_000, credits: 0, emd: 0, monthlyIncome: 900_000, pitia: 250_000, reserveMonthsRequired: 0 },
  ...{ isFirstTimeBuyer: true, creditScore: 700 },
};

describe.each(ENGINES)("a report from statement files on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
  });
  afterAll(() => product.close());

  const aBorrower = () => lender.hasBorrower({ firstName: "Nora", lastName: "Whitfield", loan: LOAN });
  const preview = async (files: StatementFileInput[], person = officer) =>
    (await person.send(previewStatementFiles, { borrowerId: (await aBorrower()).id, files })).body;

  test("is open until the bank's own statements for the same days are accepted as documents", async () => {
    const { id } = await aBorrower();
    const made = await officer.send(createStatementReport, { borrowerId: id, files: [aStatementFile()] });
    expect(made).toMatchObject({ status: 201, body: { state: "ready" } });
    const read = async () => (await officer.send(retrieveAssetReport, { id })).body;
    const before = await read();
    expect(before).toMatchObject({ report: { price: 0, state: "ready" }, parsedReport: { source: "files" } });
    expect(before.verdicts.fannie).toMatchObject({
      outcome: "open",
      text: expect.stringContaining("not from the bank"),
    });
    const blockers = before.findings.filter(({ severity }) => severity === "blocker").map(({ code }) => code);
    expect(blockers).toEqual(["FROM_FILES"]);

    const { from, to } = ninetyDays();
    const [account] = before.parsedReport.items[0]!.accounts;
    const statement = await officer.send(calls.addEvidence, {
      ...{ borrowerId: id, transactionId: null, accountId: account!.id, kind: "statement", sourcedCents: 0 },
      ...{ periodFrom: from, periodTo: to, state: "accepted", note: "Compared line by line." },
    });
    expect(statement, String(statement.message)).toMatchObject({ status: 201 });
    expect((await read()).verdicts.fannie.outcome).toBe("open");
    const file = { borrowerId: id, name: "statements.pdf", evidenceId: statement.body.id, file: aDocument() };
    const payStub = { ...file, name: "pay.pdf", kind: "pay_stub", file: aDocument() } as const;
    expect((await officer.send(calls.uploadDocument, payStub)).status).toBe(201);
    expect((await read()).verdicts.fannie.outcome, "a pay stub is no bank statement").toBe("open");
    expect((await officer.send(calls.uploadDocument, file)).status).toBe(201);
    const after = await read();
    expect(after.verdicts.fannie).toMatchObject({
      outcome: "enough",
      text: expect.stringContaining("not from the bank"),
    });

    const { openingCents, ...days } = ninetyDays();
    const edited = aStatementFile({ ...days, openingCents: openingCents + 900_000_00 });
    expect((await officer.send(createStatementReport, { borrowerId: id, files: [edited] })).status).toBe(201);
    const later = await read();
    expect(later.verdicts.fannie.outcome, "no one compared these files with the statements").toBe("open");
    expect(later.findings).toContainEqual(expect.objectContaining({ code: "FROM_FILES" }));
  });

  test("costs nothing, and its files are stored as they were uploaded, with who, when and their hashes", async () => {
    const { id } = await aBorrower();
    const file = aStatementFile();
    await officer.send(createStatementReport, { borrowerId: id, files: [file] });
    expect(await product.asOwner("select id from line_items where borrower_id = $1", [id])).toEqual([]);
    // The first report of a bank costs what it costs without files.
    expect((await officer.send(calls.findReportPrice, { id })).body).toMatchObject({ type: "asset_report" });
    const reply = await officer.send(downloadAssetReport, { id, format: "provider" });
    expect(reply.body).toMatchObject({
      ...{ source: "files", uploadedBy: officer.userId, uploadedAt: expect.any(String) },
      files: [{ name: "statement.ofx", content: file.content, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    });
    const events = (await (await lender.as("admin")).send(calls.listAudit, {})).body;
    expect(
      events.find(({ action, detail }) => action === "report.requested" && detail["borrowerId"] === id),
    ).toMatchObject({
      ...{ actorId: officer.userId, detail: { cause: "files", files: [{ name: "statement.ofx" }] } },
    });
    for (const format of REPORT_FORMATS)
      expect((await officer.send(downloadAssetReport, { id, format })).status, format).toBe(200);
  });

  test("is made once when the same request is sent again", async () => {
    const { id } = await aBorrower();
    const once = someoneWith(product, officer.token, { [IDEMPOTENCY_HEADER]: randomUUID() });
    const asked = { borrowerId: id, files: [aStatementFile()] };
    const first = await once.send(createStatementReport, asked);
    expect(first.status).toBe(201);
    expect((await once.send(createStatementReport, asked)).body).toEqual(first.body);
    expect(await product.asOwner("select id from asset_reports where borrower_id = $1", [id])).toHaveLength(1);
  });

  test("waits for a report that is being generated, unless that will never end", async () => {
    const { id } = await aBorrower();
    const asked = { borrowerId: id, files: [aStatementFile()] };
    const first = (await officer.send(createStatementReport, asked)).body.assetReportId;
    await product.asOwner("update asset_reports set state = 'generating' where id = $1", [first]);
    const refused = await officer.send(createStatementReport, asked);
    expect(refused).toMatchObject({ status: 409, message: "REPORT_IN_PROGRESS" });
    const anHourAgo = "update asset_reports set requested_at = now() - interval '1 hour' where id = $1";
    await product.asOwner(anHourAgo, [first]);
    expect((await officer.send(createStatementReport, asked)).status).toBe(201);
    const [ended] = await product.asOwner("select state, error_code from asset_reports where id = $1", [first]);
    expect(ended).toEqual({ state: "failed", error_code: "TIMEOUT" });
  });

  test("is compared with an earlier one of files, and never with the bank's", async () => {
    const { id } = await lender.hasBorrower({ coBorrowers: [aHolder()] });
    const difference = async () => (await officer.send(calls.compareAssetReports, { id })).body.difference;
    const addFiles = async () => {
      const made = await officer.send(createStatementReport, { borrowerId: id, files: [aStatementFile()] });
      return made.body.assetReportId;
    };
    await connect(product, officer, id);
    const bank = await generate(officer, id);
    expect(bank.state).toBe("ready");
    const files = await addFiles();
    expect(await difference()).toBeNull();
    await addFiles();
    expect(await difference()).toMatchObject({ before: { reportId: files } });
    expect((await generate(officer, id)).state).toBe("ready");
    expect(await difference()).toMatchObject({ before: { reportId: bank.id } });
  });

  test("says to an auditor that it is not from the bank", async () => {
    const { id } = await aBorrower();
    await officer.send(createStatementReport, { borrowerId: id, files: [aStatementFile()] });
    const opened = await anonymous(product).send(calls.openAuditCopy, await share(officer, id));
    expect(opened).toMatchObject({ status: 200, body: { source: "files" } });
  });

  test("is the same whatever the order and the format of the files", async () => {
    const all = ninetyDays();
    const half = addDays(all.from, 45);
    const [early, late] = [partOf(all, all.from, half), partOf(all, addDays(half, -10), all.to)];
    const given = {
      institution: OWN_BANK.institution,
      subtype: "checking",
      holders: [OWN_BANK.holder],
    } satisfies Partial<StatementFileInput>;
    const csv = ({ from, to, openingCents }: typeof all) => ({ ...given, mask: "0000", from, to, openingCents });
    const chosen: StatementFileInput[][] = [
      [sent("a.ofx", toOfx(early), { ...given, openingCents: early.openingCents }), sent("b.ofx", toOfx(late), given)],
      [sent("a.csv", toCsv(early), csv(early)), sent("b.csv", toCsv(late), csv(late))],
      [sent("a.xml", toCamt053(early, OWN_BANK)), sent("b.xml", toCamt053(late, OWN_BANK))],
    ];
    const reports = [];
    for (const files of [...chosen, ...chosen.map((files) => files.toReversed())]) {
      const { id } = await aBorrower();
      expect((await officer.send(createStatementReport, { borrowerId: id, files })).status).toBe(201);
      const { items } = (await officer.send(retrieveAssetReport, { id })).body.parsedReport;
      // An account's id is its report's alone.
      reports.push(
        items.map((item) => ({ ...item, accounts: item.accounts.map(({ id: _id, ...account }) => account) })),
      );
    }
    for (const items of reports) expect(items).toEqual(reports[0]);
    expect(reports[0]![0]!.accounts[0]!.transactions).toHaveLength(all.lines.length);
    const { accounts } = await preview(chosen[2]!);
    expect(accounts).toMatchObject([{ lines: 6, duplicates: [{ file: "b.xml", otherFile: "a.xml", count: 1 }] }]);
  });

  test("is refused with the line that is wrong when a file does not add up, and nothing is stored", async () => {
    const { id } = await aBorrower();
    const all = ninetyDays();
    const given = {
      institution: "First Platypus Bank",
      mask: "0000",
      subtype: "checking",
      holders: ["Nora Whitfield"],
    } satisfies Partial<StatementFileInput>;
    const changed = toCsv(all).replace("42500.00", "42500.01");
    const files = [sent("may.csv", changed, { ...given, openingCents: all.openingCents })];
    const shown = (await officer.send(previewStatementFiles, { borrowerId: id, files })).body;
    expect(shown).toMatchObject({
      isComplete: false,
      accounts: [],
      files: [{ problem: { code: "BALANCE", line: 2, expectedCents: 42_500_00, foundCents: 42_500_01 } }],
    });
    const refused = await officer.send(createStatementReport, { borrowerId: id, files });
    expect(refused).toMatchObject({ status: 400, message: "VALIDATION_ERROR" });
    expect(await product.asOwner("select id from asset_reports where borrower_id = $1", [id])).toEqual([]);
  });

  test("asks for what a file does not say", async () => {
    const { files } = await preview([
      sent("a.csv", toCsv(ninetyDays()).replace("Description", "Details")),
      sent("b.csv", "A,B,C\n1,2,3"),
      sent("c.ofx", toOfx(ninetyDays())),
    ]);
    expect(files.map(({ needs }) => needs)).toEqual([
      ["institution", "mask", "subtype", "holders"],
      ["columns"],
      ["holders"],
    ]);
    const all = { holders: ["Nora Whitfield"] };
    const { files: next } = await preview([sent("c.ofx", toOfx(ninetyDays()), all)]);
    expect(next).toMatchObject([{ needs: ["openingCents"], problem: null }]);
  });

  test("remembers the columns of a bank for the organization, and for no other", async () => {
    const all = ninetyDays();
    const text = toCsv(all).replace("Date,Description,Amount,Balance", "Booked,Text,Change,Rest");
    const columns: StatementColumns = {
      ...{ date: "Booked", description: "Text", amount: "Change", debit: null, credit: null, balance: "Rest" },
      dateOrder: "mdy",
      isDebitPositive: false,
    };
    const given = {
      institution: "Gingham  Bank",
      mask: "1111",
      subtype: "savings",
      holders: ["Nora Whitfield"],
    } satisfies Partial<StatementFileInput>;
    const files = [sent("a.csv", text, { ...given, columns, openingCents: all.openingCents })];
    expect((await preview([sent("a.csv", text)])).files[0]!.needs).toEqual(["columns"]);
    expect((await officer.send(createStatementReport, { borrowerId: (await aBorrower()).id, files })).status).toBe(201);
    expect((await preview([sent("next.csv", text)])).files[0]).toMatchObject({
      ...{ institution: null, columns, needs: expect.arrayContaining(["institution"]) },
    });
    const other = await aLender(product);
    const stranger = await other.as("registered");
    const { id } = await other.hasBorrower();
    const seen = await stranger.send(previewStatementFiles, { borrowerId: id, files: [sent("a.csv", text)] });
    expect(seen.body.files[0]).toMatchObject({ columns: null, needs: ["columns"] });
  });

  test("remembers no columns of a file that has none, and refuses those with control characters", async () => {
    const columns: StatementColumns = {
      ...{ date: "A", description: "B", amount: "C", debit: null, credit: null, balance: null },
      dateOrder: "mdy",
      isDebitPositive: false,
    };
    const { id } = await aBorrower();
    const files = [{ ...aStatementFile(), institution: "Tartan Bank", columns }];
    expect((await officer.send(createStatementReport, { borrowerId: id, files })).status).toBe(201);
    expect((await preview([sent("a.csv", "A,B,C\n1,2,3", { institution: "Tartan Bank" })])).files[0]).toMatchObject({
      ...{ columns: null, needs: ["columns"] },
    });
    const hostile = [{ ...aStatementFile(), columns: { ...columns, date: "A\u0000" } }];
    expect(await officer.send(createStatementReport, { borrowerId: id, files: hostile })).toMatchObject({
      ...{ status: 400, errors: [{ field: "files.0.columns.date", code: "INVALID_FORMAT" }] },
    });
  });

  test("is not made of a file with a virus", async () => {
    const { id } = await aBorrower();
    const eicar = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`;
    const text = toOfx(ninetyDays()).replace("</OFX>", `<MEMO>${eicar}</OFX>`);
    const files = [sent("a.ofx", text, { holders: ["Nora Whitfield"], openingCents: 40_000_00 })];
    expect(await officer.send(createStatementReport, { borrowerId: id, files })).toMatchObject({
      message: "VIRUS_FOUND",
    });
  });

  test("is not made of an account that belongs to no one on the loan", async () => {
    const files = [sent("a.ofx", toOfx(ninetyDays()), { holders: ["Ivan Sokolov"], openingCents: 40_000_00 })];
    expect(await preview(files)).toMatchObject({
      ...{ isComplete: false, accounts: [], files: [{ problem: { code: "HOLDER", found: "Ivan Sokolov" } }] },
    });
  });

  test("is not made for a closed borrower", async () => {
    const { id, version } = await aBorrower();
    await officer.send(calls.changeBorrowerStatus, { id, status: "closed", version });
    const made = await officer.send(createStatementReport, { borrowerId: id, files: [aStatementFile()] });
    expect(made).toMatchObject({ status: 409, message: "INVALID_STATUS_TRANSITION" });
  });
});
