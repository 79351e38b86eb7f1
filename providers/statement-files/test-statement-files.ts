import fc from "fast-check";
import { addDays } from "#platform/dates/days.ts";

/** What a bank's system would export. Cents: positive is money in. */
export interface ExportedStatement {
  readonly from: string;
  readonly to: string;
  readonly openingCents: number;
  readonly lines: readonly { readonly date: string; readonly cents: number; readonly description: string }[];
}

export interface Bank {
  readonly institution: string;
  readonly account: string;
  readonly holder: string;
  readonly subtype: "checking" | "savings" | "money market";
}

export const A_BANK: Bank = {
  institution: "First Platypus Bank",
  account: "1100220000",
  holder: "Alberta Charleson",
  subtype: "checking",
};

export const dollars = (cents: number) =>
  `${cents < 0 ? "-" : ""}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
export const sumOf = ({ lines }: Pick<ExportedStatement, "lines">) =>
  lines.reduce((total, { cents }) => total + cents, 0);
const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const compact = (day: string) => day.replaceAll("-", "");

/** A number that a bank's system would give the same line in every export. */
function idsOf({ lines }: ExportedStatement): string[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const key = JSON.stringify(line);
    seen.set(key, (seen.get(key) ?? 0) + 1);
    return `${compact(line.date)}${Buffer.from(key).toString("hex").slice(-60)}${seen.get(key)}`;
  });
}

/** OFX 1: elements with text have no end tag. */
export function toOfx(exported: ExportedStatement, { institution, account, subtype }: Bank = A_BANK): string {
  const ids = idsOf(exported);
  const lines = exported.lines.map(
    ({ date, cents, description }, place) =>
      `<STMTTRN>\n<TRNTYPE>OTHER\n<DTPOSTED>${compact(date)}120000[-5:EST]\n<TRNAMT>${dollars(cents)}\n<FITID>${ids[place]}\n<NAME>${escape(description)}\n</STMTTRN>`,
  );
  return `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:UTF-8
CHARSET:NONE

<OFX>
<SIGNONMSGSRSV1><SONRS><FI><ORG>${escape(institution)}<FID>1</FI></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS>
<CURDEF>USD
<BANKACCTFROM><BANKID>1<ACCTID>${account}<ACCTTYPE>${subtype === "money market" ? "MONEYMRKT" : subtype.toUpperCase()}</BANKACCTFROM>
<BANKTRANLIST>
<DTSTART>${compact(exported.from)}
<DTEND>${compact(exported.to)}
${lines.join("\n")}
</BANKTRANLIST>
<LEDGERBAL><BALAMT>${dollars(exported.openingCents + sumOf(exported))}<DTASOF>${compact(exported.to)}</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>
`;
}

/** OFX 2: the same as XML. */
export function toOfx2(exported: ExportedStatement, bank?: Bank): string {
  const body = toOfx(exported, bank).replace(/^[^<]*/, "");
  const closed = body.replaceAll(/<(\w+)>([^<\n]+)(?=<|\n)/g, "<$1>$2</$1>");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n${closed}`;
}

export function toCsv({ openingCents, lines }: ExportedStatement): string {
  let balance = openingCents;
  const rows = lines.map(({ date, cents, description }) => {
    balance += cents;
    const [year, month, day] = date.split("-");
    return `${month}/${day}/${year},"${description.replaceAll('"', '""')}",${dollars(cents)},${dollars(balance)}`;
  });
  return ["Date,Description,Amount,Balance", ...rows].join("\r\n");
}

/** ISO 20022; a bank may have others, which a person then names. */
const CASH_ACCOUNT_TYPES: Readonly<Record<string, string>> = {
  checking: "CACC",
  savings: "SVGS",
  "money market": "MOMA",
};

export function toCamt053(
  exported: ExportedStatement,
  { institution, account, holder, subtype }: Bank = A_BANK,
): string {
  const ids = idsOf(exported);
  const amount = (cents: number) =>
    `<Amt Ccy="USD">${dollars(Math.abs(cents))}</Amt><CdtDbtInd>${cents < 0 ? "DBIT" : "CRDT"}</CdtDbtInd>`;
  const balance = (code: string, cents: number, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(cents)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const entries = exported.lines.map(
    ({ date, cents, description }, place) =>
      `<Ntry>${amount(cents)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${date}</Dt></BookgDt><AcctSvcrRef>${ids[place]}</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>${escape(description)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt>
<FrToDt><FrDtTm>${exported.from}T00:00:00</FrDtTm><ToDtTm>${exported.to}T23:59:59</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>${account}</Id></Othr></Id><Tp><Cd>${CASH_ACCOUNT_TYPES[subtype]}</Cd></Tp><Ccy>USD</Ccy><Ownr><Nm>${escape(holder)}</Nm></Ownr><Svcr><FinInstnId><Nm>${escape(institution)}</Nm></FinInstnId></Svcr></Acct>
${balance("OPBD", exported.openingCents, exported.from)}
${balance("CLBD", exported.openingCents + sumOf(exported), exported.to)}
${entries.join("\n")}
</Stmt></BkToCstmrStmt></Document>
`;
}

/** The part of an account's history between two days. */
export function partOf(all: ExportedStatement, from: string, to: string): ExportedStatement {
  const before = all.lines.filter(({ date }) => date < from);
  return {
    from,
    to,
    openingCents: all.openingCents + sumOf({ lines: before }),
    lines: all.lines.filter(({ date }) => date >= from && date <= to),
  };
}

const FIRST = "2026-08-03";
export const LAST_DAY = 89;

/** Ninety days of an account. */
export const anExport: fc.Arbitrary<ExportedStatement> = fc
  .record({
    openingCents: fc.integer({ min: -5_000_00, max: 50_000_00 }),
    lines: fc.array(
      fc.record({
        day: fc.integer({ min: 0, max: LAST_DAY }),
        cents: fc.integer({ min: -9_000_00, max: 9_000_00 }).filter((cents) => cents !== 0),
        description: fc
          .stringMatching(/^[A-Z=+@"&<>'#/*,; -]{1,30}$/)
          .filter((text) => text.trim() === text && !text.includes("  ") && !/<!|&#|&\w*;/.test(text)),
      }),
      { minLength: 1, maxLength: 40 },
    ),
  })
  .map(({ openingCents, lines }) => ({
    from: FIRST,
    to: addDays(FIRST, LAST_DAY),
    openingCents,
    lines: lines.sort((a, b) => a.day - b.day).map(({ day, ...line }) => ({ date: addDays(FIRST, day), ...line })),
  }));
