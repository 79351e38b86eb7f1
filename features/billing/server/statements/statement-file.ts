// Built in memory as a whole, because its length and hash must be known before it is sent.
import { createHash } from "node:crypto";
import type { Statement } from "#features/billing/contract.ts";
import type { StoredFile } from "#platform/server/http/file-reply.ts";
import { statementCsv } from "./statement-csv.ts";
import { writeStatement } from "./statement-document.ts";

export async function statementFile(
  statement: Statement,
  format: "pdf" | "csv",
  productName: string,
): Promise<StoredFile> {
  const whole = format === "csv" ? Buffer.from(statementCsv(statement)) : await pdfOf(statement, productName);
  return {
    name: `${statement.number}.${format}`,
    mediaType: format === "csv" ? "text/csv; charset=utf-8" : "application/pdf",
    bytes: whole.length,
    sha256: createHash("sha256").update(whole).digest("hex"),
    async *read({ start, end }) {
      yield whole.subarray(start, end + 1);
    },
  };
}

async function pdfOf(statement: Statement, productName: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeStatement(statement, productName)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
