// A PDF that carries its own signature: a comment after its end, and its end once more, which is where readers look.

const MARK = "%Signature ";
const MARK_CODES = [...MARK].map((letter) => letter.charCodeAt(0));

const LINE_FEED = 10;

/** How far from the end of a file its signature is looked for. */
const TAIL_BYTES = 16_384;

/** Enough for where a PDF's cross-references start. */
const END_BYTES = 256;

/** Where a finished PDF's cross-references start, by its last bytes. Throws if they are not the end of a PDF. */
export function crossReferencesIn(tail: string): number {
  const found = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail);
  if (!found) throw new RangeError("The bytes are not the end of a PDF.");
  return Number(found[1]);
}

/** What to append to a PDF. `signed` is written as JSON in ASCII. */
export function signatureTrailer(signed: unknown, crossReferences: number): string {
  const json = JSON.stringify(signed).replace(
    /[^\x20-\x7e]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${MARK}${json}\nstartxref\n${crossReferences}\n%%EOF\n`;
}

/** What a PDF carries, and its bytes before that; `undefined` if it carries nothing, or not as it was written. */
export function findCarriedSignature(bytes: Uint8Array): { signed: unknown; content: Uint8Array } | undefined {
  for (let at = bytes.length - MARK.length; at >= Math.max(0, bytes.length - TAIL_BYTES); at--) {
    // At the start of a line: inside the signed JSON no line starts.
    if (bytes[at - 1] !== LINE_FEED || !MARK_CODES.every((code, place) => bytes[at + place] === code)) continue;
    return read(bytes.subarray(0, at), bytes.subarray(at));
  }
  return undefined;
}

function read(content: Uint8Array, trailer: Uint8Array): { signed: unknown; content: Uint8Array } | undefined {
  try {
    const [, json = ""] = /^%Signature ([^\n]*)\n/.exec(latin1(trailer)) ?? [];
    const signed = JSON.parse(json) as unknown;
    // To the byte: with other cross-references, or more objects, a reader would show other pages than those signed.
    const end = crossReferencesIn(latin1(content.subarray(-END_BYTES)));
    return latin1(trailer) === signatureTrailer(signed, end) ? { signed, content } : undefined;
  } catch {
    return undefined;
  }
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}
