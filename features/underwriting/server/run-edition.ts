import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { findEdition, NEWEST_EDITION } from "#features/underwriting/rules/editions.ts";
import { evaluate, type Question } from "#features/underwriting/rules/evaluate.ts";
import type { EvaluationSources } from "#features/underwriting/contract.ts";
import type { Evaluation } from "#features/underwriting/rules/evaluation.ts";
import { canonicalParts } from "#platform/contract/canonical-json.ts";

/** The rules of an edition. The same question always has the same answer, byte for byte. */
export type Evaluate = (question: Question) => Evaluation;

const loaded = new Map<string, Promise<Evaluate>>();

/** Evaluates a report as it is given under an edition. Throws for an edition that is not sealed, or was altered. */
export async function evaluateUnder(editionHash: string, question: Question): Promise<Evaluation> {
  return (await loadEdition(editionHash))(question);
}

/** For many reports under one edition. Throws as `evaluateUnder` does. */
export function loadEdition(hash: string): Promise<Evaluate> {
  // The source has these rules already; a test compares both.
  if (hash === NEWEST_EDITION.hash) return Promise.resolve(evaluate);
  const known = loaded.get(hash) ?? importEdition(hash);
  loaded.set(hash, known);
  return known;
}

/** The rules of an edition's file. Throws for an edition that is not sealed, or was altered. */
export async function importEdition(hash: string): Promise<Evaluate> {
  if (findEdition(hash)?.hash !== hash) throw new Error(`No edition has the hash ${hash}`);
  const file = import.meta.resolve(`#editions/${hash}.js`);
  const found = createHash("sha256")
    .update(await readFile(fileURLToPath(file)))
    .digest("hex");
  if (found !== hash) throw new Error(`The file of edition ${hash} was altered: its hash is ${found}`);
  const { evaluate } = (await import(/* @vite-ignore */ file)) as { evaluate: Evaluate };
  return evaluate;
}

/** What is stored with an evaluation, so that anyone can repeat it. */
export function sourcesOf(
  { report, previous, ...inputs }: Question,
  known: { readonly editionHash: string; readonly previousReportId: string | null },
): EvaluationSources {
  return {
    ...known,
    reportHash: canonicalHash(report),
    previousHash: previous ? canonicalHash(previous) : null,
    inputsHash: canonicalHash(inputs),
  };
}

/** SHA-256 of canonical JSON, in hexadecimal. */
export function canonicalHash(value: unknown): string {
  const hash = createHash("sha256");
  for (const part of canonicalParts(value)) hash.update(part);
  return hash.digest("hex");
}
