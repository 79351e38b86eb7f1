// Owns what becomes of a photo before it is sent: small enough, and without the place where it was taken.
import { shrinkPicture } from "#kit/web/shrink-picture.ts";

/** Pixels of the longer side: enough to read a statement, and a tenth of what a phone takes. */
const LARGEST = 3000;

export async function asDocument(file: File): Promise<Blob> {
  if (!file.type.startsWith("image/")) return file;
  // What the browser cannot draw goes as it is: the server says what it thinks of it.
  return shrinkPicture(file, { largest: LARGEST }).catch(() => file);
}
