import { shrinkPicture } from "#platform/web/shrink-picture.ts";

/** Pixels of the longer side: enough to read a statement, at a tenth of a phone picture's size. */
const LARGEST = 3000;

export async function asDocument(file: File): Promise<Blob> {
  if (!file.type.startsWith("image/")) return file;
  // A file that the browser cannot draw is sent unchanged, and the server checks it.
  return shrinkPicture(file, { largest: LARGEST }).catch(() => file);
}
