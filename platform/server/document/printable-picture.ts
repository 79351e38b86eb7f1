import PDFDocument from "pdfkit";

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
