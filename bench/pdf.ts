// The PDF of a report with 1,500 bank lines, against bare pdfkit setting the same runs of text. Aims: streamed, under
// 90 MB at the peak, no event-loop block over 50 ms.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openFaces } from "../features/asset-reports/server/document/faces.ts";
import { planPages } from "../features/asset-reports/server/document/plan.ts";
import { sampleDocument } from "../features/asset-reports/server/document/sample-reading.ts";
import type { TextMark } from "../features/asset-reports/server/document/sheet.ts";
import { median, type Subject, type Took } from "./pdf-child.ts";

const LINES = 1_500;
const MANY_LINES = 10_000;
const ROUNDS = 5;
const WARM_DOCUMENTS = 12;
const SMALL_HEAP = ["--max-semi-space-size=1"];

/** Ours and bare pdfkit in turn, each in a process of its own; medians over the rounds. Takes about a minute. */
export async function benchPdf(): Promise<{ name: string; lines: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), "bench-pdf-"));
  try {
    const textFile = join(folder, "text.json");
    await writeFile(textFile, JSON.stringify(textOf(LINES)));
    const child = (subject: Subject, lines: number, documents: number, flags: string[] = []) =>
      inChild(folder, flags, [subject, String(lines), String(documents), textFile]);

    // These fill the cache of compiled code: the others then strip no types, as a server that has started does not.
    await child("document", LINES, 1);
    await child("bare", LINES, 1);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        loaded: await child("loaded", 0, 1),
        ours: await child("document", LINES, WARM_DOCUMENTS),
        bare: await child("bare", LINES, WARM_DOCUMENTS),
        many: await child("document", MANY_LINES, 4),
        oursSmall: await child("document", LINES, 1, SMALL_HEAP),
        bareSmall: await child("bare", LINES, 1, SMALL_HEAP),
      });
    return { name: "pdf", lines: tell(rounds) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Round = Record<"loaded" | "ours" | "bare" | "many" | "oursSmall" | "bareSmall", Took>;

function tell(rounds: Round[]): string[] {
  const of = (subject: keyof Round, figure: keyof Took) => median(rounds.map((round) => round[subject][figure]));
  const ratio = (figure: keyof Took) => median(rounds.map(({ ours, bare }) => ours[figure] / bare[figure])).toFixed(2);
  const ms = (subject: keyof Round, figure: keyof Took) => `${of(subject, figure).toFixed(0)} ms`;
  // A neighbor's work lengthens every block: the quietest round is the nearest to what the code itself holds up.
  const block = (subject: keyof Round) => {
    const longest = rounds.map((round) => round[subject].longestBlockMs);
    return `${Math.min(...longest).toFixed(0)} ms in the quietest round, ${median(longest).toFixed(0)} ms in the median one`;
  };
  const mb = (subject: keyof Round) => `${of(subject, "peakMb").toFixed(0)} MB`;
  return [
    `${LINES} lines, against bare pdfkit setting the same runs of text: ${ratio("cpuMs")} of its CPU, ${ratio("wallMs")} of its time`,
    `  ours ${ms("ours", "cpuMs")} CPU, ${ms("ours", "wallMs")}; bare ${ms("bare", "cpuMs")} CPU, ${ms("bare", "wallMs")}`,
    `  first chunk after ${ms("ours", "firstChunkMs")} of ${ms("ours", "wallMs")}; bare after ${ms("bare", "firstChunkMs")} of ${ms("bare", "wallMs")}`,
    `  longest event-loop block, warm (aim 50): ${block("ours")}, p99 ${ms("ours", "p99BlockMs")}; bare: ${block("bare")}`,
    `  peak memory ${mb("ours")} (aim 90), of which ${mb("loaded")} node with pdfkit loaded; bare ${mb("bare")}`,
    `  peak memory with ${SMALL_HEAP.join(" ")}: ${mb("oursSmall")}; bare ${mb("bareSmall")}`,
    `${MANY_LINES} lines: peak memory ${mb("many")}, longest block ${block("many")}, p99 ${ms("many", "p99BlockMs")}, first chunk after ${ms("many", "firstChunkMs")} of ${ms("many", "wallMs")}`,
  ];
}

/** The runs of text of each page, as the document sets them. */
function textOf(lines: number): TextMark[][] {
  return [...planPages(openFaces(), sampleDocument(lines))].map(({ placed }) =>
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

if (import.meta.main) for (const line of (await benchPdf()).lines) console.log(line);
