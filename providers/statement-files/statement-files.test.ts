import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "#platform/dates/days.ts";
import { type CsvColumns, guessColumns, headingsOf, MAX_ROWS, rowsOf } from "./csv.ts";
import { MAX_FILE_BYTES } from "./decode.ts";
import { BankStatementFileError, mergeStatements } from "./merge-statements.ts";
import { openFile, readStatement } from "./read-statement.ts";
import { amountOf, BankStatementError, MAX_LINES } from "./statement.ts";
import {
  anExport,
  type ExportedStatement,
  LAST_DAY,
  partOf,
  sumOf,
  toCamt053,
  toCsv,
  toOfx,
  toOfx2,
} from "./test-statement-files.ts";

const TODAY = "2026-11-27";
const COLUMNS: CsvColumns = {
  ...{ date: "Date", description: "Description", amount: "Amount", debit: null, credit: null, balance: "Balance" },
  dateOrder: "mdy",
  isDebitPositive: false,
};

const readBytes = (bytes: Uint8Array, period = {}, columns: CsvColumns | null = COLUMNS) =>
  readStatement(openFile(bytes), { columns, period }, TODAY);
const readText = (text: string, period = {}, columns: CsvColumns | null = COLUMNS) =>
  readBytes(new TextEncoder().encode(text), period, columns);

/** Each format, with what a person adds from the statement where the format does not have it. */
const FORMATS = {
  "OFX 1": { write: (all: ExportedStatement) => toOfx(all) },
  "OFX 2": { write: (all: ExportedStatement) => toOfx2(all) },
  CSV: { write: (all: ExportedStatement) => toCsv(all) },
  "CAMT.053": { write: (all: ExportedStatement) => toCamt053(all) },
};
type Format = keyof typeof FORMATS;
const formats = Object.keys(FORMATS) as Format[];
const readAs = (format: Format, all: ExportedStatement, change = (text: string) => text) => {
  const { from, to, openingCents } = all;
  return readText(change(FORMATS[format].write(all)), format === "CSV" ? { from, to, openingCents } : { openingCents });
};

/** The code and line of what is thrown. */
function errorOf(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (error instanceof BankStatementError) return { code: error.code, ...error.detail };
    if (error instanceof BankStatementFileError)
      return { file: error.file, code: error.reason.code, ...error.reason.detail };
    throw error;
  }
  return undefined;
}

const SEPTEMBER: ExportedStatement = {
  from: "2026-09-01",
  to: "2026-09-30",
  openingCents: 1_000_00,
  lines: [
    { date: "2026-09-03", cents: 2_500_00, description: "ACME PAYROLL" },
    { date: "2026-09-10", cents: -1_295_90, description: "RENT" },
    { date: "2026-09-30", cents: -1_000_00, description: "TRANSFER" },
  ],
};

describe("a statement file", () => {
  test.each(formats)("in %s is read as the bank wrote it, whatever its lines", (format) => {
    fc.assert(
      fc.property(anExport, (all) => {
        const statement = readAs(format, all);
        expect(statement.lines.map(({ date, cents, description }) => ({ date, cents, description }))).toEqual(
          all.lines,
        );
        expect(statement).toMatchObject({ from: all.from, to: all.to, openingCents: all.openingCents });
        expect(mergeStatements([{ name: "a", statement }]).closingCents).toBe(all.openingCents + sumOf(all));
      }),
      { numRuns: 60 },
    );
  });

  test.each(formats)("in %s with one cent changed in any line is refused", (format) => {
    fc.assert(
      fc.property(anExport, fc.nat(), fc.constantFrom(-1, 1), (all, at, change) => {
        const place = at % all.lines.length;
        const real = readAs(format, all);
        const lines = real.lines.map((line, n) => (n === place ? { ...line, cents: line.cents + change } : line));
        const refusal = errorOf(() => mergeStatements([{ name: "a", statement: { ...real, lines } }]));
        // Only a file with a balance on each line says which line is wrong; else the closing balance is.
        const line = format === "CSV" ? real.lines[place]!.line : real.closingLine;
        expect(refusal).toMatchObject({ file: "a", code: "BALANCE", line });
        expect(Math.abs(refusal!.expectedCents! - refusal!.foundCents!)).toBe(1);
      }),
      { numRuns: 60 },
    );
  });

  test("that does not add up names the line, the balance it should have and the one it has", () => {
    const changed = toCsv(SEPTEMBER).replace("2204.10", "2240.10");
    const statement = readText(changed, { openingCents: 1_000_00 });
    expect(errorOf(() => mergeStatements([{ name: "september.csv", statement }]))).toEqual({
      file: "september.csv",
      code: "BALANCE",
      line: 3,
      expectedCents: 2_204_10,
      foundCents: 2_240_10,
    });
  });

  test("names its bank, its holder, the last four digits and the type of account where the format has them", () => {
    expect(readText(toOfx(SEPTEMBER))).toMatchObject({
      institution: "First Platypus Bank",
      mask: "0000",
      subtype: "checking",
      holder: null,
    });
    expect(readText(toCamt053(SEPTEMBER))).toMatchObject({
      holder: "Alberta Charleson",
      mask: "0000",
      subtype: "checking",
    });
  });

  test("of a later day than today is refused, because it would count as newer than it can be", () => {
    expect(errorOf(() => readText(toOfx({ ...SEPTEMBER, to: "2026-11-28" })))).toMatchObject({ code: "FUTURE" });
  });

  test("needs the opening balance of its first file, which OFX never has", () => {
    expect(errorOf(() => mergeStatements([{ name: "a", statement: readText(toOfx(SEPTEMBER)) }]))).toMatchObject({
      code: "OPENING_NEEDED",
    });
  });
});

describe("several files of one account", () => {
  test.each(formats)("in %s, in any order and with days in common, give one history", (format) => {
    const cut = fc.tuple(fc.integer({ min: 0, max: LAST_DAY - 2 }), fc.integer({ min: 0, max: 20 }));
    fc.assert(
      fc.property(anExport, cut, fc.boolean(), (all, [end, overlap], isReversed) => {
        const parts = [
          partOf(all, all.from, addDays(all.from, end)),
          partOf(all, addDays(all.from, Math.max(0, end + 1 - overlap)), all.to),
        ];
        const files = parts.map((part, at) => ({ name: `${at}`, statement: readable(format, part) }));
        const merged = mergeStatements(isReversed ? files.toReversed() : files);
        expect(merged.lines.map(({ date, cents, description }) => ({ date, cents, description }))).toEqual(all.lines);
        expect(merged).toMatchObject({ from: all.from, to: all.to, openingCents: all.openingCents });
        const doubled = parts[0]!.lines.length + parts[1]!.lines.length - all.lines.length;
        expect(merged.duplicates.reduce((total, { count }) => total + count, 0)).toBe(doubled);
      }),
      { numRuns: 60 },
    );
  });

  /** Without lines a CSV file has no closing balance of its own. */
  function readable(format: Format, part: ExportedStatement) {
    if (format !== "CSV" || part.lines.length > 0) return readAs(format, part);
    return { ...readAs("OFX 1", part), format: "csv" as const };
  }

  const parts = (second: ExportedStatement) =>
    [SEPTEMBER, second].map((part, at) => ({ name: `${at}.ofx`, statement: readAs("OFX 1", part) }));
  const october: ExportedStatement = {
    from: "2026-10-01",
    to: "2026-10-31",
    openingCents: 1_204_10,
    lines: [{ date: "2026-10-02", cents: 45_00, description: "REFUND" }],
  };

  test("with days missing between them are refused, with the days", () => {
    expect(errorOf(() => mergeStatements(parts({ ...october, from: "2026-10-02" })))).toMatchObject({
      ...{ file: "1.ofx", code: "GAP", from: "2026-10-01", to: "2026-10-01", otherFile: "0.ofx" },
    });
    expect(mergeStatements(parts(october)).closingCents).toBe(1_249_10);
  });

  test("of which one does not continue the balance of the other are refused", () => {
    expect(errorOf(() => mergeStatements(parts({ ...october, openingCents: 1_204_11 })))).toMatchObject({
      ...{ file: "1.ofx", code: "BALANCE", expectedCents: 1_204_10, foundCents: 1_204_11 },
    });
  });

  test("that have different lines on the same days are refused", () => {
    const again = partOf(
      { ...SEPTEMBER, to: october.to, lines: [...SEPTEMBER.lines, ...october.lines] },
      "2026-09-05",
      "2026-10-31",
    );
    expect(mergeStatements(parts(again)).duplicates).toEqual([{ file: "1.ofx", otherFile: "0.ofx", count: 2 }]);
    const lines = again.lines.map((line) => (line.cents === -1_295_90 ? { ...line, description: "PARENTS" } : line));
    expect(errorOf(() => mergeStatements(parts({ ...again, lines })))).toMatchObject({
      code: "CONTRADICTION",
      otherFile: "0.ofx",
    });
    const without = { ...again, openingCents: 2_204_10, lines: again.lines.slice(1) };
    expect(errorOf(() => mergeStatements(parts(without)))).toMatchObject({ code: "CONTRADICTION" });
  });
});

describe("two files that end on the same day", () => {
  const last = SEPTEMBER.lines.at(-1)!; // it has three
  const again = (description: string) => ({
    ...SEPTEMBER,
    lines: [...SEPTEMBER.lines.slice(0, -1), { ...last, description }],
  });
  const merge = (second: ExportedStatement, openingCents = SEPTEMBER.openingCents) =>
    mergeStatements(
      [SEPTEMBER, second].map((part, at) => ({
        name: `${at}.csv`,
        statement: readText(toCsv(part), { openingCents, to: part.to }),
      })),
    );

  test("with the same lines count each once", () => {
    expect(merge(again(last.description)).closingCents).toBe(1_204_10);
  });

  test("are refused where one has another text for a line of that day, which would count twice", () => {
    expect(errorOf(() => merge(again("TRANSFER TO SAVINGS")))).toMatchObject({ code: "CONTRADICTION" });
  });

  test("may differ by lines that were written after the first file", () => {
    const later = { date: last.date, cents: 5_00, description: "INTEREST" };
    expect(merge({ ...SEPTEMBER, lines: [...SEPTEMBER.lines, later] }).closingCents).toBe(1_209_10);
  });
});

describe("hostile and broken files", () => {
  const camt = toCamt053(SEPTEMBER);
  test.each([
    ["an XML entity", camt.replace("<Document", '<!DOCTYPE d [<!ENTITY a "aaaa">]><Document'), "DOCTYPE"],
    ["an entity in OFX", toOfx(SEPTEMBER).replace("<OFX>", "<!ENTITY a SYSTEM 'file:///etc/passwd'><OFX>"), "DOCTYPE"],
    ["an unknown entity", camt.replace("ACME", "&secret;"), "BROKEN"],
    ["an element that does not end", camt.replace("</Stmt>", ""), "BROKEN"],
    ["an OFX file that was cut off", toOfx(SEPTEMBER).replace("</OFX>", ""), "BROKEN"],
    ["elements nested a thousand deep", camt.replace("<Ntry>", `<Ntry>${"<a>".repeat(1000)}`), "BROKEN"],
    ["OFX nested a thousand deep", toOfx(SEPTEMBER).replace("<BANKTRANLIST>", "<A>".repeat(1000)), "BROKEN"],
    ["a tag of two million characters", `<OFX>${"<a".repeat(500_000)}${"a".repeat(900_000)}`, "BROKEN"],
    ["a hundred thousand elements", `<OFX>${"<A>".repeat(30)}${"<A>1".repeat(120_000)}</OFX>`, "TOO_LARGE"],
    ["two million blank rows", `a,b,c${"\n".repeat(1_999_900)}`, "TOO_LARGE"],
    ["two million cells", "a,".repeat(999_990), "TOO_LARGE"],
    ["a currency that is not named", toOfx(SEPTEMBER).replace("<CURDEF>USD", ""), "CURRENCY"],
    ["a NUL", toCsv(SEPTEMBER).replace("RENT", "RE\u0000NT"), "NOT_TEXT"],
    ["nothing", " \n", "EMPTY"],
    ["an encoding that is not known", camt.replace("UTF-8", "EBCDIC-US"), "ENCODING"],
    ["a PDF", "%PDF-1.7", "PDF"],
    ["a workbook", "PK\u0003\u0004", "WORKBOOK"],
    ["other XML", "<html></html>", "FORMAT"],
    ["a day that no month has", toOfx(SEPTEMBER).replace("<DTPOSTED>20260910", "<DTPOSTED>20260931"), "DATE"],
    ["a day before 1970", toOfx(SEPTEMBER).replace("<DTPOSTED>20260910", "<DTPOSTED>19691231"), "DATE"],
    ["the year 0", toOfx(SEPTEMBER).replaceAll("2026", "0000"), "DATE"],
    ["an amount that is none", toOfx(SEPTEMBER).replace("-1295.90", "1e9"), "AMOUNT"],
    ["a fraction of a cent", toOfx(SEPTEMBER).replace("-1295.90", "-1295.901"), "AMOUNT"],
    ["euros", camt.replaceAll("USD", "EUR"), "CURRENCY"],
    ["an amount of another currency", camt.replace('Ccy="USD">2500', 'Ccy="EUR">2500'), "CURRENCY"],
    ["two accounts", toOfx(SEPTEMBER).replace("</STMTRS>", "</STMTRS><STMTRS></STMTRS>"), "SEVERAL_STATEMENTS"],
    ["a formula as an amount", toCsv(SEPTEMBER).replace("2500.00", "=1+1"), "AMOUNT"],
    ["other columns", toCsv(SEPTEMBER).replace("Balance", "Total"), "COLUMNS"],
  ])("%s is refused", (_what, text, code) => {
    expect(errorOf(() => readText(text))).toMatchObject({ code });
  });

  test("a file above the size is refused before it is read", () => {
    const huge = new Uint8Array(MAX_FILE_BYTES + 1);
    expect(errorOf(() => readBytes(huge))).toMatchObject({ code: "TOO_LARGE" });
  });

  test("bytes that are not of the declared encoding are refused", () => {
    const latin = Buffer.from(toCsv(SEPTEMBER).replace("RENT", "CAF\u00c9"), "latin1");
    expect(errorOf(() => readBytes(latin))).toMatchObject({ code: "ENCODING" });
  });

  test("encodings that banks use are read", () => {
    const latin = toOfx(SEPTEMBER)
      .replace("ENCODING:UTF-8", "ENCODING:USASCII")
      .replace("CHARSET:NONE", "CHARSET:1252")
      .replace("RENT", "CAF\u00c9");
    expect(readBytes(Buffer.from(latin, "latin1")).lines[1]!.description).toBe("CAF\u00c9");
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(toCsv(SEPTEMBER), "utf16le")]);
    expect(readBytes(wide).lines).toHaveLength(3);
    expect(readText(`\ufeff${toCsv(SEPTEMBER)}`).lines).toHaveLength(3);
  });

  test("formulas are text, and marks that turn the direction of text are left out", () => {
    const text = toCsv(SEPTEMBER).replace("RENT", "=HYPERLINK(1)").replace("TRANSFER", "\u202eTRANSFER");
    expect(readText(text).lines.map(({ description }) => description)).toEqual([
      "ACME PAYROLL",
      "=HYPERLINK(1)",
      "TRANSFER",
    ]);
  });
});

describe("a CSV file of a bank", () => {
  const own = [
    "Account activity",
    "",
    "Posting Date,Description,Withdrawals,Deposits,Balance",
    '09/30/2026,TRANSFER,"1,000.00",,"1,204.10"',
    '09/10/2026,"RENT, SEPTEMBER","1,295.90",,"2,204.10"',
    '09/03/2026,ACME PAYROLL,,"$2,500.00","3,500.00"',
  ].join("\n");

  test("is read by the headings that it has, newest first or last", () => {
    const columns = guessColumns(rowsOf(own))!;
    expect(columns).toMatchObject({ date: "Posting Date", debit: "Withdrawals", credit: "Deposits", dateOrder: "mdy" });
    const statement = readText(own, { openingCents: 1_000_00 }, columns);
    expect(statement.lines.map(({ cents, line }) => [line, cents])).toEqual([
      [6, 2_500_00],
      [5, -1_295_90],
      [4, -1_000_00],
    ]);
    expect(mergeStatements([{ name: "a", statement }]).closingCents).toBe(1_204_10);
  });

  test("whose headings say too little needs a person to choose the columns", () => {
    expect(guessColumns(rowsOf("A,B,C\n09/30/2026,RENT,5.00"))).toBeNull();
    expect(headingsOf(rowsOf("A,B,C\n09/30/2026,RENT,5.00"))).toEqual(["A", "B", "C"]);
  });

  test("has as many lines as a file may have, even with a blank row after each", () => {
    const ofLines = (count: number) => `Date,Description,Amount\n${"09/30/2026,RENT,-5.00\n\n".repeat(count)}`;
    const columns = { ...COLUMNS, balance: null };
    expect(readText(ofLines(MAX_LINES), {}, columns).lines).toHaveLength(MAX_LINES);
    expect(errorOf(() => readText(ofLines(MAX_LINES + 1), {}, columns))).toMatchObject({ code: "TOO_LARGE" });
  });

  test("is refused by its rows and cells before any column is chosen", () => {
    expect(rowsOf("\n".repeat(MAX_ROWS - 1))).toHaveLength(MAX_ROWS);
    for (const text of ["\n".repeat(MAX_ROWS), `${",".repeat(200)}\n1,2,3`])
      expect(errorOf(() => rowsOf(text))).toMatchObject({ code: "TOO_LARGE" });
  });

  test("offers the headings that a person may choose, each on one line", () => {
    expect(headingsOf(rowsOf(`A,${"B".repeat(201)},\u009d,"C\n(USD)"\n1,2,3,4`))).toEqual(["A", "C (USD)"]);
  });

  test("that begins with the opening balance needs no one to enter it", () => {
    const text = toCsv(SEPTEMBER).replace("Balance\r\n", 'Balance\r\n09/01/2026,Beginning balance,,"1,000.00"\r\n');
    expect(readText(text).openingCents).toBe(1_000_00);
  });

  test("may print its opening balance last, when it is newest first, and a balance only once a day", () => {
    const rows = own.replace('"2,204.10"', "").concat('\n09/01/2026,Beginning balance,,,"1,000.00"');
    const statement = readText(rows, {}, guessColumns(rowsOf(rows)));
    expect(statement).toMatchObject({ openingCents: 1_000_00, closingCents: 1_204_10 });
    expect(mergeStatements([{ name: "a", statement }]).lines).toHaveLength(3);
  });

  test("whose dates have the day first is read so where they cannot be read otherwise", () => {
    const text = "Date,Description,Amount\n30/09/2026,RENT,-5.00\n01/09/2026,PAY,9.00";
    expect(guessColumns(rowsOf(text))?.dateOrder).toBe("dmy");
  });
});

test("amounts are read as banks write them, and nothing else is an amount", () => {
  const read = ["1,204.10", "$45", "(45.00)", "45.00-", "-0.50", "12,5", "+3", "7.000"].map(amountOf);
  expect(read).toEqual([1_204_10, 45_00, -45_00, -45_00, -50, 12_50, 3_00, 7_00]);
  for (const text of ["", "-", "1,2,3", "1.005", "(5", "--5", "(-5)", "1e5", "0x1", "12,345.6.7", "99999999999"])
    expect(amountOf(text), text).toBeUndefined();
});
