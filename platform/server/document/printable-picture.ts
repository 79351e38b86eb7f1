import PDFDocument from "pdfkit";
import { PNG } from "pngjs";

/** pdfkit's reading of a picture's head. Not in its types; its version is pinned. */
interface OpenedPicture {
  readonly width: number;
  readonly height: number;
  /** Of a PNG. */
  readonly image?: {
    readonly hasAlphaChannel: boolean;
    readonly interlaceMethod: number;
    readonly transparency: { readonly indexed?: unknown };
  } | null;
}

/**
 * Whether pdfkit can embed this JPEG or PNG as it is. It would decode a PNG that is interlaced or partly transparent
 * into memory, and a small file may decode to gigabytes.
 */
export function isPrintablePicture(bytes: Uint8Array): boolean {
  const document = new PDFDocument({ autoFirstPage: false, font: "" }) as unknown as {
    openImage: (bytes: Uint8Array) => OpenedPicture;
  };
  try {
    const { width, height, image } = document.openImage(bytes);
    const isDecoded =
      !!image && (image.hasAlphaChannel || image.interlaceMethod === 1 || image.transparency.indexed !== undefined);
    return width > 0 && height > 0 && !isDecoded;
  } catch {
    return false; // damaged: the file itself can still be attached
  }
}

// Decoded: 8 MB. A logo is far smaller, and few bytes can decode to any size.
const MAX_LOGO_PIXELS = 2_000_000;

/** A logo as it can be printed: on white where it is transparent. `null` for what cannot be read or is too large. */
export function printableLogo(bytes: Buffer): Buffer | null {
  if (isPrintablePicture(bytes)) return bytes;
  try {
    const [width, height, isInterlaced] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes[28] !== 0];
    // The decoder inflates interlaced pictures without a limit, and takes the size from the last header.
    if (isInterlaced || bytes.includes("IHDR", 16) || width * height > MAX_LOGO_PIXELS) return null;
    // Viewers ignore what follows the end, its name and four bytes; the decoder refuses it.
    const picture = PNG.sync.read(bytes.subarray(0, bytes.indexOf("IEND") + 8));
    return PNG.sync.write(picture, { colorType: 2 }); // on white
  } catch {
    return null;
  }
}
