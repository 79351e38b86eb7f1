import type {
  StatementColumns,
  StatementFileInput,
  StatementPreview,
  StatementPreviewFile,
  StatementProblem,
} from "#features/asset-reports/contract.ts";
import { guessColumns, headingsOf } from "#providers/statement-files/csv.ts";
import {
  BankStatementFileError,
  type MergedAccount,
  mergeStatements,
} from "#providers/statement-files/merge-statements.ts";
import { openFile, readStatement } from "#providers/statement-files/read-statement.ts";
import { type Statement, BankStatementError } from "#providers/statement-files/statement.ts";

/** The columns of a bank's CSV files, as a member last chose them. */
export interface RememberedColumns {
  readonly institution: string;
  readonly columns: StatementColumns;
}

/** An account with everything that its files say of it. */
export interface StatementAccount extends MergedAccount {
  readonly institution: string;
  readonly mask: string;
  readonly subtype: string;
  readonly holders: readonly string[];
}

interface ReadFile {
  readonly shown: StatementPreviewFile;
  readonly statement: Statement | null;
}

export interface KnownToReader {
  readonly remembered: readonly RememberedColumns[];
  /** UTC day. */
  readonly today: string;
  /** Whether none of the account's holders is on the loan: the lender has no business with their transactions. */
  readonly isStrangers: (account: StatementAccount) => boolean;
}

/** What the files say, account by account, or what is missing. */
export function readStatementFiles(
  inputs: readonly StatementFileInput[],
  { remembered, today, isStrangers }: KnownToReader,
): { readonly preview: StatementPreview; readonly accounts: readonly StatementAccount[] } {
  const read = readFiles(inputs, remembered, today);
  const changes = new Map<ReadFile, Pick<StatementPreviewFile, "needs" | "problem">>();
  const accounts: StatementAccount[] = [];
  const groups = Map.groupBy(
    read.filter(({ shown, statement }) => statement !== null && shown.needs.length === 0),
    ({ shown }) => accountKey(shown),
  );
  // By account, so that the order of the files changes nothing.
  for (const [, files] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    try {
      const account = toAccount(files);
      if (isStrangers(account))
        for (const file of files)
          changes.set(file, {
            needs: [],
            problem: { ...NO_DETAIL, code: "HOLDER", found: account.holders.join(", ") },
          });
      else accounts.push(account);
    } catch (error) {
      if (!(error instanceof BankStatementFileError)) throw error;
      const { code } = error.reason;
      const need = code === "OPENING_NEEDED" ? "openingCents" : code === "CLOSING_NEEDED" ? "closingCents" : undefined;
      const file = files.find(({ shown }) => shown.name === error.file)!; // one of those that were merged
      changes.set(file, need ? { needs: [need], problem: null } : { needs: [], problem: toProblem(error.reason) });
    }
  }
  const files = read.map((file) => ({ ...file.shown, ...changes.get(file) }));
  return {
    preview: {
      files,
      accounts: accounts.map(({ lines, pending: _pending, duplicates, holders, ...account }) => ({
        ...account,
        holders: [...holders],
        lines: lines.length,
        duplicates: [...duplicates],
      })),
      isComplete: files.every(({ needs, problem }) => needs.length === 0 && problem === null),
    },
    accounts,
  };
}

/** Two files may have the same name: `export.csv` and `export.csv (2)`. */
function uniqueNames(inputs: readonly StatementFileInput[]): StatementFileInput[] {
  const seen = new Map<string, number>();
  return inputs.map((input) => {
    const number = (seen.get(input.name) ?? 0) + 1;
    seen.set(input.name, number);
    return number === 1 ? input : { ...input, name: `${input.name} (${number})` };
  });
}

/** Lines of all files together: years of a busy account. */
const MAX_TOTAL_LINES = 20_000;

/** Beyond the lines that are too many, no file is parsed. */
function readFiles(
  inputs: readonly StatementFileInput[],
  remembered: readonly RememberedColumns[],
  today: string,
): ReadFile[] {
  let lines = 0;
  return uniqueNames(inputs).map((input) => {
    const read = lines > MAX_TOTAL_LINES ? null : readFile(input, remembered, today);
    lines += read?.statement?.lines.length ?? 0;
    if (read && lines <= MAX_TOTAL_LINES) return read;
    return { shown: { ...blank(input), problem: { ...NO_DETAIL, code: "TOO_LARGE" } }, statement: null };
  });
}

function readFile(input: StatementFileInput, remembered: readonly RememberedColumns[], today: string): ReadFile {
  let shown = blank(input);
  try {
    const file = openFile(Buffer.from(input.content, "base64"));
    let columns: StatementColumns | null = null;
    if (file.format === "csv") {
      const headings = headingsOf(file.rows);
      columns = input.columns ?? rememberedFor(input, headings, remembered) ?? guessColumns(file.rows);
      shown = { ...shown, headings, columns };
    }
    shown = { ...shown, format: file.format };
    if (file.format === "csv" && columns === null) return { shown: { ...shown, needs: ["columns"] }, statement: null };
    const statement = readStatement(file, { columns, period: input }, today);
    shown = withStatement(shown, statement);
    return { shown: { ...shown, needs: needsOf(shown) }, statement };
  } catch (error) {
    if (!(error instanceof BankStatementError)) throw error;
    return { shown: { ...shown, problem: toProblem(error) }, statement: null };
  }
}

function blank(input: StatementFileInput): StatementPreviewFile {
  return {
    ...{ name: input.name, format: null, headings: [], columns: null },
    ...{ institution: input.institution ?? null, mask: input.mask ?? null, subtype: input.subtype ?? null },
    ...{ holders: input.holders ?? [], from: input.from ?? null, to: input.to ?? null },
    ...{ openingCents: null, closingCents: null, lines: 0, needs: [], problem: null },
  };
}

/** What the file says of its account cannot be changed, except a bank's name, which OFX often abbreviates. */
function withStatement(shown: StatementPreviewFile, statement: Statement): StatementPreviewFile {
  return {
    ...shown,
    institution: shown.institution ?? statement.institution,
    mask: statement.mask ?? shown.mask,
    subtype: statement.subtype ?? shown.subtype,
    holders: statement.holder === null ? shown.holders : [statement.holder],
    ...{ from: statement.from, to: statement.to, lines: statement.lines.length },
    ...{ openingCents: statement.openingCents, closingCents: statement.closingCents },
  };
}

function needsOf({ institution, mask, subtype, holders }: StatementPreviewFile): StatementPreviewFile["needs"] {
  const missing = { institution: institution === null, mask: mask === null, subtype: subtype === null };
  return [
    ...(["institution", "mask", "subtype"] as const).filter((field) => missing[field]),
    ...(holders.length === 0 ? (["holders"] as const) : []),
  ];
}

export function institutionKey(institution: string): string {
  return institution.trim().toLowerCase().replaceAll(/\s+/g, " ");
}

/** Of the bank that was named, or of the only one whose files have all of these headings; that says nothing of its name. */
function rememberedFor(
  { institution }: StatementFileInput,
  headings: readonly string[],
  remembered: readonly RememberedColumns[],
): StatementColumns | undefined {
  const fits = remembered.filter(({ columns }) =>
    [columns.date, columns.description, columns.amount, columns.debit, columns.credit, columns.balance].every(
      (name) => name === null || headings.includes(name),
    ),
  );
  if (institution === undefined) return fits.length === 1 ? fits[0]!.columns : undefined;
  return fits.find((one) => institutionKey(one.institution) === institutionKey(institution))?.columns;
}

function accountKey({ institution, mask, subtype }: StatementPreviewFile): string {
  return JSON.stringify([institutionKey(institution ?? ""), mask, subtype]);
}

function toAccount(files: readonly ReadFile[]): StatementAccount {
  const merged = mergeStatements(files.map(({ shown: { name }, statement }) => ({ name, statement: statement! }))); // of files that were read
  const holders = [...new Set(files.flatMap(({ shown }) => shown.holders))].sort();
  // Of several spellings of one bank's name, the same in any order of the files.
  const [institution = ""] = files.map(({ shown }) => shown.institution ?? "").sort();
  const { mask, subtype } = files[0]!.shown; // one or more, with equal keys
  return { ...merged, institution, mask: mask ?? "", subtype: subtype ?? "", holders };
}

const NO_DETAIL = {
  ...{ line: null, found: null, expectedCents: null, foundCents: null, from: null, to: null, otherFile: null },
};

function toProblem({ code, detail }: BankStatementError): StatementProblem {
  return {
    code,
    line: detail.line ?? null,
    found: detail.found ?? null,
    expectedCents: detail.expectedCents ?? null,
    foundCents: detail.foundCents ?? null,
    from: detail.from ?? null,
    to: detail.to ?? null,
    otherFile: detail.otherFile ?? null,
  };
}
