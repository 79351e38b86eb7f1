import { BankStatementError, type StatementFormat } from "./statement.ts";

/** Bytes of one file. */
export const MAX_FILE_BYTES = 2_000_000;

const CHARSETS: Readonly<Record<string, string>> = {
  "utf-8": "utf-8",
  utf8: "utf-8",
  "us-ascii": "utf-8",
  "iso-8859-1": "windows-1252", // as every reader treats it
  "windows-1252": "windows-1252",
  "1252": "windows-1252",
};

/** The text of a file without its byte order mark. Throws BankStatementError: TOO_LARGE, EMPTY, PDF, WORKBOOK, NOT_TEXT, ENCODING. */
export function decode(bytes: Uint8Array): string {
  if (bytes.length > MAX_FILE_BYTES) throw new BankStatementError("TOO_LARGE");
  const start = Buffer.from(bytes.subarray(0, 400)).toString("latin1");
  if (start.startsWith("%PDF")) throw new BankStatementError("PDF");
  if (start.startsWith("PK") || start.startsWith("\xd0\xcf\x11\xe0")) throw new BankStatementError("WORKBOOK");
  const text = decodeAs(charsetOf(start), bytes);
  if (text.trim() === "") throw new BankStatementError("EMPTY");
  if (/[\u0000-\u0008\u000e-\u001f\ufffe\uffff]/.test(text)) throw new BankStatementError("NOT_TEXT");
  return text;
}

function charsetOf(start: string): string {
  if (start.startsWith("\xff\xfe")) return "utf-16le";
  if (start.startsWith("\xfe\xff")) return "utf-16be";
  if (start.startsWith("\xef\xbb\xbf")) return "utf-8";
  // OFX 1 names a code page; banks that write NONE or nothing use it as well.
  const isOfx1 = start.trimStart().startsWith("OFXHEADER");
  const declared = isOfx1
    ? /^\s*ENCODING\s*:\s*UTF-?8/im.test(start)
      ? "utf-8"
      : (/^\s*CHARSET\s*:\s*([\w-]+)/im.exec(start)?.[1] ?? "1252")
    : (/^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)["']/i.exec(start)?.[1] ?? "utf-8");
  if (isOfx1 && declared.toUpperCase() === "NONE") return "windows-1252";
  const charset = Object.hasOwn(CHARSETS, declared.toLowerCase()) ? CHARSETS[declared.toLowerCase()] : undefined;
  if (charset === undefined) throw new BankStatementError("ENCODING", { found: declared.slice(0, 40) });
  return charset;
}

function decodeAs(charset: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new BankStatementError("ENCODING", { found: charset });
  }
}

export function formatOf(text: string): StatementFormat {
  const start = text.slice(0, 2000);
  if (/^\s*OFXHEADER|<\?OFX\b|<OFX>/i.test(start)) return "ofx";
  if (/camt\.053|<(?:\w+:)?BkToCstmrStmt\b/.test(start)) return "camt053";
  if (/^\s*</.test(start)) throw new BankStatementError("FORMAT");
  return "csv";
}
