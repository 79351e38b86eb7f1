import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import {
  getEdition,
  MAX_REPORT_BYTES,
  NotReproducible,
  readReportFile,
  reproduce,
  requireUnaltered,
  shownValues,
} from "../features/asset-reports/rules/reproduce.ts";
import { type Edition, EDITIONS, shortHash } from "../features/underwriting/rules/editions.ts";
import type { Question } from "../features/underwriting/rules/evaluate.ts";
import type { Evaluation } from "../features/underwriting/rules/evaluation.ts";

const DIFFERENCES_SHOWN = 100;
const PARTS = { report: "the report", previousReport: "the report before", inputs: "the loan and decisions" };

export interface Checked {
  readonly isSame: boolean;
  /** For a person to read. */
  readonly lines: readonly string[];
}

/**
 * Runs the edition that a downloaded report names, or another one, without a network. `folder` has the editions' files.
 * Throws NotReproducible with what to do.
 */
export async function evaluateFile(file: string, folder: string, otherHash?: string): Promise<Checked> {
  const stored = readReportFile(await readText(file));
  const edition = getEdition(otherHash ?? stored.stated.edition);
  const evaluate = await importEdition(edition, folder);
  const { changed, differences } = await reproduce(stored, evaluate);
  const name = nameOf(edition);
  if (changed.length === 0 && differences.length === 0)
    return { isSame: true, lines: [`Same: ${name} gives this evaluation, byte for byte.`] };
  const rest = differences.length - DIFFERENCES_SHOWN;
  return {
    isSame: false,
    lines: [
      ...changed.map((part) => `Changed since it was evaluated: ${PARTS[part]}`),
      differences.length === 0
        ? `The evaluation is what ${name} gives for what the file holds now.`
        : `${differences.length === 1 ? "1 value differs" : `${differences.length} values differ`} from what ${name} gives:`,
      ...differences.slice(0, DIFFERENCES_SHOWN).map((difference) => {
        const { stored, given } = shownValues(difference);
        return `  ${difference.path}: stored ${stored}, edition gives ${given}`;
      }),
      ...(rest > 0 ? [`  … and ${rest} more`] : []),
    ],
  };
}

/** One line for each edition that can be run, the newest first. */
export function editionLines(): string[] {
  return EDITIONS.toReversed().map(({ hash, ruleSetVersion, effectiveFrom, changes }) =>
    [shortHash(hash), ruleSetVersion, `from ${effectiveFrom}`, changes].join("\t"),
  );
}

const nameOf = ({ hash, ruleSetVersion }: Edition) => `edition ${shortHash(hash)} (guideline set ${ruleSetVersion})`;

async function readText(file: string): Promise<string> {
  const { size } = await stat(file).catch(() => {
    throw new NotReproducible(`There is no file ${file}.`);
  });
  if (size > MAX_REPORT_BYTES) throw new NotReproducible("The file is too large for a report.");
  return readFile(file, "utf8");
}

async function importEdition(edition: Edition, folder: string): Promise<(question: Question) => Evaluation> {
  if (!("groupBy" in Map)) throw new NotReproducible("Rerunning an evaluation needs Node 22 or newer.");
  const file = path.join(folder, `${edition.hash}.js`);
  const code = await readFile(file).catch(() => {
    throw new NotReproducible(`Edition ${shortHash(edition.hash)} is missing from this package: install it again.`);
  });
  await requireUnaltered(edition, new Uint8Array(code));
  const { evaluate } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    evaluate: (question: Question) => Evaluation;
  };
  return evaluate;
}
