import {
  getEdition,
  MAX_REPORT_BYTES,
  NotAReport,
  NotReproducible,
  readReportFile,
  reproduce,
  requireUnaltered,
  type Reproduction,
} from "#features/asset-reports/rules/reproduce.ts";
import type { Edition } from "#features/underwriting/rules/editions.ts";
import type { Question } from "#features/underwriting/rules/evaluate.ts";
import type { Evaluation } from "#features/underwriting/rules/evaluation.ts";

/** Addresses of the editions' files, which the build copies byte for byte. */
const FILES = import.meta.glob<string>("/editions/*.js", { query: "?url", import: "default", eager: true });

export function addressOf({ hash }: Edition): string {
  return FILES[`/editions/${hash}.js`] ?? "";
}

export interface Rerun extends Reproduction {
  readonly edition: Edition;
}

/**
 * Runs the edition that a report's JSON names, in this browser, and compares. `null`: the file is no such JSON. Throws
 * NotReproducible.
 */
export async function rerunReport(file: File): Promise<Rerun | null> {
  if (!file.name.toLowerCase().endsWith(".json")) return null;
  if (file.size > MAX_REPORT_BYTES) throw new NotReproducible("The file is too large for a report.");
  try {
    const stored = readReportFile(await file.text());
    const edition = getEdition(stored.stated.edition);
    return { edition, ...(await reproduce(stored, await loadEdition(edition))) };
  } catch (error) {
    if (error instanceof NotAReport) return null; // a report has other JSON files too
    throw error;
  }
}

async function loadEdition(edition: Edition): Promise<(question: Question) => Evaluation> {
  const address = addressOf(edition);
  const reply = await fetch(address).catch(() => null);
  if (!reply?.ok)
    throw new NotReproducible("The rules couldn't be loaded. Check your connection and choose the file again.");
  await requireUnaltered(edition, await reply.arrayBuffer());
  const { evaluate } = (await import(/* @vite-ignore */ address)) as { evaluate: (question: Question) => Evaluation };
  return evaluate;
}
