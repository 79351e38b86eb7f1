// Recomputes every total of an asset report from the PDF's own text: node tools/recompute-pdf.ts FILE.pdf
import { pathToFileURL } from "node:url";
import { readPdfText } from "./pdf-text.ts";
import { type Check, checksOf } from "./pdf-totals.ts";

async function main(file: string | undefined): Promise<number> {
  if (file === undefined) {
    console.error("Usage: node tools/recompute-pdf.ts FILE.pdf");
    return 2;
  }
  const checks = checksOf(await readPdfText(file));
  const widths = (["total", "printed", "recomputed"] as const).map((column) =>
    Math.max(column.length, ...checks.map((check) => check[column].length)),
  );
  const row = (...cells: string[]) => cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ");
  console.log(row("total", "printed", "recomputed", "equal"));
  for (const { total, printed, recomputed, isEqual } of checks)
    console.log(row(total, printed, recomputed, isEqual ? "yes" : "NO"));
  const different = checks.filter(({ isEqual }: Check) => !isEqual).length;
  console.log(`${checks.length} totals, ${different} different`);
  return different === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.exitCode = await main(process.argv[2]);
