// Owns how telephone numbers go from what people type to E.164, and back to what they read.

const FORMATTING = /[\s().\-\u2010-\u2015]/g;

/** A number as typed, in E.164 where it is clear which is meant; ten digits are a US number. Else as it is. */
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
