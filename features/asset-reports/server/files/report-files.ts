import { createHash, randomUUID } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import type { Context } from "#platform/server/context.ts";
import type { ReportFormat, SignedFile, SignedStatement } from "#features/asset-reports/contract.ts";
import { readOwnLogo } from "#features/organizations/server/logo.ts";
import { lockBorrower, type BorrowerRow } from "#features/borrowers/server/queries.ts";
import { readParsedReport, type EvaluationRow, type ReportRow } from "#features/underwriting/server/report-queries.ts";
import { canonicalJson, canonicalParts } from "#platform/contract/canonical-json.ts";
import { fileNamePart, type StoredFile } from "#platform/server/http/file-reply.ts";
import { appliedOverlay } from "#features/underwriting/rules/overlay-names.ts";
import { withheldItems } from "#features/underwriting/rules/parsed-report.ts";
import { withholdTransactions } from "#features/underwriting/rules/withheld.ts";
import { AppError } from "#platform/contract/errors.ts";
import { isRefusal } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { COMPRESSED } from "#platform/server/encryption/encrypted-files.ts";
import { type DocumentRow, readDocumentsOf } from "#features/underwriting/server/document-queries.ts";
import { aadForKey } from "#features/underwriting/server/schema.ts";
import type { DocumentInput, ExhibitFile } from "../document/schema.ts";
import { writeDocument } from "../document/write-document.ts";
import { aadFor } from "../schema.ts";
import { readProviderJson } from "../queries.ts";
import { copiesNamedIn } from "../sharing/investor-copy-tokens.ts";
import { insertFile, isDuplicateRequest, readFileOf, type FileRow } from "./file-queries.ts";
import { freddieReport } from "./freddie-report.ts";
import { mismoReport } from "./mismo-report.ts";
import { REPORT_SCHEMA_PATH, reportCsv, reportJson } from "./report-formats.ts";

const ABOUT =
  "Each statement names a file by the SHA-256 of its bytes. The signature is Ed25519 over the UTF-8 bytes of the " +
  "statement as canonical JSON: keys sorted, no spaces. Keys and signatures are base64; the key is the raw 32 bytes.";

function reportSignatures(files: readonly SignedFile[], verifyUrl: string): Generator<string> {
  return canonicalParts({
    about: ABOUT,
    verify: verifyUrl,
    files: files.map(({ statement, signature, publicKey }) => ({ statement, signature, publicKey })),
  });
}

export interface EvaluatedReport {
  readonly report: ReportRow;
  readonly evaluation: EvaluationRow;
}

/** The formats that contain the report itself, in display order. */
const CONTENTS = ["pdf", "json", "csv", "mismo", "freddie"] as const;

const ENDINGS: Readonly<Record<ReportFormat, string>> = {
  pdf: "pdf",
  json: "json",
  csv: "csv",
  mismo: "mismo.xml",
  freddie: "freddie-mac.json",
  signature: "signature.json",
};
const MEDIA_TYPES: Readonly<Record<ReportFormat, string>> = {
  pdf: "application/pdf",
  json: "application/json",
  csv: "text/csv; charset=utf-8",
  mismo: "application/xml",
  freddie: "application/json",
  signature: "application/json",
};

/** The file of an evaluation in one format. Makes it now if there is none. */
export async function fileOf(
  ctx: Context,
  scope: Scope,
  evaluated: EvaluatedReport,
  format: ReportFormat,
): Promise<FileRow> {
  const known = await readFileOf(ctx.db, scope, evaluated.evaluation.id, format);
  return known ?? makeFile(ctx, scope, evaluated, format);
}

/** All formats, the signatures last. */
export async function allFilesOf(ctx: Context, scope: Scope, evaluated: EvaluatedReport): Promise<FileRow[]> {
  const files: FileRow[] = [];
  for (const format of [...CONTENTS, "signature"] as const) files.push(await fileOf(ctx, scope, evaluated, format));
  return files;
}

/** The file as it is downloaded, with a readable name. */
export function toStored(
  { cipher, files }: Context,
  scope: Scope,
  { id, format, file, fileKey, bytes, sha256, statement }: FileRow,
  { lastName }: Pick<BorrowerRow, "lastName">,
): StoredFile {
  const key = cipher.decrypt(fileKey, aadFor("report_files.file_key", id, scope));
  return {
    name: nameOf({ lastName }, statement.evaluatedAt, ENDINGS[format]),
    mediaType: MEDIA_TYPES[format],
    bytes,
    sha256,
    read: (range) => files.read(file, { key, bytes }, range),
  };
}

/**
 * The provider's JSON, byte for byte as received; the report contains its SHA-256. Throws DATA_WITHHELD while
 * transactions of another person are withheld, which it contains.
 */
export async function providerFileOf(
  { db, cipher }: Context,
  scope: Scope,
  { report, evaluation }: EvaluatedReport,
  borrower: Pick<BorrowerRow, "lastName">,
): Promise<StoredFile> {
  const sealed = await readProviderJson(db, scope, report.id);
  const parsedReport = await readParsedReport(db, scope, report.id);
  if (!sealed || !parsedReport) throw new AppError("REPORT_NOT_READY");
  if (withheldItems(withholdTransactions(parsedReport, evaluation.inputs)).length > 0)
    throw new AppError("DATA_WITHHELD");
  const json = cipher.decrypt(sealed, aadFor("asset_report_contents.provider_json", report.id, scope));
  return {
    name: nameOf(borrower, evaluation.evaluatedAt, "provider.json"),
    mediaType: "application/json",
    bytes: json.length,
    sha256: createHash("sha256").update(json).digest("hex"),
    async *read({ start, end }) {
      yield json.subarray(start, end + 1);
    },
  };
}

function nameOf({ lastName }: Pick<BorrowerRow, "lastName">, evaluatedAt: string, ending: string): string {
  return `asset-report-${fileNamePart(lastName, "borrower")}-${evaluatedAt.slice(0, 10)}.${ending}`;
}

/** Whether a file of this name is a report's, which is signed and retained. Documents are stored as they were sent. */
export function isReportFile(name: string): boolean {
  return name.endsWith(COMPRESSED);
}

// Written under its own name, outside any transaction. Of two simultaneous requests one file stays and the other is
// removed.
async function makeFile(
  ctx: Context,
  scope: Scope,
  evaluated: EvaluatedReport,
  format: ReportFormat,
): Promise<FileRow> {
  const source = await toDocumentInput(ctx, scope, evaluated);
  const [id, file] = [randomUUID(), `${randomUUID()}.${format}${COMPRESSED}`];
  const content = await contentOf(ctx, scope, { evaluated, source }, format);
  const written = await ctx.files.write(file, content, { retain: true });
  try {
    const { bytes, sha256 } = written;
    const statement = statementOf(source, { format, bytes, sha256 });
    const made = {
      id,
      reportId: evaluated.report.id,
      evaluationId: evaluated.evaluation.id,
      format,
      file,
      fileKey: ctx.cipher.encrypt(written.key, aadFor("report_files.file_key", id, scope)),
      bytes,
      sha256,
      statement,
      signature: ctx.signer.sign(canonicalJson(statement)),
      publicKey: ctx.signer.publicKey,
      madeAt: statement.madeAt,
    };
    return await ctx.db.transaction(scope, async (tx) => {
      // Deleting the report takes this lock too, so it finds either a row with its file or none to insert.
      await lockBorrower(tx, scope, evaluated.report.borrowerId);
      return insertFile(tx, scope, made);
    });
  } catch (error) {
    return keptInstead(ctx, scope, evaluated, { format, file, error });
  }
}

/** A connection that breaks may have committed first, so the file is removed only if no row names it. */
async function keptInstead(
  { db, files }: Context,
  scope: Scope,
  { evaluation }: EvaluatedReport,
  { format, file, error }: { format: ReportFormat; file: string; error: unknown },
): Promise<FileRow> {
  if (isRefusal(error) && !isDuplicateRequest(error)) await files.remove(file);
  else {
    const saved = await readFileOf(db, scope, evaluation.id, format);
    if (saved?.file !== file) await files.remove(file);
    if (saved) return saved;
  }
  throw error;
}

async function contentOf(
  ctx: Context,
  scope: Scope,
  { evaluated, source }: { evaluated: EvaluatedReport; source: DocumentInput },
  format: ReportFormat,
): Promise<AsyncIterable<Buffer>> {
  if (format === "pdf") {
    const logo = await logoOf(ctx, scope, evaluated);
    return writeDocument({ ...source, files: await exhibitFiles(ctx, scope, evaluated), logo });
  }
  if (format === "json") {
    const previousReport = await readPreviousReport(ctx, scope, evaluated);
    return bufferedChunks(reportJson({ ...source, previousReport }));
  }
  if (format === "csv") return bufferedChunks(reportCsv(source));
  if (format === "mismo") return bufferedChunks([mismoReport(source)]);
  if (format === "freddie") return bufferedChunks(freddieReport(source));
  const signed: FileRow[] = [];
  for (const content of CONTENTS) signed.push(await fileOf(ctx, scope, evaluated, content));
  return bufferedChunks(reportSignatures(signed, source.product.verifyUrl));
}

async function toDocumentInput(
  ctx: Context,
  scope: Scope,
  { report, evaluation }: EvaluatedReport,
): Promise<DocumentInput> {
  const { productName, publicUrl } = ctx.settings;
  const parsedReport = await readParsedReport(ctx.db, scope, report.id);
  if (!parsedReport) throw new AppError("REPORT_NOT_READY");
  const { organizationId: _organization, ...stored } = evaluation;
  const { id, product, readyAt, requestedAt, daysRequested, jsonSha256, parentReportId } = report;
  const { providerReportId } = parsedReport;
  const investorCopies = await copiesNamedIn(ctx, scope, evaluation);
  return {
    product: { name: productName, verifyUrl: `${publicUrl}/verify`, schemaUrl: publicUrl + REPORT_SCHEMA_PATH },
    report: {
      ...{ id, daysRequested, product, providerReportId, parentReportId, investorCopies },
      readyAt: readyAt ?? requestedAt,
      providerJsonSha256: jsonSha256,
    },
    parsedReport: withholdTransactions(parsedReport, evaluation.inputs),
    previousReport: null,
    evaluation: { ...stored, ...appliedOverlay(stored.inputs.policy) },
    files: new Map(),
    logo: null,
  };
}

/** The report that the evaluation compared with, while it is stored. */
async function readPreviousReport(
  { db }: Context,
  scope: Scope,
  { evaluation: { previousReportId, inputs } }: EvaluatedReport,
): Promise<DocumentInput["previousReport"]> {
  const report = previousReportId === null ? undefined : await readParsedReport(db, scope, previousReportId);
  return report ? withholdTransactions(report, inputs) : null;
}

/** The logo that the evaluation names; none if it was replaced since. */
async function logoOf({ db }: Context, scope: Scope, { evaluation }: EvaluatedReport): Promise<DocumentInput["logo"]> {
  const logo = await readOwnLogo(db, scope);
  const { printableLogo } = await loadPictures();
  const printable = logo && logo.id === evaluation.printed.letterhead?.logoId ? printableLogo(logo.bytes) : null;
  return printable && (() => Promise.resolve(printable));
}

/** The documents that the evaluation names and that still exist. Pictures are read once, to see if they can be printed. */
async function exhibitFiles(
  ctx: Context,
  scope: Scope,
  { report, evaluation }: EvaluatedReport,
): Promise<DocumentInput["files"]> {
  const rows = new Map((await readDocumentsOf(ctx.db, scope, report.borrowerId)).map((row) => [row.id, row]));
  const { isPrintablePicture } = await loadPictures();
  const files = new Map<string, ExhibitFile>();
  for (const { document } of evaluation.printed.exhibits) {
    const row = document === null ? undefined : rows.get(document.id);
    if (!row) continue;
    const read = () => readBytes(ctx, scope, row);
    files.set(row.id, { isPicture: row.mediaType !== "application/pdf" && isPrintablePicture(await read()), read });
  }
  return files;
}

/** With pdfkit, which only a document needs. */
function loadPictures() {
  return import("#platform/server/document/printable-picture.ts");
}

async function readBytes({ cipher, files }: Context, scope: Scope, row: DocumentRow): Promise<Buffer> {
  const { id, file, fileKey, bytes } = row;
  const key = cipher.decrypt(fileKey, aadForKey(id, scope));
  const chunks: Uint8Array[] = [];
  for await (const chunk of files.read(file, { key, bytes }, { start: 0, end: bytes - 1 })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function statementOf(
  { report, evaluation, parsedReport, product }: DocumentInput,
  { format, bytes, sha256 }: Pick<SignedStatement, "format" | "bytes" | "sha256">,
): SignedStatement {
  return {
    product: product.name,
    reportId: report.id,
    format,
    sha256,
    bytes,
    asOf: parsedReport.asOf,
    evaluatedAt: evaluation.evaluatedAt,
    madeAt: new Date().toISOString(),
    ruleSetVersion: evaluation.ruleSetVersion,
    lender: evaluation.printed.lender,
  };
}

const CHARACTERS = 32_768;

async function* bufferedChunks(parts: Iterable<string>): AsyncGenerator<Buffer> {
  let held = "";
  for (const part of parts) {
    held += part;
    if (held.length < CHARACTERS) continue;
    yield Buffer.from(held, "utf8");
    held = "";
    await breathe();
  }
  if (held !== "") yield Buffer.from(held, "utf8");
}
