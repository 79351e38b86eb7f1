import type { Fonts } from "#platform/server/document/fonts.ts";
import { type Block, TEXT_WIDTH } from "#platform/server/document/sheet.ts";
import { asLine, type Column, remainingWidth, tableHead, tableRow } from "#platform/server/document/table.ts";
import { paragraph } from "#platform/server/document/text-blocks.ts";
import { STYLE } from "#platform/server/document/typesetting.ts";
import type { BankDataProduct } from "#features/organizations/contract.ts";
import type { Investor, StoredEvaluation } from "#features/underwriting/contract.ts";
import type { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";

/** Cells of one row; a total is set in bold. */
export type Row = readonly string[] | { readonly total: readonly string[] };

interface TableOptions {
  readonly before?: number;
  /** Read out as lines and not as cells: for tables that may have thousands of rows. */
  readonly asLines?: boolean;
  /** Set again above the column names on each new page. */
  readonly heading?: Block;
}

/** A ruled table with its column names repeated on each page; a sentence instead when there are no rows. */
export function* table(
  fonts: Fonts,
  columns: readonly Column[],
  rows: Iterable<Row>,
  empty: string,
  { before = 0, asLines = false, heading }: TableOptions = {},
): Generator<Block> {
  const shape = asLines ? asLine : (block: Block) => block;
  const head = shape(tableHead(fonts, columns, { before }));
  const again = heading === undefined ? [head] : [heading, head];
  const bold = columns.map((column) => ({ ...column, style: STYLE.strongCell }));
  let isEmpty = true;
  for (const row of rows) {
    if (isEmpty) yield head;
    isEmpty = false;
    const blocks = "total" in row ? tableRow(fonts, bold, row.total, again) : tableRow(fonts, columns, row, again);
    for (const block of blocks) yield shape(block);
  }
  if (isEmpty) yield* paragraph(fonts, empty, STYLE.body, { before: 6 });
}

export type Pair = readonly [label: string, value: string];

const VALUE_WIDTH = 102;
const PAIR_COLUMNS: readonly Column[] = [
  { label: "", width: (TEXT_WIDTH - 27 - 2 * VALUE_WIDTH) / 2, style: STYLE.softCell, namesRow: true },
  { label: "", width: VALUE_WIDTH, figures: true },
  { label: "", width: (TEXT_WIDTH - 27 - 2 * VALUE_WIDTH) / 2, style: STYLE.softCell, namesRow: true },
  { label: "", width: VALUE_WIDTH, figures: true },
];

/**
 * Labels and figures in two columns, each figure on the line of its label, so that extracted text shows which belongs
 * to which.
 */
export function* pairTable(
  fonts: Fonts,
  pairs: readonly Pair[],
  { before = 6 }: { before?: number } = {},
): Generator<Block> {
  for (let at = 0; at < pairs.length; at += 2) {
    const [left, right = ["", ""]] = [pairs[at]!, pairs[at + 1]]; // `at` is within the list
    for (const block of tableRow(fonts, PAIR_COLUMNS, [...left, ...right], []))
      yield at === 0 ? { ...block, before } : block;
  }
}

const FACT_WIDTH = 150;
const FACT_COLUMNS: readonly Column[] = [
  { label: "", width: FACT_WIDTH, style: STYLE.softCell, namesRow: true },
  { label: "", width: remainingWidth(FACT_WIDTH) },
];

/** Facts in words, one to a line. */
export function* factTable(
  fonts: Fonts,
  facts: readonly Pair[],
  { before = 6 }: { before?: number } = {},
): Generator<Block> {
  for (const [place, fact] of facts.entries())
    for (const block of tableRow(fonts, FACT_COLUMNS, fact, [])) yield place === 0 ? { ...block, before } : block;
}

/** What identifies a report and proves where its data comes from. Moments are ISO 8601 in UTC. */
export interface ReportMeta {
  readonly id: string;
  readonly readyAt: string;
  readonly daysRequested: number;
  readonly product: BankDataProduct;
  readonly providerReportId: string;
  /** Hexadecimal, of the provider's JSON as received; `null` for reports that are older than the hash. */
  readonly providerJsonSha256: string | null;
  /** The report that this one replaces. */
  readonly parentReportId: string | null;
  /** The copies that the evaluation names, with the tokens by which investors read them. */
  readonly investorCopies: readonly { readonly investor: Investor; readonly token: string }[];
}

/** A document of an exhibit: printed as a picture, or attached as it is. */
export interface ExhibitFile {
  readonly isPicture: boolean;
  read(): Promise<Buffer>;
}

/**
 * The input for every file of a report: one report and one evaluation of it, and nothing that changes later.
 * The lender, the borrowers' names and the time zone are in `evaluation.printed`.
 */
export interface DocumentInput {
  readonly product: {
    readonly name: string;
    /** The page where a file can be checked. */
    readonly verifyUrl: string;
    /** Where the JSON file's schema is published. */
    readonly schemaUrl: string;
  };
  readonly report: ReportMeta;
  readonly parsedReport: ParsedReport;
  /** The report that this one was compared with; `null` without one, and for formats that do not contain it. */
  readonly previousReport: ParsedReport | null;
  readonly evaluation: StoredEvaluation;
  /** By document id; the PDF says of others that they were deleted. Empty for other formats. */
  readonly files: ReadonlyMap<string, ExhibitFile>;
  /** Of the letterhead; `null` without one that can be printed, and for other formats. */
  readonly logo: (() => Promise<Buffer>) | null;
}
