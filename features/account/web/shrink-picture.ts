// Owns making a photo small before it is sent: its square middle, 256 px wide; place and camera stay behind.
import { PICTURE_TYPES } from "#features/account/contract.ts";

const LARGEST = 256;
const QUALITY = 0.9;

/** Throws NO_PICTURE for a file that the browser cannot draw. */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error("NO_PICTURE");
  });
  const side = Math.min(picture.width, picture.height);
  const size = Math.min(side, LARGEST);
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  canvas.getContext("2d")?.drawImage(picture, left, top, side, side, 0, 0, size, size);
  picture.close();
  // What may be transparent stays so.
  const type = PICTURE_TYPES.find((name) => name === file.type) ?? "image/png";
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("NO_PICTURE"))), type, QUALITY);
  });
}
