// One process of the PDF bench: makes a document of so many bank lines, or the same text with bare pdfkit, and prints what
// it took. It is a separate process because peak memory is measured per process.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import PDFDocument from "pdfkit";
import type { DocumentInput } from "../features/asset-reports/server/document/schema.ts";
import type { TextMark } from "../platform/server/document/sheet.ts";

/** `document` is ours, `bare` pdfkit alone, `loaded` no drawing at all. */
export type Subject = "document" | "bare" | "loaded";

export interface Took {
  /** Highest resident memory after the first document, in megabytes. */
  peakMb: number;
  /** Of the first document, in a process that has drawn nothing before. */
  coldFirstChunkMs: number;
  coldMs: number;
  /** Medians of the later ones; 0 when there was one only. */
  firstChunkMs: number;
  wallMs: number;
  cpuMs: number;
  longestBlockMs: number;
  p99BlockMs: number;
}

const WARM_UPS = 2;

/** Arguments: subject, documents to draw, input file: an evaluated report, or for bare pdfkit the text of its pages. */
async function main([subject, documents, file]: string[]): Promise<void> {
  const draw = await drawerOf(subject as Subject, file ?? "");
  const first = await timed(draw);
  const peakMb = process.resourceUsage().maxRSS / 1024;

  for (let round = 0; round < WARM_UPS && Number(documents) > 1; round++) await timed(draw);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const runs = [];
  for (let round = 1; round < Number(documents); round++) {
    delay.enable();
    runs.push(await timed(draw));
    // The last block is seen by the next tick of the monitor.
    await wait(5);
    delay.disable();
  }
  const took: Took = {
    peakMb,
    coldFirstChunkMs: first.firstChunkMs,
    coldMs: first.wallMs,
    firstChunkMs: median(runs.map((run) => run.firstChunkMs)),
    wallMs: median(runs.map((run) => run.wallMs)),
    cpuMs: median(runs.map((run) => run.cpuMs)),
    longestBlockMs: runs.length === 0 ? 0 : delay.max / 1e6,
    p99BlockMs: runs.length === 0 ? 0 : delay.percentile(99) / 1e6,
  };
  console.log(JSON.stringify(took));
}

type Draw = () => AsyncIterable<Uint8Array>;

async function drawerOf(subject: Subject, file: string): Promise<Draw> {
  if (subject === "bare") {
    const pages = JSON.parse(await readFile(file, "utf8")) as TextMark[][];
    return () => drawBare(pages);
  }
  const { writeDocument } = await import("../features/asset-reports/server/document/write-document.ts");
  if (subject === "loaded") return async function* () {};
  // Evaluated beforehand and parsed here, as from the database: only writing is measured.
  const input = JSON.parse(await readFile(file, "utf8")) as DocumentInput;
  return () => writeDocument({ ...input, files: new Map(), logo: null });
}

/** What pdfkit's own guide shows: open, set each run of text, end; the reader takes what comes. */
function drawBare(pages: TextMark[][]): AsyncIterable<Uint8Array> {
  const { resolve } = createRequire(import.meta.url);
  const document = new PDFDocument({ size: "letter", margin: 0, autoFirstPage: false });
  document.registerFont("regular", resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"));
  document.registerFont("bold", resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"));
  for (const page of pages) {
    document.addPage();
    for (const { weight, size, text, x, y } of page)
      document.font(weight).fontSize(size).text(text, x, y, { lineBreak: false });
  }
  document.end();
  return document as AsyncIterable<Uint8Array>;
}

async function timed(draw: Draw) {
  const start = performance.now();
  const cpu = process.cpuUsage();
  let firstChunkMs = 0;
  for await (const _chunk of draw()) firstChunkMs ||= performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { firstChunkMs, wallMs: performance.now() - start, cpuMs: (user + system) / 1000 };
}

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

if (import.meta.main) await main(process.argv.slice(2));
