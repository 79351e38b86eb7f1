import { SaxesParser } from "saxes";
import { at, childrenOf, MAX_DEPTH, type Element, findAll, textAt } from "./element.ts";
import {
  amountOf,
  dayFrom,
  MAX_LINES,
  maskOf,
  plainText,
  type Statement,
  BankStatementError,
  type StatementLine,
} from "./statement.ts";

/** ISO 20022 bank-to-customer statement (camt.053.001), any version. */
export function readCamt053(text: string): Statement {
  const statements = findAll(parse(text), "Stmt");
  if (statements.length > 1) throw new BankStatementError("SEVERAL_STATEMENTS", { line: statements[1]!.line });
  const [statement] = statements;
  if (!statement) throw new BankStatementError("NO_STATEMENT");
  const account = at(statement, "Acct");
  const opening = balanceOf(statement, "OPBD") ?? balanceOf(statement, "PRCD");
  const closing = balanceOf(statement, "CLBD");
  if (!opening || !closing)
    throw new BankStatementError(opening ? "CLOSING_NEEDED" : "OPENING_NEEDED", { line: statement.line });
  const entries = childrenOf(statement, "Ntry");
  if (entries.length > MAX_LINES) throw new BankStatementError("TOO_LARGE");
  const currency = textAt(account, "Ccy") ?? at(closing, "Amt")?.attributes["Ccy"] ?? null;
  return {
    format: "camt053",
    institution: textOf(at(account, "Svcr", "FinInstnId"), "Nm"),
    holder: textOf(at(account, "Ownr"), "Nm"),
    mask: maskOf(textAt(account, "Id", "IBAN") ?? textAt(account, "Id", "Othr", "Id") ?? ""),
    subtype: SUBTYPES[textAt(account, "Tp", "Cd") ?? ""] ?? null,
    currency,
    from: dayAt(statement, "FrToDt", "FrDtTm") ?? dayAt(statement, "FrToDt", "FrDt") ?? requireDay(opening, "Dt"),
    // The day of the closing balance, even if the statement says it covers more.
    to: requireDay(closing, "Dt"),
    openingCents: signedAmount(opening, currency),
    closingCents: signedAmount(closing, currency),
    closingLine: at(closing, "Amt")?.line ?? closing.line,
    lines: entries.map((entry) => toLine(entry, currency)),
  };
}

/** ISO 20022 cash account types. */
const SUBTYPES: Readonly<Record<string, string>> = { CACC: "checking", SVGS: "savings", MOMA: "money market" };

function balanceOf(statement: Element, code: string): Element | undefined {
  return childrenOf(statement, "Bal").find((balance) => textAt(balance, "Tp", "CdOrPrtry", "Cd") === code);
}

function toLine(entry: Element, currency: string | null): StatementLine {
  const details = at(entry, "NtryDtls", "TxDtls");
  const remittance = childrenOf(at(details, "RmtInf"), "Ustrd").map((part) => part.text);
  const words =
    remittance.length > 0 ? remittance : [textAt(entry, "AddtlNtryInf") ?? textAt(details, "AddtlTxInf") ?? ""];
  const status = textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts") ?? "BOOK";
  return {
    line: entry.line,
    id: textAt(entry, "AcctSvcrRef") ?? textAt(entry, "NtryRef"),
    // What is not booked yet has only a day from which it will count.
    date: requireDay(entry, status !== "BOOK" && at(entry, "BookgDt") === undefined ? "ValDt" : "BookgDt"),
    cents: signedAmount(entry, currency),
    description: plainText(words.join(" ")),
    checkNumber: textAt(details, "Refs", "ChqNb"),
    balanceCents: null,
    isPending: status !== "BOOK",
  };
}

/** A reversal has the sign of its own indicator. */
function signedAmount(element: Element, currency: string | null): number {
  const amount = at(element, "Amt");
  const line = amount?.line ?? element.line;
  const found = amount?.text.trim() ?? "";
  const cents = /^\d+(\.\d+)?$/.test(found) ? amountOf(found) : undefined;
  const sign = textAt(element, "CdtDbtInd");
  if (cents === undefined || (sign !== "CRDT" && sign !== "DBIT"))
    throw new BankStatementError("AMOUNT", { line, found: `${found} ${sign ?? ""}`.trim().slice(0, 40) });
  if (amount?.attributes["Ccy"] !== undefined && amount.attributes["Ccy"] !== currency)
    throw new BankStatementError("CURRENCY", { line, found: amount.attributes["Ccy"].slice(0, 10) });
  return sign === "DBIT" ? 0 - cents + 0 : cents;
}

function textOf(element: Element | undefined, name: string): string | null {
  const text = textAt(element, name);
  return text === null ? null : plainText(text) || null;
}

function dayAt(element: Element | undefined, ...path: readonly string[]): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(textAt(element, ...path) ?? "") ?? [];
  return year && month && day ? dayFrom(year, month, day) : undefined;
}

function requireDay(element: Element, name: string): string {
  const day = dayAt(element, name, "Dt") ?? dayAt(element, name, "DtTm");
  const place = at(element, name);
  if (!day)
    throw new BankStatementError("DATE", {
      line: place?.line ?? element.line,
      found: place?.children[0]?.text.slice(0, 40) ?? "",
    });
  return day;
}

/** Without namespaces. Document types, and with them entities of one's own, are refused. */
function parse(text: string): Element {
  const parser = new SaxesParser();
  const root: Element = { name: "", line: 1, attributes: {}, children: [], text: "" };
  const open: Element[] = [root];
  parser.on("doctype", () => {
    throw new BankStatementError("DOCTYPE", { line: parser.line });
  });
  parser.on("error", () => {
    throw new BankStatementError("BROKEN", { line: parser.line });
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element: Element = { name: name.split(":").at(-1)!, line: parser.line, attributes, children: [], text: "" };
    open.at(-1)!.children.push(element); // the root is never closed
    if (open.push(element) > MAX_DEPTH) throw new BankStatementError("BROKEN", { line: parser.line });
  });
  parser.on("text", (part) => void (open.at(-1)!.text += part));
  parser.on("cdata", (part) => void (open.at(-1)!.text += part));
  parser.on("closetag", () => void open.pop());
  parser.write(text).close();
  return root;
}
