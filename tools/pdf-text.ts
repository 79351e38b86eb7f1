import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { HEADINGS } from "../features/asset-reports/server/document/document-labels.ts";

/** The text of a PDF as poppler lays it out: cells of one row are on one line. */
export async function readPdfText(file: string): Promise<string> {
  const { stdout } = await promisify(execFile)("pdftotext", ["-layout", file, "-"], { maxBuffer: 512 * 2 ** 20 });
  return stdout;
}

export interface Section {
  /** As in HEADINGS, in upper case. */
  readonly heading: string;
  /** What follows the heading's words: programs, or an account's reference. */
  readonly detail: string;
  readonly remark: string;
  readonly lines: readonly string[];
}

/** Sections in the order in which the document has them; a bank line that reads like a heading comes out of order. */
const ORDER = [
  HEADINGS.funds,
  HEADINGS.levels,
  HEADINGS.reductions,
  HEADINGS.counted,
  HEADINGS.loanTerms,
  HEADINGS.disclosedDebts,
  HEADINGS.financedProperties,
  HEADINGS.people,
  HEADINGS.accounts,
  HEADINGS.totals,
  HEADINGS.earnestMoney,
  HEADINGS.gifts,
  HEADINGS.thresholds,
  HEADINGS.deposits,
  HEADINGS.pending,
  HEADINGS.transfers,
  HEADINGS.income,
  HEADINGS.debts,
  HEADINGS.support,
  HEADINGS.otherProperties,
  HEADINGS.rent,
  HEADINGS.nsf,
  HEADINGS.findings,
  HEADINGS.conditions,
  HEADINGS.evidence,
  HEADINGS.decisions,
  HEADINGS.vod,
  HEADINGS.account,
  HEADINGS.months,
  HEADINGS.balances,
  HEADINGS.transactions,
].map((heading) => heading.toUpperCase());
const OPTIONAL = new Set(
  [HEADINGS.disclosedDebts, HEADINGS.financedProperties, HEADINGS.totals, HEADINGS.months, HEADINGS.balances].map(
    (heading) => heading.toUpperCase(),
  ),
);
/** These come again, for each group of programs and for each account. */
const REPEATED = [
  [HEADINGS.reductions, HEADINGS.counted].map(upper),
  [HEADINGS.account, HEADINGS.months, HEADINGS.balances, HEADINGS.transactions].map(upper),
];

function upper(words: string): string {
  return words.toUpperCase();
}

const HEADING = /^(\S.*?)(?: {2,}(\S.*))?$/;

export function sectionsOf(text: string): Section[] {
  const sections: { heading: string; detail: string; remark: string; lines: string[] }[] = [];
  let place = -1;
  for (const line of bodyLines(text)) {
    const found = headingOf(line, place);
    if (found === undefined) sections.at(-1)?.lines.push(line);
    else if (found.remark !== "Continued") {
      place = found.place;
      sections.push({ heading: found.heading, detail: found.detail, remark: found.remark, lines: [] });
    }
  }
  return sections;
}

function headingOf(line: string, place: number) {
  const [, words = "", remark = ""] = HEADING.exec(line) ?? [];
  const next = ORDER.findIndex((heading, at) => isReachable(at, place) && detailOf(words, heading) !== undefined);
  const heading = ORDER[next];
  if (heading === undefined) return undefined;
  return { place: next, heading, detail: detailOf(words, heading) ?? "", remark };
}

/** `FANNIE MAE` of `MONEY TAKEN OFF: FANNIE MAE`; undefined for another heading. */
function detailOf(words: string, heading: string): string | undefined {
  if (words === heading) return "";
  const isGroup = heading === upper(HEADINGS.reductions) || heading === upper(HEADINGS.counted);
  if (isGroup) return words.startsWith(`${heading}: `) ? words.slice(heading.length + 2) : undefined;
  const isAccount = REPEATED[1]!.includes(heading);
  if (!isAccount) return undefined;
  const start = heading === upper(HEADINGS.account) ? `${heading} ` : `${heading}, `;
  const [, ref] = /^(A\d+)(?:,|$)/.exec(words.startsWith(start) ? words.slice(start.length) : "") ?? [];
  return ref;
}

/** Whether no section that is always there lies between. */
function isReachable(at: number, place: number): boolean {
  const isAgain = REPEATED.some((group) => group.includes(ORDER[at] ?? "") && group.includes(ORDER[place] ?? ""));
  if (isAgain) return true;
  if (at <= place) return false;
  return ORDER.slice(place + 1, at).every((heading) => OPTIONAL.has(heading));
}

/** Without the header and footer of each page. */
function* bodyLines(text: string): Generator<string> {
  for (const page of text.split("\f")) {
    const lines = page.split("\n");
    const first = lines.findIndex((line) => line.trim() !== "");
    const foot = lines.findLastIndex((line) => /Page \d+ of \d+$/.test(line));
    if (first === -1 || foot === -1) continue;
    for (const line of lines.slice(first + 1, foot)) if (line.trim() !== "") yield line.trimEnd();
  }
}
