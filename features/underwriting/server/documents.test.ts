import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { unzip } from "#testing/unzip.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { DOCUMENT_MAX_BYTES, DOCUMENTS_PER_BORROWER, type Evidence } from "#features/underwriting/contract.ts";
import { aDocument } from "./test-evidence.ts";

const { uploadDocument, readDocument, removeDocument, changeDocument, reviewDocument } = calls;
const { listDocuments, downloadDocuments, listEvidence, addEvidence, reviewEvidence } = calls;

describe.each(FEATURE_ENGINES)("documents of evidence on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;
  let borrower: Borrower;
  let gift: Evidence;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    officer = await lender.as("registered");
  });
  afterAll(() => product.close());

  const begin = async () => {
    borrower = await lender.hasBorrower();
    const piece = { borrowerId: borrower.id, transactionId: null, kind: "gift" as const, sourcedCents: 0 };
    gift = (await officer.send(addEvidence, piece)).body;
  };
  const upload = (name: string, file = aDocument(), evidenceId?: string) =>
    officer.send(uploadDocument, {
      borrowerId: borrower.id,
      name,
      file,
      ...(evidenceId && { evidenceId }),
    });
  const filesOnDisk = async () =>
    (await readdir(product.product.config.filesDir, { recursive: true }).catch(() => [])).filter((name) =>
      name.includes("."),
    );

  test("a document is downloaded unchanged, as an attachment, and is stored encrypted", async () => {
    await begin();
    const file = aDocument("a gift of a thousand");
    const { status, body } = await upload("gift letter.pdf", file, gift.id);
    const bytes = Buffer.from(await file.arrayBuffer());
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        name: "gift letter.pdf",
        mediaType: "application/pdf",
        bytes: bytes.length,
        sha256,
        isFromBorrower: false,
      },
    });
    const loose = (await upload("statement.pdf")).body;
    const listed = (await officer.send(listEvidence, { borrowerId: borrower.id })).body;
    expect(listed).toMatchObject({ evidence: [{ id: gift.id, documents: [body] }], loose: [loose] });

    const reply = await officer.send(readDocument, { id: body.id });
    expect(Buffer.from(reply.body as unknown as Uint8Array).equals(bytes)).toBe(true);
    expect(reply.headers.get("content-disposition")).toMatch(/^attachment; filename="gift_letter.pdf"/);
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
    for (const name of await filesOnDisk())
      expect((await readFile(join(product.product.config.filesDir, name))).includes("a gift of a thousand")).toBe(
        false,
      );
    const acts = await product.asOwner("select action from audit_rows where object_id = $1 order by seq", [body.id]);
    expect(acts.map(({ action }) => action)).toEqual(["document.uploaded", "document.read"]);
  });

  test("the type of a document follows its content, whatever its name says", async () => {
    await begin();
    expect(await upload("letter.pdf", new Blob(["<html><script>alert(1)</script>"]))).toMatchObject({
      status: 415,
      message: "UNSUPPORTED_MEDIA_TYPE",
    });
    expect((await upload("invoice.exe")).body.name).toBe("invoice.exe.pdf");
    expect((await upload("../../etc/passwd\u202Efdp.exe")).body.name).toBe("passwdfdp.exe.pdf");
    expect((await upload("...")).body.name).toBe("document.pdf");
    expect((await upload("ŁUCJA’s Brief 王.PDF")).body.name).toBe("ŁUCJA’s Brief 王.pdf");
    const big = new Blob([await aDocument().arrayBuffer(), new Uint8Array(DOCUMENT_MAX_BYTES)]);
    expect((await upload("big.pdf", big)).status).toBe(413);
  });

  test("a removed document is gone from the list, the call and the disk", async () => {
    await begin();
    const { id } = (await upload("letter.pdf", aDocument(), gift.id)).body;
    const [row] = await product.asOwner("select file from evidence_documents where id = $1", [id]);
    const isThere = async () => (await filesOnDisk()).some((name) => name.endsWith(String(row!["file"])));
    expect(await isThere()).toBe(true);
    expect((await officer.send(removeDocument, { id })).status).toBe(204);
    expect((await officer.send(readDocument, { id })).status).toBe(404);
    expect((await officer.send(removeDocument, { id })).status).toBe(404);
    await vi.waitFor(async () => expect(await isThere()).toBe(false), { timeout: 10_000 });
  });

  test("evidence that was accepted with a removed document is open again", async () => {
    await begin();
    const { id } = (await upload("letter.pdf", aDocument(), gift.id)).body;
    const { body } = await officer.send(calls.reviewEvidence, {
      id: gift.id,
      state: "accepted",
      version: gift.version,
    });
    expect(body).toMatchObject({ state: "accepted" });
    expect((await officer.send(removeDocument, { id })).status).toBe(204);
    const { evidence } = (await officer.send(listEvidence, { borrowerId: borrower.id })).body;
    expect(evidence).toMatchObject([{ id: gift.id, state: "proposed", reviewedBy: null, documents: [] }]);
    const acts = await product.asOwner("select action from audit_rows where object_id = $1 order by seq", [gift.id]);
    expect(acts.map(({ action }) => action)).toEqual(["evidence.added", "evidence.accepted", "evidence.reopened"]);
  });

  test("another organization's document is not found, nor another borrower's evidence", async () => {
    await begin();
    const { id } = (await upload("letter.pdf")).body;
    const stranger = await (await aLender(product)).as("admin");
    for (const other of [stranger, await lender.as("editor")]) {
      expect((await other.send(readDocument, { id })).status).toBe(404);
      expect((await other.send(removeDocument, { id })).status).toBe(404);
      const sent = { borrowerId: borrower.id, name: "mine.pdf", file: aDocument() as never };
      expect((await other.send(uploadDocument, sent)).status).toBe(404);
    }
    const foreign = gift.id;
    await begin();
    expect((await upload("letter.pdf", aDocument(), foreign)).status).toBe(404);
  });

  test("a borrower has a limited number of documents, and a refused one leaves no file", async () => {
    await begin();
    await product.asOwner(
      `insert into evidence_documents (organization_id, id, borrower_id, name, media_type, bytes, sha256, file, file_key)
       select $1, gen_random_uuid(), $2, 'a', 'image/png', 1, '', 'x.png', '' from generate_series(2, $3::int)`,
      [lender.organizationId, borrower.id, DOCUMENTS_PER_BORROWER],
    );
    const before = (await filesOnDisk()).length;
    const replies = await Promise.all([1, 2, 3].map(() => upload("last.pdf")));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect((await filesOnDisk()).length).toBe(before + 1);
  });

  test("an organization has a storage limit, which does not affect another organization", async () => {
    await begin();
    // Five documents of 2 GB take the 10,000 MB that an organization has where nothing else is set.
    await product.asOwner(
      `insert into evidence_documents (organization_id, id, borrower_id, name, media_type, bytes, sha256, file, file_key)
       select $1, gen_random_uuid(), $2, 'a', 'image/png', 2000000000, '', 'x.png', '' from generate_series(1, 5)`,
      [lender.organizationId, borrower.id],
    );
    const before = (await filesOnDisk()).length;
    expect(await upload("one more.pdf")).toMatchObject({ status: 409, message: "STORAGE_FULL" });
    expect((await filesOnDisk()).length).toBe(before);
    await product.asOwner("delete from evidence_documents where organization_id = $1", [lender.organizationId]);
    expect((await upload("one more.pdf")).status).toBe(201);
  });

  const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"}`;
  const actionsOn = async (id: string) =>
    (await product.asOwner("select action from audit_rows where object_id = $1 order by seq", [id])).map(
      ({ action }) => action,
    );
  const documentsOf = async () => (await officer.send(listDocuments, { borrowerId: borrower.id })).body;

  test("a file with a virus is refused before anything is stored, and the attempt is on record", async () => {
    await begin();
    const before = await filesOnDisk();
    expect(await upload("statement.pdf", aDocument(EICAR))).toMatchObject({ status: 422, message: "VIRUS_FOUND" });
    expect(await documentsOf()).toEqual([]);
    expect(await filesOnDisk()).toEqual(before);
    expect(await actionsOn(borrower.id)).toContain("document.infected");
  });

  test("while the scanner is down nothing is stored, and the same file is accepted once it is back", async () => {
    await begin();
    const file = aDocument();
    await product.sandbox.clamav.steer({ mode: "down" });
    expect(await upload("statement.pdf", file)).toMatchObject({ status: 502, message: "PROVIDER_UNAVAILABLE" });
    expect(await documentsOf()).toEqual([]);
    product.sandbox.clamav.reset();
    expect((await upload("statement.pdf", file)).status).toBe(201);
  });

  test("an encrypted PDF, an empty file and a second copy are refused, each with its reason", async () => {
    await begin();
    const encrypted = new Blob(["%PDF-1.7\ntrailer<</Root 1 0 R/Encrypt 9 0 R>>\n%%EOF\n"]);
    expect(await upload("locked.pdf", encrypted)).toMatchObject({ status: 422, message: "PASSWORD_PROTECTED" });
    expect(await upload("empty.pdf", new Blob([]))).toMatchObject({ status: 400, message: "VALIDATION_ERROR" });
    const file = aDocument();
    expect((await upload("may.pdf", file)).status).toBe(201);
    const again = await upload("another name.pdf", file);
    expect(again).toMatchObject({ status: 409, message: "DUPLICATE_DOCUMENT" });
    expect(again.body).toMatchObject({ existing: { name: "may.pdf" } });
    await begin(); // of another borrower it is no copy
    expect((await upload("may.pdf", file)).status).toBe(201);
  });

  test("a document says who sent it, what it is and when it was scanned, and can be changed once per version", async () => {
    await begin();
    const { id } = (await upload("may.pdf")).body;
    const [listed] = await documentsOf();
    expect(listed).toMatchObject({
      id,
      kind: "other",
      state: "received",
      sentBy: expect.any(String),
      evidenceId: null,
    });
    expect(Date.parse(listed!.scannedAt!)).toBeGreaterThan(Date.now() - 60_000);
    const change = { id, kind: "bank_statement", evidenceId: gift.id, version: 1 } as const;
    expect((await officer.send(changeDocument, change)).body).toMatchObject({
      kind: "bank_statement",
      evidenceId: gift.id,
    });
    expect(await officer.send(changeDocument, change)).toMatchObject({ status: 409, message: "STALE" });
    const foreign = (
      await (
        await lender.as("registered")
      ).send(addEvidence, {
        borrowerId: (await lender.hasBorrower()).id,
        ...{ transactionId: null, kind: "gift", sourcedCents: 0 },
      })
    ).body;
    const elsewhere = { ...change, version: 2, evidenceId: foreign.id };
    expect((await officer.send(changeDocument, elsewhere)).status).toBe(404);
    expect(await actionsOn(id)).toEqual(["document.uploaded", "document.changed"]);
  });

  test("a rejection needs a reason, and evidence that rests on a rejected document is open again", async () => {
    await begin();
    const { id } = (await upload("letter.pdf", aDocument(), gift.id)).body;
    const { version } = (await officer.send(listEvidence, { borrowerId: borrower.id })).body.evidence[0]!;
    await officer.send(reviewEvidence, { id: gift.id, state: "accepted", reason: null, version });
    const [accepted] = await documentsOf();
    expect(accepted).toMatchObject({ state: "accepted", reviewedAt: expect.any(String), version: 2 });
    const rejection = { id, state: "rejected", reason: null, version: 2 } as const;
    expect(await officer.send(reviewDocument, rejection)).toMatchObject({ status: 400, message: "VALIDATION_ERROR" });
    const reason = "The letter is not signed.";
    expect((await officer.send(reviewDocument, { ...rejection, reason })).body).toMatchObject({
      state: "rejected",
      reason,
    });
    expect(await officer.send(reviewDocument, { ...rejection, reason })).toMatchObject({
      status: 409,
      message: "STALE",
    });
    const { evidence } = (await officer.send(listEvidence, { borrowerId: borrower.id })).body;
    expect(evidence[0]).toMatchObject({ state: "proposed", hasDocument: false });
    expect(await actionsOn(id)).toEqual(["document.uploaded", "document.rejected"]);
  });

  test("all documents are one archive with a number before each name, and its length and range are right", async () => {
    await begin();
    const files = new Map([
      ["01 may.pdf", aDocument()],
      ["02 may.pdf", aDocument()],
      ["03 passwd.pdf", aDocument()],
    ]);
    for (const [name, file] of files) await upload(name === "03 passwd.pdf" ? "../../passwd" : "may.pdf", file);
    const reply = await officer.send(downloadDocuments, { borrowerId: borrower.id });
    const archive = Buffer.from(reply.body as unknown as Uint8Array);
    expect(reply.headers.get("content-disposition")).toMatch(/^attachment; filename=".+-documents\.zip"/);
    expect(Number(reply.headers.get("content-length"))).toBe(archive.length);
    const unpacked = unzip(archive);
    expect([...unpacked.keys()]).toEqual([...files.keys()]);
    for (const [name, file] of files)
      expect(unpacked.get(name)!.equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
    expect(await actionsOn(borrower.id)).toContain("document.all-read");
  });
});
