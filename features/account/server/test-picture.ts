// Owns pictures as tests upload them: the smallest that a browser shows.

/** One pixel; `of` makes it another picture each time. */
export function aPicture(of = "a person"): Blob {
  // What follows the end of a PNG is no part of what is shown.
  return new Blob([PIXEL, of]);
}

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
