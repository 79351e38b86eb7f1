// The product with its files in a bucket.
import { createHash } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeleteObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { millisecondsInDay } from "date-fns/constants";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { cleanUpFiles } from "#features/asset-reports/server/files/cleanup-job.ts";
import { isReportFile } from "#features/asset-reports/server/files/report-files.ts";
import { connect, generate } from "#features/asset-reports/server/test-bank.ts";
import { copyFiles } from "#platform/server/backup/copy-files.ts";
import { copyStorage } from "#platform/server/encryption/copy-storage.ts";
import { openEncryptedFiles } from "#platform/server/encryption/encrypted-files.ts";
import { openFolderStorage } from "#platform/server/encryption/folder-storage.ts";
import { openS3Storage } from "#providers/s3/s3.ts";
import { aDocument } from "#features/underwriting/server/test-evidence.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { FILE_TABLES } from "./product.ts";

const { uploadDocument, readDocument, removeDocument, listDocuments } = calls;
const FILES_URL = "s3://keyturn-local/files";

let product: TestProduct;
let lender: Lender;
let officer: Person;
beforeAll(async () => {
  product = await openTestProduct(FEATURE_ENGINES[0]!, { FILES_URL, S3_OBJECT_LOCK_DAYS: "1" });
  lender = await aLender(product);
  officer = await lender.as("registered");
});
beforeEach(() => product.sandbox.s3.reset());
afterAll(() => product.close());

const upload = (borrowerId: string) =>
  officer.send(uploadDocument, { borrowerId, name: "letter.pdf", file: aDocument("a gift of a thousand") });
const inBucket = () =>
  Object.entries(product.sandbox.s3.data.objects).flatMap(([key, versions]) => {
    const newest = versions.at(-1);
    return newest?.body ? [{ key, headers: newest.headers, bytes: Buffer.from(newest.body, "base64") }] : [];
  });

test("a report's files are in the bucket, retained, and are downloaded unchanged", async () => {
  const { id } = await lender.hasBorrower();
  await connect(product, officer, id);
  await generate(officer, id);
  const download = async (format: string) => {
    const url = `${product.url}/api/latest/account/download-asset-report/${id}?format=${format}`;
    const reply = await fetch(url, { headers: { authorization: `bearer ${officer.token}` } });
    return { status: reply.status, etag: reply.headers.get("etag"), body: Buffer.from(await reply.arrayBuffer()) };
  };
  for (const format of ["pdf", "json", "csv"]) {
    const { status, etag, body } = await download(format);
    const sha256 = createHash("sha256").update(body).digest("hex");
    expect({ status, etag }, format).toEqual({ status: 200, etag: `"${sha256}"` });
    const stored = inBucket().filter(({ key }) => key.startsWith("files/") && key.endsWith(`.${format}.gz`));
    expect(stored.map(({ headers }) => headers["x-amz-object-lock-mode"])).toContain("GOVERNANCE");
  }
  await product.sandbox.s3.steer({ mode: "slowDown" });
  expect(await download("pdf")).toMatchObject({ status: 503 });
});

test("a document is stored encrypted, read, and removed by the job even if the bucket is away at first", async () => {
  const { id: borrowerId } = await lender.hasBorrower();
  const before = inBucket().length;
  const { id } = (await upload(borrowerId)).body;
  expect((await officer.send(readDocument, { id })).status).toBe(200);
  expect(inBucket()).toHaveLength(before + 1);
  for (const { bytes } of inBucket()) expect(bytes.includes("a gift of a thousand")).toBe(false);
  await product.sandbox.s3.steer({ mode: "error500", times: 2 });
  expect((await officer.send(removeDocument, { id })).status).toBe(204);
  await vi.waitFor(() => expect(inBucket()).toHaveLength(before), { timeout: 20_000 });
});

test("an upload that the bucket refuses is 503 and leaves neither a document nor a file", async () => {
  const { id: borrowerId } = await lender.hasBorrower();
  const before = inBucket().length;
  await product.sandbox.s3.steer({ mode: "slowDown" });
  const { status, message } = await upload(borrowerId);
  expect({ status, message }).toEqual({ status: 503, message: "OVERLOADED" });
  product.sandbox.s3.reset();
  expect((await officer.send(listDocuments, { borrowerId })).body).toEqual([]);
  expect(inBucket()).toHaveLength(before);
  expect((await upload(borrowerId)).status).toBe(201);
});

test("files that are backed up and restored, or copied, are retained as they were: reports alone", async () => {
  const borrower = await lender.hasBorrower();
  await connect(product, officer, borrower.id);
  await generate(officer, borrower.id);
  await upload(borrower.id);
  await vi.waitFor(() => expect(inBucket().filter(({ key }) => isReportFile(key)).length).toBeGreaterThanOrEqual(3));
  const { files, cipher } = product.product.ctx;
  const folder = openFolderStorage(await mkdtemp(join(tmpdir(), "keyturn-parts-")));
  const parts = await copyFiles({
    source: { query: product.asOwner, queryNow: product.asOwner },
    ...{ files, cipher, fileTables: FILE_TABLES, parts: openEncryptedFiles(folder) },
  });
  const isReport = parts.map(({ name }) => isReportFile(name));
  expect(new Set(isReport)).toEqual(new Set([true, false]));
  expect(parts.map(({ retain }) => retain)).toEqual(isReport);

  const { s3 } = product.product.config;
  const copies = await openS3Storage({ ...s3!, prefix: "copies/" }); // FILES_URL is set
  await copyStorage(folder, copies, isReportFile);
  copies.close();
  const copied = Object.entries(product.sandbox.s3.data.objects).filter(([key]) => key.startsWith("copies/"));
  expect(copied).toHaveLength(parts.length);
  const client = new S3Client({ ...s3!, endpoint: s3!.endpoint!, credentials: s3!.credentials! }); // the sandbox's
  for (const [Key, versions] of copied) {
    const removal = client.send(
      new DeleteObjectCommand({ Bucket: s3!.bucket, Key, VersionId: versions[0]!.versionId }), // a file has one version
    );
    const outcome = await removal.then(
      () => "removed",
      (error: Error) => error.name,
    );
    expect({ Key, outcome }).toEqual({ Key, outcome: isReportFile(Key) ? "AccessDenied" : "removed" });
  }
  client.destroy();
});

test("the nightly cleanup aborts what a killed process was uploading", async () => {
  const { uploads } = product.sandbox.s3.data;
  const begun = { at: new Date(Date.now() - 1000).toISOString(), headers: {}, parts: {} };
  uploads["killed"] = { ...begun, key: "files/aa/aa.pdf" };
  await cleanUpFiles(product.product.ctx);
  expect(Object.keys(uploads)).toEqual(["killed"]);
  await cleanUpFiles(product.product.ctx, Date.now() + millisecondsInDay);
  expect(Object.keys(uploads)).toEqual([]);
});
