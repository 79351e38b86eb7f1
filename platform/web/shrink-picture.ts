import { ApiError } from "./http/api-error.ts";

// Redrawing also removes metadata: where a photo was taken, and with what.

/** What a browser can draw and the server takes. */
const TYPES = ["image/png", "image/jpeg"];
const QUALITY = 0.9;

interface Wanted {
  /** Pixels of the longer side. */
  readonly largest: number;
  /** Its square middle alone. */
  readonly isSquare?: boolean;
}

/** Throws UNSUPPORTED_MEDIA_TYPE for a file that the browser cannot draw. */
export async function shrinkPicture(file: Blob, { largest, isSquare = false }: Wanted): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new ApiError(415, "UNSUPPORTED_MEDIA_TYPE");
  });
  const side = Math.min(picture.width, picture.height);
  const [wide, high] = isSquare ? [side, side] : [picture.width, picture.height];
  const scale = Math.min(1, largest / Math.max(wide, high));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(wide * scale));
  canvas.height = Math.max(1, Math.round(high * scale));
  const [left, top] = [(picture.width - wide) / 2, (picture.height - high) / 2];
  canvas.getContext("2d")?.drawImage(picture, left, top, wide, high, 0, 0, canvas.width, canvas.height);
  picture.close();
  // What may be transparent stays so.
  const type = TYPES.find((name) => name === file.type) ?? "image/png";
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new ApiError(415, "UNSUPPORTED_MEDIA_TYPE"))),
      type,
      QUALITY,
    );
  });
}
