import { createHash, createPublicKey, verify } from "node:crypto";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { millisecondsInDay } from "date-fns/constants";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, anonymous, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { REPORT_FORMATS, type DownloadFormat, type SignedFile } from "#features/asset-reports/contract.ts";
import { readReportFile, reproduce } from "#features/asset-reports/rules/reproduce.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { EDITIONS, NEWEST_EDITION } from "#features/underwriting/rules/editions.ts";
import { loadEdition } from "#features/underwriting/server/run-edition.ts";
import { canonicalJson } from "#platform/contract/canonical-json.ts";
import { findEvaluatedReport } from "../download.ts";
import { aPicture } from "#features/account/server/test-picture.ts";
import { aHolder, connect, generate } from "../test-bank.ts";
import { cleanUpFiles } from "./cleanup-job.ts";
import { fileOf } from "./report-files.ts";

const { retrieveAssetReport, verifyReportFile, updateLoan, updateBorrower, uploadLogo, findOwnBorrower } = calls;

function holds({ statement, signature, publicKey }: SignedFile): boolean {
  const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), Buffer.from(publicKey, "base64")]);
  const key = createPublicKey({ key: spki, format: "der", type: "spki" });
  return verify(null, Buffer.from(canonicalJson(statement)), key, Buffer.from(signature, "base64"));
}

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe.each(FEATURE_ENGINES)("report files on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;
  let admin: Person;
  let borrower: Borrower;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
    admin = await lender.as("admin");
    borrower = await aReported({ lastName: "=Whit field" });
  });
  afterAll(() => product.close());

  async function aReported(details: { lastName: string }): Promise<Borrower> {
    const made = await lender.hasBorrower({ ...details, coBorrowers: [aHolder()] });
    await connect(product, officer, made.id);
    await generate(officer, made.id);
    return made;
  }
  const download = async (format: DownloadFormat, { id } = borrower) => {
    const url = `${product.url}/api/latest/account/download-asset-report/${id}?format=${format}`;
    const reply = await fetch(url, { headers: { authorization: `bearer ${officer.token}` } });
    const body = Buffer.from(await reply.arrayBuffer());
    return { status: reply.status, headers: reply.headers, body, sha256: hashOf(body) };
  };
  const evaluateAgain = async (salesPrice: number) => {
    const { version } = (await officer.send(findOwnBorrower, { id: borrower.id })).body;
    const loan = { transactionType: "purchase", salesPrice, loanAmount: 30_000_000 } as const;
    const reply = await officer.send(updateLoan, { id: borrower.id, version, loan });
    expect(reply).toMatchObject({ status: 200 });
  };
  const verify = async (sha256: string) => (await anonymous(product).send(verifyReportFile, { sha256 })).body;
  const verified = async (sha256: string) => (await verify(sha256)).file;

  test.each([
    ["pdf", "application/pdf", ".pdf"],
    ["json", "application/json", ".json"],
    ["csv", "text/csv; charset=utf-8", ".csv"],
    ["mismo", "application/xml", ".mismo.xml"],
    ["freddie", "application/json", ".freddie-mac.json"],
    ["signature", "application/json", ".signature.json"],
  ] as const)("%s has type, length and name, and the same bytes each time", async (format, type, ending) => {
    const { status, headers, body, sha256 } = await download(format);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe(type);
    expect(headers.get("content-length")).toBe(String(body.length));
    const day = new Date().toISOString().slice(0, 10);
    expect(headers.get("content-disposition")).toContain(`asset-report-Whit-field-${day}${ending}`);
    expect((await download(format)).sha256).toBe(sha256);
  });

  test("the provider's JSON is downloaded as received: the report prints its hash, and the download is recorded", async () => {
    const { report } = (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
    const { status, headers, body, sha256 } = await download("provider");
    expect(status).toBe(200);
    expect(sha256).toBe(report.jsonSha256);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("content-disposition")).toMatch(/asset-report-Whit-field-[\d-]{10}\.provider\.json/);
    const sent = JSON.parse(body.toString("utf8")) as { report: { items: unknown[] } };
    expect(sent.report.items.length).toBeGreaterThan(0);
    const [row] = await product.asOwner(
      "select action, detail from audit_rows where object_id = $1 order by seq desc limit 1",
      [report.id],
    );
    expect(row).toMatchObject({ action: "report.downloaded", detail: { format: "provider", borrowerId: borrower.id } });

    const stranger = await (await aLender(product)).as("admin");
    const url = `${product.url}/api/latest/account/download-asset-report/${borrower.id}?format=provider`;
    const refused = await fetch(url, { headers: { authorization: `bearer ${stranger.token}` } });
    expect(refused.status).toBe(404);
  });

  test("a name that consists only of emoji gives a complete file name", async () => {
    const named = await aReported({ lastName: "\u{1f9ff}\u{1f389}" });
    const disposition = (await download("csv", named)).headers.get("content-disposition");
    expect(disposition).toMatch(/filename="asset-report-borrower-\d{4}-\d\d-\d\d\.csv"/);
  });

  test("the JSON names the schema that the site publishes", async () => {
    const { schema, version } = JSON.parse((await download("json")).body.toString("utf8")) as Record<string, string>;
    expect(version).toBe(1);
    const reply = await fetch(schema!.replace(product.product.config.publicUrl, product.url));
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ $id: schema, required: expect.arrayContaining(["schema", "version"]) });
  });

  test("JSON has the evaluation, its inputs and conditions and the parsed report in the canonical form", async () => {
    const text = (await download("json")).body.toString("utf8");
    const json = JSON.parse(text) as Record<string, never>;
    expect(canonicalJson(json)).toBe(text);
    const { findings, conditions, inputs, verdicts, number, parsedReport, report } = await read();
    const { providerReportId } = parsedReport;
    expect(json).toMatchObject({
      evaluation: { findings, conditions, inputs, verdicts, number },
      parsedReport: { providerReportId },
      report: { id: report.id, providerReportId },
    });
    expect(json["evaluation"]).not.toHaveProperty("organizationId");
  });

  test("the JSON gives its evaluation again under the edition it names, also when compared with a report before", async () => {
    const again = async () => {
      const file = readReportFile((await download("json")).body.toString("utf8"));
      const evaluate = await loadEdition(file.stated.edition);
      return { file, result: await reproduce(file, evaluate) };
    };
    const { file, result } = await again();
    expect(result).toEqual({ changed: [], differences: [] });
    expect(file.stated).toMatchObject({ edition: NEWEST_EDITION.hash, previous: null });
    const first = await read();
    await generate(officer, borrower.id);
    const compared = await again();
    expect(compared.result).toEqual({ changed: [], differences: [] });
    expect(compared.file.previous?.providerReportId).toBe(first.parsedReport.providerReportId);
    expect(await read()).toMatchObject({
      previousReportId: first.report.id,
      previousHash: first.reportHash,
      editionHash: first.editionHash,
    });
  });

  test("a new edition changes no stored evaluation by itself; the next change is evaluated under it", async () => {
    const { hash, ruleSetVersion } = EDITIONS[0]!; // there are earlier ones
    await product.asOwner(
      `update evaluations e set edition_hash = $2, rule_set_version = $3 from asset_reports r
       where r.id = e.report_id and r.borrower_id = $1`,
      [borrower.id, hash, ruleSetVersion],
    );
    expect(await read()).toMatchObject({ editionHash: hash, ruleSetVersion });
    await evaluateAgain(41_000_000);
    const { hash: newest, ruleSetVersion: version } = NEWEST_EDITION;
    expect(await read()).toMatchObject({ editionHash: newest, ruleSetVersion: version });
  });

  test("CSV has a line for each transaction with the findings that name it, and no cell that acts", async () => {
    const text = (await download("csv")).body.toString("utf8");
    const lines = text.split("\r\n").slice(0, -1);
    const { parsedReport, findings } = (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
    const transactions = parsedReport.items
      .flatMap(({ accounts }) => accounts)
      .flatMap((account) => account.transactions);
    expect(lines).toHaveLength(transactions.length + 1);
    const named = findings.find(({ transactionIds }) => transactionIds.length > 0)!; // the golden report has some
    const line = lines.find((one) => one.includes(named.transactionIds[0]!));
    expect(line).toContain(`${named.ruleId} ${named.code}`);
    for (const one of lines) expect(one).not.toMatch(/(?:^|,)"?[=+@]/);
  });

  test("each file is found by its hash and has a valid signature; one changed byte makes it another file", async () => {
    const offline = JSON.parse((await download("signature")).body.toString("utf8")) as { files: SignedFile[] };
    expect(offline.files.map(({ statement }) => statement.format)).toEqual(["pdf", "json", "csv", "mismo", "freddie"]);
    for (const format of REPORT_FORMATS) {
      const { body, sha256 } = await download(format);
      const file = await verified(sha256);
      expect(file).toMatchObject({ statement: { format, sha256, bytes: body.length, lender: "Test Lending" } });
      expect(holds(file!)).toBe(true);
      expect(holds({ ...file!, statement: { ...file!.statement, lender: "Someone else" } })).toBe(false);
      if (format !== "signature") expect(offline.files).toContainEqual(file);
      body[body.length >> 1]! ^= 1;
      expect(await verified(hashOf(body))).toBeNull();
    }
  });

  test("an evaluation has its own files, and the previous one's files are still found by their hash", async () => {
    const before = await download("pdf");
    await evaluateAgain(42_000_000);
    const unmade = (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
    expect(unmade.report.pdfSha256).toBeNull();
    const after = await download("pdf");
    expect(after.sha256).not.toBe(before.sha256);
    const reported = (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
    expect(reported.report.pdfSha256).toBe(after.sha256);
    const { file, supersededAt } = await verify(before.sha256);
    expect(file?.statement.sha256).toBe(before.sha256);
    expect(Date.parse(supersededAt!)).toBeGreaterThan(Date.parse(file!.statement.evaluatedAt));
    expect((await verify(after.sha256)).supersededAt).toBeNull();
  });

  test("many simultaneous first downloads get the same file, and one file stays on disk", async () => {
    await evaluateAgain(43_000_000);
    const before = (await filesOnDisk()).length;
    const replies = await Promise.all(Array.from({ length: 6 }, () => download("json")));
    expect(new Set(replies.map(({ sha256 }) => sha256)).size).toBe(1);
    expect((await filesOnDisk()).length).toBe(before + 1);
  });

  test("the files of two reports without transactions differ", async () => {
    const [one, other] = [await aReported({ lastName: "One" }), await aReported({ lastName: "Other" })];
    expect((await download("csv", one)).sha256).not.toBe((await download("csv", other)).sha256);
  });

  const read = async () => (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
  const rename = async (changes: object) => {
    const known: Record<string, unknown> = (await officer.send(findOwnBorrower, { id: borrower.id })).body;
    const details = Object.fromEntries(
      ["id", "version", ...Object.keys(updateBorrower.body.shape)].map((name) => [name, known[name]]),
    );
    const reply = await officer.send(updateBorrower, { ...details, ...changes } as never);
    expect(reply, JSON.stringify(reply.errors)).toMatchObject({ status: 200 });
  };

  test("the same inputs return the same evaluation; another name or loan number gets its own", async () => {
    await evaluateAgain(44_000_000);
    const before = await read();
    await evaluateAgain(44_000_000);
    await rename({ notes: "Called twice." });
    expect((await read()).evaluatedAt).toBe(before.evaluatedAt);
    await rename({ middleName: "Quill" });
    const named = await read();
    expect(named.evaluatedAt).not.toBe(before.evaluatedAt);
    await rename({ loanNumber: `N-${engine}` });
    expect((await read()).evaluatedAt).not.toBe(named.evaluatedAt);
  });

  test("a file that is first downloaded later shows the state when the report was evaluated", async () => {
    await evaluateAgain(45_000_000);
    const renameLender = (name: string) =>
      product.asOwner("update organizations set name = $2 where id = $1", [lender.organizationId, name]);
    await renameLender("Another Lending");
    const { evaluation } = JSON.parse((await download("json")).body.toString("utf8")) as Record<string, unknown>;
    const printed = {
      lender: "Test Lending",
      fullNames: ["Nora Quill =Whit field", "Dana Whitfield"],
      loanNumber: `N-${engine}`,
      letterhead: { nmlsId: null, officer: { email: officer.email } },
    };
    expect(evaluation).toMatchObject({ printed });
    await renameLender("Test Lending");
  });

  test("the PDF has the logo that the lender had when the report was evaluated", async () => {
    const upload = async (text: string) => (await admin.send(uploadLogo, { file: aPicture(text) })).body.logoURL;
    expect(await upload("our logo")).not.toBeNull();
    await evaluateAgain(47_000_000);
    const logoOf = "/Alt (Logo of Test Lending)";
    const { headers, body } = await download("pdf");
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(body.includes(logoOf)).toBe(true);
    await evaluateAgain(48_000_000);
    await upload("a newer logo");
    expect((await download("pdf")).body.includes(logoOf)).toBe(false);
  });

  test("a connection that breaks after the commit does not remove the file", async () => {
    await evaluateAgain(46_000_000);
    const { ctx } = product.product;
    const { db, system } = ctx;
    const breaking: typeof db = {
      ...db,
      async transaction(scope, work) {
        await db.transaction(scope, work);
        throw new Error("Connection terminated unexpectedly");
      },
    };
    const scope = system.within(lender.organizationId);
    const evaluated = await findEvaluatedReport(ctx, { scope, reach: "organization" } as never, borrower.id);
    const stored = await fileOf({ ...ctx, db: breaking }, scope, evaluated, "json");
    expect(await download("json")).toMatchObject({ status: 200, sha256: stored.sha256 });
  });

  test("files without a row are removed within eight nights, and no others", async () => {
    const { filesDir } = product.product.config;
    const [old, draft, young] = ["aa-old.pdf", "ab-draft.pdf.0123456789ab", "ac-young.pdf"];
    const pathOf = (name: string) => join(filesDir, name.slice(0, 2), name);
    for (const name of [old, draft, young]) {
      await mkdir(dirname(pathOf(name)), { recursive: true });
      await writeFile(pathOf(name), "left behind");
    }
    await download("pdf");
    const paths = await readdir(filesDir, { recursive: true });
    for (const path of paths.filter((path) => !path.endsWith(young))) await utimes(join(filesDir, path), 1, 1);
    for (let night = 0; night < 8; night++)
      await cleanUpFiles(product.product.ctx, Date.now() - night * millisecondsInDay);
    const left = await readdir(filesDir, { recursive: true });
    expect(
      paths
        .filter((path) => !left.includes(path))
        .map((path) => path.slice(3))
        .toSorted(),
    ).toEqual([old, draft]);
    expect((await download("pdf")).status).toBe(200);
  });

  const filesOnDisk = async () =>
    (await readdir(product.product.config.filesDir, { recursive: true })).filter((name) => name.endsWith(".json.gz"));
});
