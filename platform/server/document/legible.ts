import { withoutDirectionMarks } from "#platform/contract/direction.ts";

// Nearly all that a bank sends, and the minus of our own amounts: every face has these.
const PLAIN = /^[!-~\u2212]+(?: [!-~\u2212]+)*$/;
const INVISIBLE = /[\p{Cf}\u{fe00}-\u{fe0f}]/gu;
const SPACES = /[\s\p{Cc}]+/gu;

/**
 * Text from outside, made safe to set on one line: spaces and controls become one space, invisible formatting (zero
 * width, direction overrides) goes, and what the face has no glyph for is named by its code points, `[U+5F20 U+4F1F]`,
 * so that two names that cannot be drawn are never set alike (docs/decisions/0035).
 */
export function legible(text: string, has: (codePoint: number) => boolean): string {
  if (PLAIN.test(text)) return text;
  const spaced = withoutDirectionMarks(text).normalize("NFC").replace(SPACES, " ").replace(INVISIBLE, "").trim();
  let shown = "";
  let unknown: string[] = [];
  const nameUnknown = () => {
    if (unknown.length > 0) shown += `[${unknown.join(" ")}]`;
    unknown = [];
  };
  for (const sign of spaced) {
    const codePoint = sign.codePointAt(0) ?? 0;
    if (!has(codePoint)) {
      unknown.push(`U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`);
      continue;
    }
    nameUnknown();
    shown += sign;
  }
  nameUnknown();
  return shown;
}
