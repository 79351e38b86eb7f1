// CPU time of headless Chromium printing the lines of a report from HTML.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { provideChromium } from "../tools/chromium.ts";
import { sampleDocument } from "../features/asset-reports/server/document/test-documents.ts";
import { CHROMIUM_FLAGS } from "./browser.ts";

/** CPU of all of its processes, in milliseconds, start included. */
export async function printedByChromium(folder: string, lines: number): Promise<number> {
  const found = provideChromium();
  if ("missing" in found) throw new Error(found.missing);
  const page = join(folder, "tables.html");
  await writeFile(page, htmlOf(lines));
  const args = [...CHROMIUM_FLAGS, "--headless", "--disable-gpu", "--no-pdf-header-footer"];
  const printed = [
    `--user-data-dir=${join(folder, "profile")}`,
    `--print-to-pdf=${join(folder, "tables.pdf")}`,
    `file://${page}`,
  ];
  // GNU time includes the child processes that the browser waits for.
  const { stderr } = await promisify(execFile)("/usr/bin/time", ["-f", "CPU %U %S", found.path, ...args, ...printed]);
  const [, user, system] = /^CPU ([\d.]+) ([\d.]+)$/m.exec(stderr) ?? [];
  if (user === undefined || system === undefined) throw new Error(`Chromium's CPU time is missing: ${stderr}`);
  return (Number(user) + Number(system)) * 1000;
}

function htmlOf(lines: number): string {
  const rows = sampleDocument(lines)
    .parsedReport.items.flatMap(({ accounts }) => accounts)
    .flatMap(({ transactions }) => transactions)
    .map(
      ({ date, description, categoryDetailed, amountCents, pending }) =>
        `<tr><td>${date}<td>${description}<td>${categoryDetailed ?? ""}<td>${pending ? "Pending" : ""}<td>${(-amountCents / 100).toFixed(2)}`,
    );
  return `<!doctype html><meta charset="utf-8"><title>Tables</title>
<style>
  @page { size: letter; margin: 0.75in }
  body { font: 7.6pt "DejaVu Sans Condensed", sans-serif }
  table { width: 100%; border-collapse: collapse }
  td { border-bottom: 0.3pt solid #ccc; padding: 2.2pt }
  td:last-child { text-align: right }
</style>
<table><thead><tr><th>Date<th>Description<th>Category<th>Status<th>Amount</thead><tbody>${rows.join("")}</table>`;
}
