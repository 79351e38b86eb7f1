// Owns a report's files: made when they are first asked for, from one set, signed, and kept as they are.
import { randomUUID } from "node:crypto";
import type { ReportFormat, SignedStatement } from "#features/asset-reports/contract.ts";
import { lockBorrower, type BorrowerRow } from "#features/borrowers/server/store.ts";
import { freshUntilOf } from "#features/underwriting/rules-edition-1/statements/freshness.ts";
import type { SetRow } from "#features/underwriting/server/set-store.ts";
import { canonicalJson } from "#kit/contract/canonical-json.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { StoredFile } from "#kit/server/http/file-reply.ts";
import { isRefusal } from "#kit/server/database/refusal.ts";
import { inBuffers } from "#kit/server/in-buffers.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import type { AssetReportDeps } from "../deps.ts";
import type { DocumentInput } from "../document/document-input.ts";
import { writeDocument } from "../document/write-document.ts";
import { placeOf } from "../sealed.ts";
import { readParsedReport, type ReportRow } from "../store.ts";
import type { FileSource } from "./file-source.ts";
import { insertFile, isMadeAlready, readFileOf, type FileRow } from "./file-store.ts";
import { reportCsv } from "./report-csv.ts";
import { reportJson } from "./report-json.ts";
import { reportSignatures } from "./report-signatures.ts";

type FileDeps = Pick<AssetReportDeps, "db" | "files" | "sealer" | "signer" | "productName" | "publicUrl">;

/** What a file is asked of: a judged report, and the borrower whose it is. */
export interface EvaluatedReport {
  readonly report: ReportRow;
  readonly set: SetRow;
}

/** Those that hold the report itself, in the order in which they are shown. */
const CONTENTS = ["pdf", "json", "csv"] as const;

const ENDINGS: Readonly<Record<ReportFormat, string>> = {
  pdf: "pdf",
  json: "json",
  csv: "csv",
  signature: "signature.json",
};
const MEDIA_TYPES: Readonly<Record<ReportFormat, string>> = {
  pdf: "application/pdf",
  json: "application/json",
  csv: "text/csv; charset=utf-8",
  signature: "application/json",
};

/** The file of a set in one format; made now where nobody asked for it before. */
export async function fileOf(
  deps: FileDeps,
  scope: Scope,
  evaluated: EvaluatedReport,
  format: ReportFormat,
): Promise<FileRow> {
  return (
    (await readFileOf(deps.db, scope, evaluated.set.id, format)) ?? (await makeFile(deps, scope, evaluated, format))
  );
}

/** All that there are of a set, the signatures last. */
export async function allFilesOf(deps: FileDeps, scope: Scope, evaluated: EvaluatedReport): Promise<FileRow[]> {
  const files: FileRow[] = [];
  for (const format of [...CONTENTS, "signature"] as const) files.push(await fileOf(deps, scope, evaluated, format));
  return files;
}

/** As it leaves, under a name for people. */
export function toStored(
  { sealer, files }: FileDeps,
  scope: Scope,
  { id, format, file, fileKey, bytes, sha256, statement }: FileRow,
  { lastName }: Pick<BorrowerRow, "lastName">,
): StoredFile {
  const key = sealer.open(fileKey, placeOf("report_files.file_key", id, scope));
  const name = lastName.replaceAll(/[^\p{L}\p{N}-]+/gu, "-");
  return {
    name: `asset-report-${name}-${statement.judgedAt.slice(0, 10)}.${ENDINGS[format]}`,
    mediaType: MEDIA_TYPES[format],
    bytes,
    sha256,
    read: (range) => files.read(file, { key, bytes }, range),
  };
}

// Written under a name of its own, outside any transaction: of two who ask at once one is kept, the other's file goes.
async function makeFile(
  deps: FileDeps,
  scope: Scope,
  evaluated: EvaluatedReport,
  format: ReportFormat,
): Promise<FileRow> {
  const source = await readSource(deps, scope, evaluated);
  const [id, file] = [randomUUID(), `${randomUUID()}.${format}`];
  const written = await deps.files.write(file, await contentOf(deps, scope, source, format));
  try {
    const { bytes, sha256 } = written;
    const statement = statementOf(source, { format, bytes, sha256 });
    const made = {
      id,
      reportId: evaluated.report.id,
      setId: evaluated.set.id,
      format,
      file,
      fileKey: deps.sealer.seal(written.key, placeOf("report_files.file_key", id, scope)),
      bytes,
      sha256,
      statement,
      signature: deps.signer.sign(canonicalJson(statement)),
      publicKey: deps.signer.publicKey,
      madeAt: statement.madeAt,
    };
    return await deps.db.transaction(scope, async (tx) => {
      // Whoever takes the report away holds this too, and so finds either a row with its file or leaves none to insert.
      await lockBorrower(tx, scope, evaluated.report.borrowerId);
      return insertFile(tx, scope, made);
    });
  } catch (error) {
    return keptInstead(deps, scope, evaluated, { format, file, error });
  }
}

/** A connection that breaks may have committed first: the file goes only where it is known that no row names it. */
async function keptInstead(
  { db, files }: FileDeps,
  scope: Scope,
  { set }: EvaluatedReport,
  { format, file, error }: { format: ReportFormat; file: string; error: unknown },
): Promise<FileRow> {
  if (isRefusal(error) && !isMadeAlready(error)) await files.remove(file);
  else {
    const kept = await readFileOf(db, scope, set.id, format);
    if (kept?.file !== file) await files.remove(file);
    if (kept) return kept;
  }
  throw error;
}

async function contentOf(
  deps: FileDeps,
  scope: Scope,
  source: FileSource,
  format: ReportFormat,
): Promise<AsyncIterable<Buffer>> {
  if (format === "pdf") return writeDocument(documentOf(source));
  if (format === "json") return inBuffers(reportJson(source));
  if (format === "csv") return inBuffers(reportCsv(source));
  const signed: FileRow[] = [];
  for (const content of CONTENTS) signed.push(await fileOf(deps, scope, source, content));
  return inBuffers(reportSignatures(signed, source.verifyUrl));
}

async function readSource(
  { db, productName, publicUrl }: FileDeps,
  scope: Scope,
  { report, set }: EvaluatedReport,
): Promise<FileSource> {
  const parsedReport = await readParsedReport(db, scope, report.id);
  if (!parsedReport) throw new AppError("REPORT_NOT_READY");
  return { report, set, parsedReport, productName, verifyUrl: `${publicUrl}/verify` };
}

function documentOf({ report, set, parsedReport, productName, verifyUrl }: FileSource): DocumentInput {
  const { fullNames, loanNumber, lender, timeZone } = set.grounds.printed;
  const [borrowerName = "", ...coBorrowerNames] = fullNames;
  return {
    report: parsedReport,
    set,
    cover: {
      productName,
      organizationName: lender,
      borrowerName,
      coBorrowerNames,
      loanNumber,
      reportId: report.id,
      jsonSha256: report.jsonSha256 ?? "",
      readyAt: report.readyAt ?? report.requestedAt,
      expiresOn: freshUntilOf(parsedReport.asOf),
      timeZone,
      verifyUrl,
    },
  };
}

function statementOf(
  { report, set, parsedReport, productName }: FileSource,
  { format, bytes, sha256 }: Pick<SignedStatement, "format" | "bytes" | "sha256">,
): SignedStatement {
  return {
    product: productName,
    reportId: report.id,
    format,
    sha256,
    bytes,
    asOf: parsedReport.asOf,
    judgedAt: set.judgedAt,
    madeAt: new Date().toISOString(),
    ruleSetVersion: set.ruleSetVersion,
    lender: set.grounds.printed.lender,
  };
}
