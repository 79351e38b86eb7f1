import type { AccountRow, EvidenceSource, Figures, Finding } from "#features/underwriting/rules/evaluation.ts";
import { accountName, exhibitWords, type ExhibitsOf } from "#features/underwriting/labels.ts";
import { inStableOrder } from "#features/underwriting/rules/as-evaluated.ts";
import type {
  ParsedReport,
  ReportAccount,
  ReportItem,
  ReportTransaction,
} from "#features/underwriting/rules/parsed-report.ts";
import type { DocumentInput } from "./schema.ts";

type Owner = Figures["owners"][number];

/** An account of the report with its part of the evaluation. */
export interface DocumentAccount {
  /** `A1`, by its place in the document. */
  readonly ref: string;
  readonly source: ReportAccount;
  readonly item: ReportItem;
  /** Missing for an account that was left aside, such as one seen twice. */
  readonly row: AccountRow | undefined;
  readonly owner: Owner | undefined;
  /** Findings that name it: `F1`, `F3`. */
  readonly findings: readonly string[];
}

export interface DocumentLine {
  readonly line: ReportTransaction;
  readonly account: DocumentAccount;
}

/** Short names for accounts (A1), findings (F1) and evidence (E1), and lookups by the report's ids. */
export interface DocumentIndex {
  readonly report: ParsedReport;
  readonly accounts: readonly DocumentAccount[];
  accountRef(id: string): string;
  /** `A1 Plaid Checking …0000`. */
  accountWords(id: string): string;
  line(id: string): DocumentLine | undefined;
  classOf(id: string): Figures["lines"][number] | undefined;
  /** Numbers of the findings that name a line: `F1, F3`; empty for none. */
  findingsOf(transactionId: string): string;
  evidenceRef(id: string): string;
  /** Exhibits of these evidence records, lines and documents: `Exhibits 2 and 3`; empty for none. */
  exhibitWords(of: ExhibitsOf): string;
}

/** The number of a finding in the document, by its position among all. */
export function findingRef(place: number): string {
  return `F${place + 1}`;
}

const known = new WeakMap<DocumentInput, DocumentIndex>();

/** Cached, because a document is planned twice. */
export function indexOf(input: DocumentInput): DocumentIndex {
  let index = known.get(input);
  if (index === undefined) known.set(input, (index = makeIndex(input)));
  return index;
}

function makeIndex({ parsedReport, evaluation }: DocumentInput): DocumentIndex {
  const report = inStableOrder(parsedReport);
  const { figures, findings, inputs } = evaluation;
  const rows = new Map(figures.accounts.map((row) => [row.accountId, row]));
  const owners = new Map(figures.owners.map((row) => [row.accountId, row]));
  const findingsByAccount = refsBy(findings, ({ accountIds }) => accountIds);
  const findingsByLine = refsBy(findings, ({ transactionIds }) => transactionIds);
  const accounts = report.items
    .flatMap((item) => item.accounts.map((source) => ({ item, source })))
    .map(({ item, source }, place): DocumentAccount => ({
      ref: `A${place + 1}`,
      source,
      item,
      row: rows.get(source.id),
      owner: owners.get(source.id),
      findings: findingsByAccount.get(source.id) ?? [],
    }));
  const byId = new Map(accounts.map((account) => [account.source.id, account]));
  const lines = new Map<string, DocumentLine>();
  for (const account of accounts) for (const line of account.source.transactions) lines.set(line.id, { line, account });
  const classes = new Map(figures.lines.map((one) => [one.id, one]));
  const evidence = new Map(inputs.evidence.flatMap((one, place) => evidenceIdOf(one, place)));
  const accountRef = (id: string) => byId.get(id)?.ref ?? "";
  return {
    report,
    accounts,
    accountRef,
    accountWords: (id) => {
      const account = byId.get(id);
      return account === undefined ? "" : `${account.ref} ${accountName(account.source)}`;
    },
    line: (id) => lines.get(id),
    classOf: (id) => classes.get(id),
    findingsOf: (id) => (findingsByLine.get(id) ?? []).join(", "),
    evidenceRef: (id) => evidence.get(id) ?? "",
    exhibitWords: (of) => exhibitWords(evaluation.printed.exhibits, of),
  };
}

function evidenceIdOf({ id }: EvidenceSource, place: number): [string, string][] {
  return id === undefined ? [] : [[id, `E${place + 1}`]];
}

function refsBy(findings: readonly Finding[], idsOf: (finding: Finding) => readonly string[]): Map<string, string[]> {
  const refs = new Map<string, string[]>();
  for (const [place, finding] of findings.entries())
    for (const id of new Set(idsOf(finding))) refs.set(id, [...(refs.get(id) ?? []), findingRef(place)]);
  return refs;
}
