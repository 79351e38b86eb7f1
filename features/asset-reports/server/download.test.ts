import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, someoneWith, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { aHolder, connect, generate } from "./test-bank.ts";

const { downloadAssetReport, retrieveAssetReport } = calls;
const run = promisify(execFile);

describe.each(FEATURE_ENGINES)("download on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;
  let borrower: Borrower;
  let file: Buffer;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
    borrower = await lender.hasBorrower({ firstName: "Łukasz", lastName: "O'Nguyễn Smith", coBorrowers: [aHolder()] });
    await connect(product, officer, borrower.id);
    await generate(officer, borrower.id);
    file = (await download()).body;
  });
  afterAll(() => product.close());

  const download = async (headers: Record<string, string> = {}, method = "GET") => {
    const reply = await fetch(`${product.url}/api/latest/account/download-asset-report/${borrower.id}`, {
      method,
      headers: { authorization: `bearer ${officer.token}`, ...headers },
    });
    return { status: reply.status, headers: reply.headers, body: Buffer.from(await reply.arrayBuffer()) };
  };

  test("it is an attachment with type, length and name, for this person alone", async () => {
    const { status, headers, body } = await download();
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(headers.get("content-length")).toBe(String(body.length));
    expect(headers.get("cache-control")).toBe("no-store");
    const day = new Date().toISOString().slice(0, 10);
    const disposition = headers.get("content-disposition")!;
    expect(disposition).toMatch(/^attachment; filename="[\w.-]+\.pdf"; filename\*=UTF-8''/);
    expect(decodeURIComponent(disposition.split("''")[1]!)).toBe(`asset-report-O-Nguyễn-Smith-${day}.pdf`);
  });

  test("its hash is the one that the report names, and the same each time", async () => {
    const { report } = (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
    for (const body of [file, (await download()).body])
      expect(createHash("sha256").update(body).digest("hex")).toBe(report.pdfSha256);
  });

  test("pdftotext finds the borrower, each account's mask and balance, and every line that the provider sent", async () => {
    const folder = await mkdtemp(join(tmpdir(), "download-"));
    const path = join(folder, "report.pdf");
    await writeFile(path, file);
    const { stdout: text, stderr } = await run("pdftotext", ["-layout", path, "-"], { maxBuffer: 1e8 });
    await rm(folder, { recursive: true });
    expect(stderr).toBe("");
    expect(text).toContain("Łukasz O'Nguyễn Smith");

    const { parsedReport, report } = (await officer.send(retrieveAssetReport, { id: borrower.id })).body;
    const accounts = parsedReport.items.flatMap((item) => item.accounts);
    for (const { mask, currentCents } of accounts) {
      const balance = (currentCents! / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
      expect(text).toMatch(new RegExp(`${mask}.*${balance.replace(/[$.]/g, "\\$&")}`));
    }
    const lines = text.split("\n").filter((line) => /^ *[A-Z][a-z]{2} \d{1,2}, \d{4} .*[\d,]\.\d\d$/.test(line));
    expect(lines.length).toBe(accounts.reduce((sum, { transactions }) => sum + transactions.length, 0));
    expect(lines.length).toBeGreaterThan(100);
    expect(text.replaceAll(/\s/g, "")).toContain(report.jsonSha256);
  });

  test("a Range request returns the first bytes, the last, a middle or the rest, each with its position", async () => {
    const size = file.length;
    const ranges: [string, number, number][] = [
      ["bytes=0-0", 0, 0],
      ["bytes=0-99", 0, 99],
      ["bytes=1000-1999", 1000, 1999],
      ["bytes=-100", size - 100, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
      [`bytes=${size - 1}-`, size - 1, size - 1],
      [`bytes=5-${size * 10}`, 5, size - 1],
    ];
    for (const [range, start, end] of ranges) {
      const { status, headers, body } = await download({ range });
      expect(status, range).toBe(206);
      expect(headers.get("content-range")).toBe(`bytes ${start}-${end}/${size}`);
      expect(headers.get("content-length")).toBe(String(end - start + 1));
      expect(body.equals(file.subarray(start, end + 1)), range).toBe(true);
    }
  });

  test("a range beyond the file is 416 with the file's size", async () => {
    for (const range of [`bytes=${file.length}-`, "bytes=9-5", "bytes=-0", `bytes=${"9".repeat(30)}-`]) {
      const { status, headers, body } = await download({ range });
      expect(status, range).toBe(416);
      expect(JSON.parse(body.toString())).toEqual({ message: "RANGE_NOT_SATISFIABLE" });
      expect(headers.get("content-range"), range).toBe(`bytes */${file.length}`);
      expect(headers.get("content-disposition")).toBeNull();
    }
  });

  test("several ranges, another unit or nonsense are answered with the whole", async () => {
    for (const range of ["bytes=0-1,5-9", "lines=1-2", "bytes=-", "bytes=a-b", "bytes"]) {
      const { status, body } = await download({ range });
      expect([status, body.length], range).toEqual([200, file.length]);
    }
  });

  test("a client that already has the file gets 304 without a body; a changed file is sent in full", async () => {
    const etag = (await download()).headers.get("etag")!;
    const known = await download({ "if-none-match": etag });
    expect([known.status, known.body.length]).toEqual([304, 0]);
    expect(known.headers.get("etag")).toBe(etag);
    for (const listed of [`"x", ${etag}`, `W/${etag}`, "*"])
      expect((await download({ "if-none-match": listed })).status, listed).toBe(304);
    expect((await download({ "if-none-match": '"other"' })).status).toBe(200);
    expect((await download({ range: "bytes=0-9", "if-range": etag })).status).toBe(206);
    expect((await download({ range: "bytes=0-9", "if-range": '"other"' })).status).toBe(200);
  });

  test("other methods than GET have no effect", async () => {
    const rows = () => product.asOwner("select count(*)::int from audit_rows");
    const before = await rows();
    for (const method of ["POST", "PUT", "DELETE", "HEAD"])
      expect([404, 405]).toContain((await download({}, method)).status);
    expect(await rows()).toEqual(before);
  });

  test("the address gives no access without a token, or with a token of another organization", async () => {
    const stranger = await (await aLender(product)).as("admin");
    const url = `${product.url}/api/latest/account/download-asset-report/${borrower.id}`;
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(`${url}?token=${officer.token}`)).status).toBe(401);
    const foreign = await someoneWith(product, stranger.token).send(downloadAssetReport, { id: borrower.id });
    expect(foreign).toMatchObject({ status: 404, message: "NOT_FOUND" });
  });

  test("the file is stored encrypted: its words are not on disk", async () => {
    const { stdout } = await run("grep", ["-rlaE", "%PDF|Nguy|asset-report", product.product.config.filesDir]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe("");
  });
});
