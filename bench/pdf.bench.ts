// The PDF of a report with 1,500 bank lines, compared with bare pdfkit setting the same text; and with 10,000, compared
// with headless Chromium printing the same lines. Goals: streamed, at most 90 and 100 MB at the peak, no event-loop block
// over 50 ms and its p99 20 ms, a tenth of Chromium's CPU.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openFonts } from "../platform/server/document/fonts.ts";
import { planPages } from "../features/asset-reports/server/document/write-document.ts";
import { sampleDocument } from "../features/asset-reports/server/document/test-documents.ts";
import type { TextMark } from "../platform/server/document/sheet.ts";
import { provideChromium } from "../tools/chromium.ts";
import { median, type Subject, type Took } from "./pdf-child.ts";
import { CHROMIUM_FLAGS } from "./browser.ts";

const LINES = 1_500;
const MANY_LINES = 10_000;
const ROUNDS = 5;
const WARM_DOCUMENTS = 12;
const SMALL_HEAP = ["--max-semi-space-size=1"];

/** Our document and bare pdfkit in turn, each in its own process; medians over the rounds. Takes some minutes. */
async function benchPdf(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-pdf-"));
  try {
    const saved = async (name: string, content: unknown) => {
      const file = join(folder, name);
      await writeFile(file, JSON.stringify(content));
      return file;
    };
    const [text, few, many] = [
      await saved("text.json", textOf(LINES)),
      await saved("few.json", sampleDocument(LINES)),
      await saved("many.json", sampleDocument(MANY_LINES)),
    ];
    const child = (subject: Subject, file: string, documents: number, flags: string[] = []) =>
      inChild(folder, flags, [subject, String(documents), file]);

    // Fill the compile cache first, so that the measured processes do not strip types.
    await child("document", few, 1);
    await child("bare", text, 1);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        loaded: await child("loaded", few, 1),
        ours: await child("document", few, WARM_DOCUMENTS),
        bare: await child("bare", text, WARM_DOCUMENTS),
        many: await child("document", many, 4),
        manySmall: await child("document", many, 1, SMALL_HEAP),
        printed: await printedByChromium(folder, MANY_LINES),
        oursSmall: await child("document", few, 1, SMALL_HEAP),
        bareSmall: await child("bare", text, 1, SMALL_HEAP),
      });
    return summarize(rounds);
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Round = Record<"loaded" | "ours" | "bare" | "many" | "manySmall" | "oursSmall" | "bareSmall", Took> & {
  /** CPU of all of Chromium's processes, in milliseconds. */
  printed: number;
};

type Subjects = Exclude<keyof Round, "printed">;

function summarize(rounds: Round[]): string[] {
  const of = (subject: Subjects, figure: keyof Took) => median(rounds.map((round) => round[subject][figure]));
  const ratio = (figure: keyof Took) => median(rounds.map(({ ours, bare }) => ours[figure] / bare[figure])).toFixed(2);
  const ms = (subject: Subjects, figure: keyof Took) => `${of(subject, figure).toFixed(0)} ms`;
  // Other processes lengthen every block, so the quietest round is the closest to the code's own.
  const block = (subject: Subjects) => {
    const longest = rounds.map((round) => round[subject].longestBlockMs);
    return `${Math.min(...longest).toFixed(0)} ms in the quietest round, ${median(longest).toFixed(0)} ms in the median one`;
  };
  const mb = (subject: Subjects) => `${of(subject, "peakMb").toFixed(0)} MB`;
  return [
    `${LINES} lines, against bare pdfkit setting the same runs of text: ${ratio("cpuMs")} of its CPU, ${ratio("wallMs")} of its time`,
    `  ours ${ms("ours", "cpuMs")} CPU, ${ms("ours", "wallMs")}; bare ${ms("bare", "cpuMs")} CPU, ${ms("bare", "wallMs")}`,
    `  first chunk after ${ms("ours", "firstChunkMs")} of ${ms("ours", "wallMs")}; bare after ${ms("bare", "firstChunkMs")} of ${ms("bare", "wallMs")}`,
    `  longest event-loop block, warm (goal 50): ${block("ours")}, p99 ${ms("ours", "p99BlockMs")}; bare: ${block("bare")}`,
    `  peak memory ${mb("ours")} (goal 90), of which ${mb("loaded")} node with pdfkit loaded; bare ${mb("bare")}`,
    `  peak memory with ${SMALL_HEAP.join(" ")}: ${mb("oursSmall")}; bare ${mb("bareSmall")}`,
    `${MANY_LINES} lines: ${median(rounds.map(({ many, printed }) => many.cpuMs / printed)).toFixed(3)} of the CPU of headless Chromium printing the same tables (goal 0.1): ours ${ms("many", "cpuMs")}, Chromium ${median(rounds.map(({ printed }) => printed)).toFixed(0)} ms`,
    `  peak memory ${mb("many")} (goal 100), with ${SMALL_HEAP.join(" ")} ${mb("manySmall")}`,
    `  event-loop delay p99 ${ms("many", "p99BlockMs")} (goal 20), longest block ${block("many")}; first chunk after ${ms("many", "firstChunkMs")} of ${ms("many", "wallMs")}`,
  ];
}

/** The runs of text of each page, as the document sets them. */
function textOf(lines: number): TextMark[][] {
  return [...planPages(openFonts(), sampleDocument(lines))].map(({ placed }) =>
    placed.flatMap(({ top, block }) =>
      block.parts.flatMap(({ marks }) => marks.map((mark) => ({ ...mark, y: top + mark.y }))),
    ),
  );
}

async function inChild(cacheFolder: string, flags: string[], args: string[]): Promise<Took> {
  const cache = `import { enableCompileCache } from "node:module"; enableCompileCache(${JSON.stringify(cacheFolder)});`;
  const preload = ["--import", `data:text/javascript,${encodeURIComponent(cache)}`];
  const file = fileURLToPath(new URL("pdf-child.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, ...preload, file, ...args]);
  return JSON.parse(stdout) as Took;
}

/** CPU of headless Chromium printing the lines of a report from HTML: of all its processes, in ms, start included. */
async function printedByChromium(folder: string, lines: number): Promise<number> {
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
  body { font: 7.2pt Inter, sans-serif }
  table { width: 100%; border-collapse: collapse }
  td { border-bottom: 0.3pt solid #ccc; padding: 2.2pt }
  td:last-child { text-align: right }
</style>
<table><thead><tr><th>Date<th>Description<th>Category<th>Status<th>Amount</thead><tbody>${rows.join("")}</table>`;
}

console.log(`pdf: ${(await benchPdf()).join("\n")}`);
