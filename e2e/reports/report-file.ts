// The report's document as a person gets it: saved by the browser, read by another program.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Page } from "playwright-core";

export interface ReportFile {
  name: string;
  /** As the server announced it. */
  contentLength: number;
  bytes: number;
  sha256: string;
  /** By pdftotext, laid out as on paper. */
  text: string;
}

/** Presses Download report and reads the file that the browser saved. Needs pdftotext (Debian: poppler-utils). */
export async function downloadReport(page: Page): Promise<ReportFile> {
  const [download, reply] = await Promise.all([
    page.waitForEvent("download"),
    page.waitForResponse((response) => response.url().includes("/account/download-asset-report/")),
    page.getByRole("button", { name: "Download report" }).click(),
  ]);
  const path = await download.path();
  const content = await readFile(path);
  const { stdout } = await promisify(execFile)("pdftotext", ["-layout", path, "-"], { maxBuffer: 1e8 });
  return {
    name: download.suggestedFilename(),
    contentLength: Number(await reply.headerValue("content-length")),
    bytes: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
    text: stdout,
  };
}

/** Lines that begin with a day and end with an amount: the rows of the tables of transactions. */
export function transactionLines(text: string): string[] {
  return text.split("\n").filter((line) => /^ *[A-Z][a-z]{2} \d{1,2}, \d{4} .*[\d,]\.\d\d$/.test(line));
}
