import type PDFDocument from "pdfkit";
import type { Font } from "./fonts.ts";

type Document = InstanceType<typeof PDFDocument>;

/** pdfkit's font within a document, which gathers the glyphs to embed. Not in its types; its version is pinned. */
interface PdfkitFont {
  id: string;
  ref: () => PDFKit.PDFKitReference;
  encode: (text: string) => [glyphs: string[], positions: unknown[]];
  finalize: () => void;
}

export interface EmbeddedFont {
  /** Its name in a page's content. */
  id: string;
  /** Plain text as glyphs of the subset, in hexadecimal, four digits each. */
  glyphsOf: (text: string) => string;
  /** A page must name the fonts it uses. */
  useOn: (page: PDFKit.PDFPage) => void;
  /** Writes the glyphs that were used into the document; after the last page. */
  finish: () => void;
}

/** Embeds a face under a name. Each sign is encoded once a document: pdfkit would lay out every word again. */
export function embedFont(document: Document, name: string, face: Font): EmbeddedFont {
  document.registerFont(name, face.source).font(name);
  const font = (document as unknown as { _font: PdfkitFont })._font;
  const known = new Map<string, string>();
  const glyphOf = (sign: string): string => {
    const glyph = known.get(sign) ?? font.encode(sign)[0].join("");
    known.set(sign, glyph);
    return glyph;
  };
  return {
    id: font.id,
    glyphsOf: (text) => {
      let glyphs = "";
      for (const sign of text) glyphs += glyphOf(sign);
      return glyphs;
    },
    useOn: (page) => {
      // Untyped: a dictionary of the page's resources by name.
      const named = page.fonts as Record<string, PDFKit.PDFKitReference>;
      named[font.id] ??= font.ref();
    },
    finish: () => {
      font.finalize();
    },
  };
}
