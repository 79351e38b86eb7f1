const FORMATTING = /[\s().\-\u2010-\u2015]/g;

/** A typed phone number in E.164 if its meaning is clear; ten digits are a US number. Otherwise unchanged. */
export function toE164(typed: string): string {
  const plain = typed.replace(FORMATTING, "");
  if (/^\d{10}$/.test(plain)) return `+1${plain}`;
  return /^1\d{10}$/.test(plain) ? `+${plain}` : plain;
}

/** `+15550102030` is `(555) 010-2030`; numbers of other countries stay as they are. */
export function phoneText(e164: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164) ?? [];
  return area === undefined ? e164 : `(${area}) ${exchange}-${line}`;
}

/** The ways in which people type a number, for a search. */
export function phoneWords(e164: string): string {
  const text = phoneText(e164);
  return text === e164 ? e164 : `${e164} ${text} ${text.replace(/\((\d+)\) /, "$1-")}`;
}
