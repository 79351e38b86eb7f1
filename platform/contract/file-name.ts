const LONGEST = 80;

/** A name from outside as a part of a file's name: letters, marks and digits with hyphens between, or `fallback`. */
export function fileNamePart(text: string, fallback: string): string {
  const words = text.normalize("NFC").replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  // By characters: none is cut in two.
  const short = [...words].slice(0, LONGEST).join("");
  return short.replace(/^[-\p{M}]+|-+$/gu, "") || fallback;
}
