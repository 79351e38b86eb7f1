/** Longer descriptions are cut before any work; no bank sends a payee after this point. */
export const MAX_LENGTH = 300;

const SEC_CODES = new Set(["PPD", "WEB", "CCD", "TEL"]);
const APOSTROPHES = new Set([0x27, 0x60, 0x2018, 0x2019]);

function isWordCode(code: number): boolean {
  return (
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    (code >= 0xc0 && (code < 0x2000 || code > 0x206f) && (code < 0xd800 || code > 0xf8ff) && code < 0xfff0)
  );
}

/** Upper case, one form for each letter, no longer than {@link MAX_LENGTH}. */
export function normalize(text: string): string {
  const cut = text.slice(0, MAX_LENGTH);
  const composed = /^[\x00-\x7f]*$/.test(cut) ? cut : cut.normalize("NFKC");
  return composed.toUpperCase();
}

export function hasDigit(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code >= 48 && code <= 57) return true;
  }
  return false;
}

export interface Fields {
  readonly words: string[];
  /** For each word, the field it is in: a value of {@link FIELD}. */
  readonly fields: number[];
  /** For each word, whether it is the visible end of a masked number (...4410, XX7718). */
  readonly masked: boolean[];
  /** An ACH entry with a company and a description (DES:). */
  hasEntry: boolean;
  companyId: string | null;
}

export const FIELD = { payee: 1, purpose: 2, party: 4, bank: 8 } as const;
const SKIP_ONE = 16;
const NAMES = 32;
const COMPANY_ID = 64;

/** The field that a label before a colon opens, and how many words the label has. */
function labelOf(last: string, before: string): [field: number, words: number] | null {
  switch (last) {
    case "TYPE":
    case "DES":
      return [FIELD.purpose, 1];
    case "DESCR":
    case "DESC":
      return [FIELD.purpose, before === "ENTRY" ? 3 : 1];
    case "INDN":
      return [NAMES, 1];
    case "NAME":
      return before === "IND" ? [NAMES, 2] : before === "CO" ? [FIELD.payee, 3] : [NAMES, 1];
    case "ID":
      if (before === "CO" || before === "ORIG") return [COMPANY_ID, 2];
      return SEC_CODES.has(before) ? [COMPANY_ID, 1] : [SKIP_ONE, 1];
    case "NO":
      return [SKIP_ONE, before === "ID" ? 3 : 1];
    case "DATE":
      return [SKIP_ONE, before === "DESC" ? 2 : 1];
    case "SEC":
    case "TIME":
    case "SEQ":
    case "TRACE":
    case "EED":
    case "TRN":
    case "REF":
    case "SRF":
    case "IMAD":
    case "RFB":
    case "CONF":
      return [SKIP_ONE, 1];
    case "CO":
      return [FIELD.payee, 1];
    case "O":
      return before === "B" ? [FIELD.party, 2] : null;
    case "ORG":
    case "ORIG":
    case "BNF":
    case "ORIGINATOR":
    case "BENEFICIARY":
    case "SENDER":
      return [FIELD.party, 1];
    case "VIA":
    case "BK":
    case "BNK":
      return [FIELD.bank, 1];
    case "OBI":
    case "MEMO":
    case "INFO":
    case "DET":
      return [FIELD.purpose, 1];
    default:
      return null;
  }
}

/** Removes the Xs that banks put around a word (XXFED SALXX); null when nothing is left. */
function withoutMask(word: string): string | null {
  let start = 0;
  let end = word.length;
  while (word.charCodeAt(start) === 88) start++;
  while (end > start && word.charCodeAt(end - 1) === 88) end--;
  if (start === end) return word.length === 1 ? word : null;
  if (start < 2 && !/^X\d+$/.test(word)) start = 0;
  if (word.length - end < 2) end = word.length;
  return word.slice(start, end);
}

/** Splits a bank line into words and says for each which ACH or wire field it is in. */
export function splitFields(text: string): Fields {
  const result: Fields = { words: [], fields: [], masked: [], hasEntry: false, companyId: null };
  const { words, fields, masked } = result;
  let field: number = FIELD.payee;
  let previous = "";
  let last = "";
  let stored = 0;
  let i = 0;
  while (i < text.length) {
    let code = text.charCodeAt(i);
    if (!isWordCode(code)) {
      // Wells Fargo writes wire labels as /ORG=NAME.
      if ((code === 58 || (code === 61 && (last === "ORG" || last === "BNF"))) && last !== "") {
        const label = labelOf(last, previous);
        if (label !== null) {
          const drop = Math.min(label[1], stored);
          words.length -= drop;
          fields.length -= drop;
          masked.length -= drop;
          stored = 0;
          field = label[0];
          if (last === "DES" || last === "DESCR" || (last === "TYPE" && previous !== "WIRE")) result.hasEntry = true;
        }
      }
      i++;
      continue;
    }
    const start = i;
    let joined = "";
    let from = i;
    while (i < text.length) {
      code = text.charCodeAt(i);
      if (isWordCode(code)) i++;
      else if (i + 1 < text.length && isWordCode(text.charCodeAt(i + 1))) {
        if (code === 38) i++;
        else if (APOSTROPHES.has(code)) {
          joined += text.slice(from, i);
          from = ++i;
        } else break;
      } else break;
    }
    const raw = joined === "" ? text.slice(start, i) : joined + text.slice(from, i);
    previous = last;
    last = raw;
    if (field === NAMES) {
      stored = 0;
      continue;
    }
    if (field === SKIP_ONE || field === COMPANY_ID) {
      // A label may follow right away (ID: INDN:), so the value ends the field only when no colon is next.
      if (text.charCodeAt(i) !== 58) {
        if (field === COMPANY_ID) result.companyId = raw;
        field = result.hasEntry ? FIELD.purpose : FIELD.payee;
      }
      stored = 0;
      continue;
    }
    const word = raw.startsWith("X") || raw.endsWith("X") ? withoutMask(raw) : raw;
    if (word === null) continue;
    const mark = start > 0 ? text.charCodeAt(start - 1) : 0;
    words.push(word);
    fields.push(field);
    masked.push(
      (word.length !== raw.length || mark === 42 || (mark === 46 && text.charCodeAt(start - 2) === 46)) &&
        /^\d+$/.test(word),
    );
    stored++;
  }
  return result;
}

/** The words of a name, without fields. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const word of splitFields(normalize(text)).words) words.push(word);
  return words;
}
