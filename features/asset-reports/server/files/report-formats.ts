import * as z from "zod/mini";
import { disclaimerOf } from "#features/asset-reports/labels.ts";
import { BANK_DATA_PRODUCTS } from "#features/organizations/contract.ts";
import { canonicalParts } from "#platform/contract/canonical-json.ts";
import { Investor, StoredEvaluation } from "#features/underwriting/contract.ts";
import { inStableOrder } from "#features/underwriting/rules/as-evaluated.ts";
import { ParsedReport, type ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import { Id, Timestamp } from "#platform/contract/fields.ts";
import type { DepositRow, Program } from "#features/underwriting/rules/evaluation.ts";
import { DEPOSIT_LABELS, answerProgram } from "#features/underwriting/labels.ts";
import { currencyOf } from "#features/underwriting/rules/money.ts";
import { csvLines } from "#platform/contract/csv.ts";
import type { DocumentInput } from "../document/schema.ts";
import { type DocumentAccount, type DocumentIndex, indexOf } from "../document/document-index.ts";

/**
 * Increased when a reader of the current version could fail on the next one. The schemas of older versions stay
 * published.
 */
const REPORT_JSON_VERSION = 1;

/** On the site's origin. */
export const REPORT_SCHEMA_PATH = `/assets/schemas/asset-report-${REPORT_JSON_VERSION}.json`;

/** A report's JSON file: one report with one evaluation of it. Money is in cents, days are UTC. */
export const ReportJson = z.object({
  /** Where this schema is published. */
  schema: z.url(),
  version: z.literal(REPORT_JSON_VERSION),
  product: z.string(),
  note: z.string(),
  report: z.object({
    id: Id,
    readyAt: Timestamp,
    daysRequested: z.int(),
    /** `null`: made from statement files. */
    product: z.nullable(z.enum(BANK_DATA_PRODUCTS)),
    providerReportId: z.string(),
    providerJsonSha256: z.nullable(z.string()),
    parentReportId: z.nullable(Id),
    /** Copies that investors could read when it was evaluated, by these tokens. */
    investorCopies: z.array(z.object({ investor: Investor, token: z.string() })),
  }),
  evaluation: StoredEvaluation,
  /** As it was evaluated. */
  parsedReport: ParsedReport,
  /** The borrower's report before, as it was evaluated; `null`: there was none, or it was deleted. */
  previousReport: z.nullable(ParsedReport),
});

/** As JSON Schema draft-07, which every validator reads. */
export function reportJsonSchema(publicUrl: string): object {
  return {
    $id: publicUrl + REPORT_SCHEMA_PATH,
    title: "Asset report",
    description: "One asset report with one evaluation of it. Amounts are integer cents; days and times are UTC.",
    ...z.toJSONSchema(ReportJson, { target: "draft-7", io: "input", unrepresentable: "any" }),
  };
}

/**
 * The report as canonical JSON by its published schema: what identifies it, the whole evaluation with its inputs and
 * conditions, and both reports that it depends on, so that anyone can repeat it. Nothing depends on the provider's order.
 */
export function reportJson({
  product,
  report,
  parsedReport,
  previousReport,
  evaluation,
}: DocumentInput): Generator<string> {
  return canonicalParts({
    schema: product.schemaUrl,
    version: REPORT_JSON_VERSION,
    product: product.name,
    note: disclaimerOf(parsedReport),
    report: { ...report, product: parsedReport.source === "files" ? null : report.product },
    evaluation,
    parsedReport: inStableOrder(parsedReport),
    previousReport: previousReport && inStableOrder(previousReport),
  });
}

const BEFORE_OUTCOMES = [
  "Report",
  "Evaluation",
  "Institution",
  "Account",
  "Number",
  "Account id",
  "Transaction id",
  "Date",
  "Description",
  "Amount",
  "Currency",
  "Status",
  "Class",
  "Payee",
  "Matched transaction id",
] as const;
const AFTER_OUTCOMES = ["Sourced", "Unsourced", "Not tested because", "Findings", "Provider category"] as const;

/** The report's transactions for spreadsheets: each with its class, payee, outcome per program and findings. */
export function reportCsv(input: DocumentInput): Generator<string> {
  return csvLines(rowsOf(input));
}

function* rowsOf(input: DocumentInput): Generator<string[]> {
  const { report, evaluation } = input;
  const { programs, figures } = evaluation;
  const index = indexOf(input);
  const head = [
    ...BEFORE_OUTCOMES,
    ...programs.map((program) => `Outcome ${answerProgram(program, evaluation.inputs.policy.overlay)}`),
    ...AFTER_OUTCOMES,
  ];
  yield head;
  const own = [report.id, evaluation.id];
  const deposits = new Map(figures.deposits.map((row) => [row.transactionId, row]));
  const matches = matchesOf(input);
  const findings = findingsByLine(input);
  let isEmpty = true;
  for (const account of index.accounts)
    for (const line of account.source.transactions) {
      isEmpty = false;
      yield [...own, ...lineCells(line, account, { index, programs, deposits, matches, findings })];
    }
  // Without a row, the files of all empty reports would be the same.
  if (isEmpty) yield head.map((name, at) => own[at] ?? (name === "Description" ? "No transactions" : ""));
}

interface Lookups {
  readonly index: DocumentIndex;
  readonly programs: readonly Program[];
  readonly deposits: ReadonlyMap<string, DepositRow>;
  readonly matches: ReadonlyMap<string, string>;
  /** By transaction: `R3 LARGE_UNSOURCED, R8 BORROWED_FUNDS`. */
  readonly findings: ReadonlyMap<string, string>;
}

function lineCells(
  line: ReportTransaction,
  { item, source }: DocumentAccount,
  { index, programs, deposits, matches, findings }: Lookups,
): string[] {
  const deposit = deposits.get(line.id);
  const known = index.classOf(line.id);
  return [
    item.institutionName,
    source.name,
    source.mask ?? "",
    source.id,
    line.id,
    line.date,
    line.description,
    decimal(0 - line.amountCents), // the provider's sign is positive for money out
    currencyOf(line, source) ?? "",
    line.pending ? "Pending" : "Posted",
    known?.class ?? "",
    known?.payee ?? "",
    matches.get(line.id) ?? "",
    ...programs.map((program) => {
      const outcome = deposit?.outcomes[program];
      return outcome === undefined ? "" : DEPOSIT_LABELS[outcome];
    }),
    deposit === undefined ? "" : decimal(deposit.sourcedCents),
    deposit === undefined ? "" : decimal(deposit.unsourcedCents),
    deposit?.notTestedWhy ?? "",
    findings.get(line.id) ?? "",
    line.categoryDetailed ?? line.categoryPrimary ?? "",
  ];
}

/** The other line of each own transfer and net. */
function matchesOf({ evaluation: { figures } }: DocumentInput): Map<string, string> {
  const pairs = [
    ...figures.transfers.filter(({ isPossible }) => !isPossible).map(({ debitId, creditId }) => [debitId, creditId]),
    ...figures.nets.map(({ firstId, secondId }) => [firstId, secondId]),
  ] as [string, string][];
  return new Map(pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]));
}

function findingsByLine({ evaluation: { findings } }: DocumentInput): Map<string, string> {
  const byLine = new Map<string, Set<string>>();
  for (const { ruleId, code, transactionIds } of findings)
    for (const id of transactionIds) byLine.set(id, (byLine.get(id) ?? new Set()).add(`${ruleId} ${code}`));
  return new Map([...byLine].map(([id, names]) => [id, [...names].join(", ")]));
}

/** `-1234.56`: by its digits, since a large sum divided by 100 is no longer exact. */
function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
