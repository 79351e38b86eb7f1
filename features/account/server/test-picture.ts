/** A PNG of one pixel. A different `of` gives different bytes. */
export function aPicture(of = "a person"): Blob {
  // Decoders ignore bytes after the end of a PNG.
  return new Blob([PIXEL, of]);
}

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
