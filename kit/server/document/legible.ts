// Owns how text from outside becomes text that one line can hold.
// Nearly all that a bank sends, and the minus of our own amounts: every face has these.
const PLAIN = /^[!-~\u2212]+(?: [!-~\u2212]+)*$/;
const INVISIBLE = /[\p{Cf}\u{fe00}-\u{fe0f}]/gu;
const SPACES = /[\s\p{Cc}]+/gu;

/** Stands for a sign that the face cannot draw. */
export const BOX = "\u25a1";

/**
 * Text from outside, made safe to set on one line: spaces and controls become one space, invisible formatting (zero
 * width, direction overrides) goes, and what the face has no glyph for becomes a box, so that nothing is lost unseen.
 */
export function legible(text: string, has: (codePoint: number) => boolean): string {
  if (PLAIN.test(text)) return text;
  const spaced = text.normalize("NFC").replace(SPACES, " ").replace(INVISIBLE, "").trim();
  let shown = "";
  for (const sign of spaced) shown += has(sign.codePointAt(0) ?? 0) ? sign : BOX;
  return shown;
}
