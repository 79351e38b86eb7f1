import { type Edition, findEdition, shortHash } from "#features/underwriting/rules/editions.ts";
import type { Question } from "#features/underwriting/rules/evaluate.ts";
import type { Evaluation, EvaluationInputs } from "#features/underwriting/rules/evaluation.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { canonicalJson } from "#platform/contract/canonical-json.ts";
import { formatMoney } from "#platform/money/money.ts";
import { sha256Hex } from "#platform/text/sha256.ts";

/** The longest report has about 5 MB; what is larger is no report. */
export const MAX_REPORT_BYTES = 50_000_000;

/** Why a file can't be checked, in a sentence that says what to do. */
export class NotReproducible extends Error {
  override readonly name: string = "NotReproducible";
}

/** The file is something else than a report's JSON. */
export class NotAReport extends NotReproducible {
  override readonly name = "NotAReport";

  constructor() {
    super("This isn't a report. Choose the JSON that was downloaded from a report.");
  }
}

/** A report's JSON file, as far as an evaluation depends on it. */
export interface ReportFile {
  readonly report: ParsedReport;
  readonly previous: ParsedReport | null;
  readonly inputs: EvaluationInputs;
  readonly evaluation: Readonly<Record<string, unknown>>;
  /** The hashes that the file states. */
  readonly stated: {
    readonly edition: string;
    readonly report: string;
    readonly previous: string | null;
    readonly inputs: string;
  };
}

/** A value that the file has and the edition gives otherwise; absent values are `undefined`. */
export interface Difference {
  /** `verdicts.fannie.outcome`, `findings[3].text`, by its place in the file. */
  readonly path: string;
  readonly stored: unknown;
  readonly given: unknown;
  /** Of a sum: that of the account it belongs to; `null`: not known. */
  readonly currency: string | null;
}

/** Nothing changed and no difference: the evaluation is what the edition gives, byte for byte. */
export interface Reproduction {
  /** Parts whose hash is not the one that the file states. */
  readonly changed: readonly ("report" | "previousReport" | "inputs")[];
  readonly differences: readonly Difference[];
}

/** Parts of a stored evaluation that the rules do not give: when, why and for whom it was made. */
const NOT_OF_THE_RULES = new Set([
  ...["id", "reportId", "number", "evaluatedAt", "cause", "inputs", "printed", "conditions"],
  ...["editionHash", "reportHash", "previousReportId", "previousHash", "inputsHash"],
]);

/** Reads a downloaded report. Throws NotReproducible for everything else. */
export function readReportFile(text: string): ReportFile {
  const { parsedReport, previousReport, evaluation } = objectIn(text);
  if (!isObject(evaluation) || !isReport(parsedReport) || !isObject(evaluation["inputs"])) throw new NotAReport();
  requireComparable({ parsedReport, previousReport, evaluation });
  const { editionHash, reportHash, previousHash, inputsHash, inputs } = evaluation;
  if (!isHash(editionHash) || !isHash(reportHash) || !isHash(inputsHash))
    throw new NotReproducible(
      "This report names no edition of the rules. Download it again: older downloads can't be rerun.",
    );
  if (previousHash !== null && !isReport(previousReport))
    throw new NotReproducible(
      "This report was compared with an earlier one, which was deleted before this file was made, so it can't be rerun.",
    );
  return {
    report: parsedReport,
    previous: isReport(previousReport) ? previousReport : null,
    inputs: inputs as unknown as EvaluationInputs,
    evaluation: Object.fromEntries(Object.entries(evaluation).filter(([name]) => !NOT_OF_THE_RULES.has(name))),
    stated: {
      edition: editionHash,
      report: reportHash,
      previous: typeof previousHash === "string" ? previousHash : null,
      inputs: inputsHash,
    },
  };
}

function objectIn(text: string): Record<string, unknown> {
  if (text.length > MAX_REPORT_BYTES) throw new NotReproducible("The file is too large for a report.");
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    throw new NotReproducible("The file isn't valid JSON. It may be cut off: download it again.");
  }
  throw new NotAReport();
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isHash(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

/** Levels of lists and objects in a file: more than any report has, and less than a browser's stack holds. */
const MAX_DEPTH = 100;

/** Throws NotReproducible for what canonical JSON can't tell apart or write: `1e999`, which it writes as `null`, and depth. */
function requireComparable(value: unknown, depth = 0): void {
  if (depth > MAX_DEPTH || (typeof value === "number" && !Number.isFinite(value)))
    throw new NotReproducible("The file has values that no report has, so it was changed. Download it again.");
  if (typeof value === "object" && value !== null)
    for (const one of Object.values(value)) requireComparable(one, depth + 1);
}

function isReport(value: unknown): value is ParsedReport {
  return isObject(value) && Array.isArray(value["items"]) && Array.isArray(value["warnings"]);
}

/** The edition that a hash names, whole or by its beginning. Throws NotReproducible for one that is not known here. */
export function getEdition(hash: string): Edition {
  const edition = findEdition(hash);
  if (!edition)
    throw new NotReproducible(`Edition ${shortHash(hash)} isn't known here. It may be newer than this program.`);
  return edition;
}

/** Throws NotReproducible if the bytes are not those of the edition. */
export async function requireUnaltered({ hash }: Edition, bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<void> {
  const found = await sha256Hex(bytes);
  if (found !== hash)
    throw new NotReproducible(`The file of edition ${shortHash(hash)} was altered: its hash is ${shortHash(found)}.`);
}

/** Runs an edition on what the file holds and compares. Throws NotReproducible if the rules can't read the report. */
export async function reproduce(file: ReportFile, evaluate: (question: Question) => Evaluation): Promise<Reproduction> {
  const { report, previous, inputs, stated } = file;
  const isChanged = async (value: unknown, hash: string | null) =>
    value !== null || hash !== null ? (await sha256Hex(canonicalJson(value))) !== hash : false;
  const changed = [
    ...((await isChanged(report, stated.report)) ? (["report"] as const) : []),
    ...((await isChanged(previous, stated.previous)) ? (["previousReport"] as const) : []),
    ...((await isChanged(inputs, stated.inputs)) ? (["inputs"] as const) : []),
  ];
  return { changed, differences: differencesOf(file.evaluation, answerOf(file, evaluate)) };
}

function answerOf({ report, previous, inputs }: ReportFile, evaluate: (question: Question) => Evaluation): unknown {
  try {
    // As JSON would have it: without what is undefined, and with one zero.
    return JSON.parse(canonicalJson(evaluate({ report, previous, ...inputs })));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new NotReproducible(
      `The rules can't read this report, so something is missing from the file (${visible(why)}).`,
    );
  }
}

/** Every value that differs, by its path in what is stored. Rows that were only moved by others are not among them. */
export function differencesOf(
  stored: unknown,
  given: unknown,
  path = "",
  currency: string | null = "USD",
): Difference[] {
  if (isObject(stored) && isObject(given)) {
    const names = [...new Set([...Object.keys(stored), ...Object.keys(given)])].sort();
    const own = currencyIn(given, currency);
    return names.flatMap((name) =>
      differencesOf(memberOf(stored, name), memberOf(given, name), placeOf(path, name), own),
    );
  }
  if (Array.isArray(stored) && Array.isArray(given)) return rowDifferences(stored, given, path, currency);
  return textOf(stored) === textOf(given) ? [] : [{ path, stored, given, currency }];
}

/** Only a code: the file may hold any text in its place. */
function currencyIn(value: Record<string, unknown>, outer: string | null): string | null {
  const own = memberOf(value, "currency");
  if (own === undefined) return outer;
  return typeof own === "string" && /^[A-Z]{3}$/.test(own) ? own : null;
}

/** Names of a file may be `toString` or `__proto__`, which every object has. */
const memberOf = (value: Record<string, unknown>, name: string) =>
  Object.hasOwn(value, name) ? value[name] : undefined;

function placeOf(path: string, name: string): string {
  if (!/^\w+$/.test(name)) return `${path}[${visible(JSON.stringify(name))}]`;
  return path === "" ? name : `${path}.${name}`;
}

function rowDifferences(
  stored: readonly unknown[],
  given: readonly unknown[],
  path: string,
  currency: string | null,
): Difference[] {
  const [ours, theirs] = [stored.map(textOf), given.map(textOf)];
  const least = Math.min(ours.length, theirs.length);
  let start = 0;
  while (start < least && ours[start] === theirs[start]) start++;
  let end = 0;
  while (end < least - start && ours.at(-1 - end) === theirs.at(-1 - end)) end++;
  const count = Math.max(ours.length, theirs.length) - end - start;
  return Array.from({ length: Math.max(0, count) }, (_, at) => start + at).flatMap((at) =>
    differencesOf(
      at < stored.length - end ? stored[at] : undefined,
      at < given.length - end ? given[at] : undefined,
      `${path}[${at}]`,
      currency,
    ),
  );
}

const textOf = (value: unknown) => (value === undefined ? undefined : canonicalJson(value));

/** Both values of a difference, each on one line, a sum as money. */
export function shownValues({ path, stored, given, currency }: Difference): { stored: string; given: string } {
  const isSum = /(?:^|\.)cents$|Cents$/.test(path);
  const show = (value: unknown) =>
    isSum && Number.isSafeInteger(value) ? formatMoney(value as number, currency) : shownValue(value);
  return { stored: show(stored), given: show(given) };
}

/** A value of a difference on one line. */
export function shownValue(value: unknown, length = 120): string {
  const text = value === undefined ? "nothing" : visible(canonicalJson(value));
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** Text of a file for a terminal or a page: characters that would move or hide other text are escaped. */
function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`, // a match has one
  );
}
