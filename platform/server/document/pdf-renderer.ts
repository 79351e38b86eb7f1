import type PDFDocument from "pdfkit";
import { FIGURES, type Cut, type Face, type Font, type Fonts, type Weight } from "./fonts.ts";
import { legible } from "./typesetting.ts";
import {
  SHEET,
  INK,
  type Attachment,
  type Block,
  type Bookmark,
  type Page,
  type Part,
  type RuleMark,
  type TextMark,
  type TraceMark,
} from "./sheet.ts";

/** Bytes by the key that the pages name. */
export type Files = ReadonlyMap<string, Buffer>;

type Structure = PDFKit.PDFStructureElement;

/** An entry may be given its place on the page. Not in pdfkit's types. */
interface Outline {
  addItem(title: string, place: { top: number; left: number }): Outline;
}

/** pdfkit writes a String as text, and a string as a name. */
function textOf(text: string): string {
  return new String(text) as unknown as string;
}

/** Draws planned pages into a pdfkit document, and tags each element for screen readers. */
export function createRenderer(document: InstanceType<typeof PDFDocument>, fonts: Fonts) {
  const embedded = {
    regular: embedFont(document, "regular", fonts.regular),
    bold: embedFont(document, "bold", fonts.bold),
  };
  const root = document.struct("Document");
  document.addStructure(root);

  const drawText = (top: number, mark: TextMark, after = "") => {
    let x = mark.x;
    for (const { text, shaped, cut } of fonts[mark.weight].runsOf(mark.text + after)) {
      const font = embedded[mark.weight][cut];
      font.useOn(document.page);
      const glyphs = shaped ? "" : font.glyphsOf(text);
      // An empty run sets the ink for the shaped one, which pdfkit itself draws with its marks in place.
      document.addContent(textOperators({ ...mark, x, y: top + mark.y, font: font.id, glyphs }));
      if (shaped) {
        document.font(font.name).fontSize(mark.size);
        document.text(text, x, top + mark.y, { lineBreak: false, baseline: "alphabetic" });
      }
      x += fonts[mark.weight].widthOf(text) * mark.size + mark.spacing * text.length;
    }
  };

  // Only of the page that is being drawn.
  let files: Files = new Map();
  const bytesOf = (file: string) => {
    const bytes = files.get(file);
    if (bytes === undefined) throw new Error(`The file ${file} was not read for this page`);
    return bytes;
  };

  const drawPart = (top: number, part: Part) => {
    // A space ends each line but the last, or a screen reader would run its last word into the next.
    part.marks.forEach((mark, index) => drawText(top, mark, index < part.marks.length - 1 ? " " : ""));
    for (const trace of part.traces ?? []) document.addContent(traceOperators(top, trace));
    if (part.picture) {
      const { file, x, y, width, height } = part.picture;
      document.image(bytesOf(file), x, top + y, { fit: [width, height], align: "center" });
    }
  };

  const tagged = (top: number, part: Part): Structure => {
    const { alt, scope, link } = part;
    const options = {
      ...(alt === undefined ? {} : { alt }),
      ...(scope === undefined ? {} : { scope }),
      ...(part.tag === "Figure" ? { bbox: figureBoxOf(top, part) } : {}),
    };
    const draw = () => drawPart(top, part);
    if (link === undefined) return document.struct(part.tag, options, [draw]);
    const anchor = document.struct("Link");
    anchor.add(draw);
    const { x, y, width, height } = boxOf(part);
    const annotation = { structParent: anchor, Contents: textOf(link) };
    document.link(x, top + y, width, height, link, annotation);
    return document.struct(part.tag, options, [anchor]);
  };

  /** Left, top, right and bottom, from the page's upper left corner. */
  const figureBoxOf = (top: number, { picture, traces = [], marks }: Part): [number, number, number, number] => {
    if (picture) {
      const { x, y, width, height } = picture;
      return [x, top + y, x + width, top + y + height];
    }
    const points = traces.flatMap((trace) => trace.points);
    if (marks.length > 0) {
      const { x, y, width, height } = boxOf({ marks });
      points.push([x, y], [x + width, y + height]);
    }
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => top + y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  };

  const boxOf = ({ marks }: Pick<Part, "marks">) => {
    const left = Math.min(...marks.map(({ x }) => x));
    const right = Math.max(...marks.map(({ x, text, size, weight }) => x + fonts[weight].widthOf(text) * size));
    const top = Math.min(...marks.map(({ y, size }) => y - size));
    const bottom = Math.max(...marks.map(({ y, size }) => y + size * 0.25));
    return { x: left, y: top, width: right - left, height: bottom - top };
  };

  const outline = document.outline as unknown as Outline;
  let listed = outline;
  const list = (top: number, { title, level }: Bookmark) => {
    const place = { top, left: document.page.width };
    const text = legible(title, () => true);
    // pdfkit counts `left` from the right edge.
    if (level === 2 || listed === outline) listed = outline.addItem(text, place);
    else listed.addItem(text, place);
  };

  // Not compressed: these types are, and compressing them again would hold the event loop.
  const attach = ({ file, name, mediaType, description, at }: Attachment) => {
    const day = new Date(at);
    document.compress = false;
    // Its types lack `relationship`.
    const options = { name, type: mediaType, description, creationDate: day, modifiedDate: day };
    document.file(bytesOf(file), Object.assign(options, { relationship: "Supplement" }));
    document.compress = true;
  };

  /** Neighboring rows make one table, items one list. All end with their page, so that pdfkit can let them go. */
  const drawBlocks = (placed: Page["placed"]) => {
    const sheet = document.struct("Div");
    root.add(sheet);
    let group: { form: Block["form"]; element: Structure } | undefined;
    const close = () => {
      group?.element.end();
      group = undefined;
    };
    for (const { top, block } of placed) {
      if (block.bookmark) list(top, block.bookmark);
      if (block.attachment) attach(block.attachment);
      if (group?.form !== block.form) close();
      if (block.form === "plain") {
        for (const part of block.parts) sheet.add(tagged(top, part));
        continue;
      }
      if (!group) {
        group = { form: block.form, element: document.struct(block.form === "row" ? "Table" : "L") };
        sheet.add(group.element);
      }
      const parts = block.parts.map((part) => tagged(top, part));
      group.element.add(document.struct(block.form === "row" ? "TR" : "LI", {}, parts));
    }
    close();
    sheet.end();
  };

  return {
    drawPage(page: Page, furniture: { marks: TextMark[]; rules: RuleMark[] }, filesOfPage: Files): void {
      files = filesOfPage;
      document.addPage({ size: [SHEET.width, SHEET.height], margin: 0 });
      document.markContent("Artifact", { type: "Pagination" });
      const rules = [{ top: 0, rules: furniture.rules }, ...page.placed.map(({ top, block }) => ({ top, ...block }))];
      document.addContent(rules.flatMap(({ top, rules }) => rules.map((rule) => ruleOperators(top, rule))).join("\n"));
      for (const mark of furniture.marks) drawText(0, mark);
      document.endMarkedContent();
      drawBlocks(page.placed);
      files = new Map();
    },
    /** What ends a document, in steps that each hold the event loop for a moment only. */
    *finish(): Generator<void> {
      document.flushPages();
      yield;
      for (const font of Object.values(embedded).flatMap((cuts) => Object.values(cuts))) {
        font.finish();
        yield;
      }
      root.end();
      document.end();
      yield;
    },
  };
}

// PDF operators of a page's content, written as whole strings. pdfkit's own calls would save, flip and restore the
// page and repeat font and color for each run of text: nine writes, each an array in memory until the page ends.
/** `font` is the name of the font on the page, `glyphs` the glyphs in hexadecimal, four digits each. */
interface Run {
  x: number;
  y: number;
  size: number;
  spacing: number;
  ink: keyof typeof INK;
  font: string;
  glyphs: string;
}

/** Two decimals are a hundredth of a point, finer than any printer. */
function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

// pdfkit turns every page upside down; the text matrix turns letters back.
function textOperators({ x, y, size, spacing, ink, font, glyphs }: Run): string {
  const spaced = spacing === 0 ? ["", ""] : [`${n(spacing)} Tc `, " 0 Tc"];
  return `${INK[ink]} g BT /${font} ${n(size)} Tf ${spaced[0]}1 0 0 -1 ${n(x)} ${n(y)} Tm <${glyphs}> Tj${spaced[1]} ET`;
}

function ruleOperators(top: number, { x, y, width, thickness, ink }: RuleMark): string {
  return `${INK[ink]} g ${n(x)} ${n(top + y)} ${n(width)} ${n(thickness)} re f`;
}

function traceOperators(top: number, { points, thickness, ink }: TraceMark): string {
  const path = points.map(([x, y], index) => `${n(x)} ${n(top + y)} ${index === 0 ? "m" : "l"}`);
  return `${INK[ink]} G ${n(thickness)} w 1 j ${path.join(" ")} S`;
}

type Document = InstanceType<typeof PDFDocument>;

/** pdfkit's font within a document, which gathers the glyphs to embed. Not in its types; its version is pinned. */
interface PdfkitFont {
  id: string;
  ref: () => PDFKit.PDFKitReference;
  encode: (text: string, features: string[]) => [glyphs: string[], positions: unknown[]];
  finalize: () => void;
}

interface EmbeddedFont {
  /** As registered with pdfkit. */
  name: string;
  /** Its name in a page's content. */
  id: string;
  /** Plain text as glyphs of the subset, in hexadecimal, four digits each. */
  glyphsOf: (text: string) => string;
  /** A page must name the fonts it uses. */
  useOn: (page: PDFKit.PDFPage) => void;
  /** Writes the glyphs that were used into the document; after the last page. */
  finish: () => void;
}

/** Both faces of a weight. One that no page uses is not written. */
function embedFont(document: Document, weight: Weight, { faces }: Font): Record<Cut, EmbeddedFont> {
  return {
    own: embedFace(document, weight, faces.own),
    fallback: embedFace(document, `${weight}-fallback`, faces.fallback),
  };
}

/** Embeds a face under a name. Each sign is encoded once a document: pdfkit would lay out every word again. */
function embedFace(document: Document, name: string, face: Face): EmbeddedFont {
  document.registerFont(name, face.source).font(name);
  const font = (document as unknown as { _font: PdfkitFont })._font;
  const known = new Map<string, string>();
  const glyphOf = (sign: string): string => {
    const glyph = known.get(sign) ?? font.encode(sign, FIGURES)[0].join("");
    known.set(sign, glyph);
    return glyph;
  };
  return {
    name,
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
