import { setImmediate as breathe } from "node:timers/promises";
import type PDFDocument from "pdfkit";
import type { Files } from "./pdf-renderer.ts";
import type { Fonts } from "./fonts.ts";
import { SHEET, TEXT_WIDTH, type Page, type RuleMark, type TextMark } from "./sheet.ts";
import { clipped, line, STYLE, type Style } from "./typesetting.ts";

/** What to write: the author, the pages, and the header and footer of each page. */
interface PagePlan {
  readonly title: string;
  readonly author: string;
  readonly creator: string;
  readonly createdAt: string;
  /** Pure: called twice, it gives the same pages. */
  pages(fonts: Fonts): Generator<Page>;
  readonly furniture: PageChrome;
  /** Reads the files that pages show or attach, by key. One page's are in memory at a time. */
  readonly files?: ReadonlyMap<string, () => Promise<Buffer>>;
}

/** The event loop runs between pages; abandoning the iteration abandons the work. */
export async function* writePages(plan: PagePlan): AsyncGenerator<Buffer> {
  // pdfkit takes 30 MB of memory, so it is loaded with the first document.
  const [pdfkit, { openFonts }, { createRenderer }] = await Promise.all([
    import("pdfkit"),
    import("./fonts.ts"),
    import("./pdf-renderer.ts"),
  ]);
  const fonts = openFonts();
  await breathe();
  let total = 0;
  for (const _page of plan.pages(fonts)) {
    total += 1;
    await breathe();
  }

  const document = openDocument(pdfkit.default, plan);
  const renderer = createRenderer(document, fonts);
  let number = 0;
  for (const page of plan.pages(fonts)) {
    number += 1;
    renderer.drawPage(page, pageChrome(fonts, plan.furniture, number, total), await readFiles(page, plan.files));
    yield* written(document);
    await breathe();
  }
  for (const _step of renderer.finish()) {
    yield* written(document);
    await breathe();
  }
}

async function readFiles({ placed }: Page, files: NonNullable<PagePlan["files"]> = new Map()): Promise<Files> {
  const bytes = new Map<string, Buffer>();
  for (const { block } of placed)
    for (const key of [block.attachment?.file, ...block.parts.map(({ picture }) => picture?.file)]) {
      const read = key === undefined ? undefined : files.get(key);
      if (key !== undefined && read) bytes.set(key, await read());
    }
  return bytes;
}

function openDocument(Document: typeof PDFDocument, { title, author, creator, createdAt }: PagePlan) {
  return new Document({
    autoFirstPage: false,
    pdfVersion: "1.7",
    tagged: true,
    // Its types lack this one; it writes the identifier of PDF/UA-1 into the metadata.
    subset: "PDF/UA" as "PDF/A-1",
    lang: "en-US",
    displayTitle: true,
    // Ours are the registered faces; without this pdfkit opens Helvetica as well.
    font: "",
    // It would keep each distinct word until the end.
    fontLayoutCache: false,
    info: {
      Title: infoText(title),
      Author: infoText(author),
      Creator: infoText(creator),
      CreationDate: new Date(createdAt),
    },
  });
}

/** pdfkit copies these words unescaped into XML, through toString, and into the info dictionary, through valueOf. */
class InfoText extends String {
  override toString(): string {
    return this.valueOf().replace(/[&<>\p{Cc}]/gu, (sign) => (/[&<>]/.test(sign) ? `&#${sign.charCodeAt(0)};` : " "));
  }
}

function infoText(text: string): string {
  return new InfoText(text.toWellFormed()) as unknown as string;
}

/** What pdfkit has finished so far, as one chunk; nothing while the page is still open. */
function* written(document: InstanceType<typeof PDFDocument>): Generator<Buffer> {
  const chunk = document.read() as Buffer | null;
  if (chunk !== null) yield chunk;
}

export interface PageChrome {
  /** At the head of every page, but not of a first page that begins with a letterhead. */
  readonly from: string;
  readonly hasLetterhead?: boolean;
  /** At the head of every page but the first, which names it itself. */
  readonly title: string;
  /** Lines at the foot of the page; the second is below the first. */
  readonly foot: readonly [string, string?];
}

/** `number` counts from 1. Positions are on the sheet. */
function pageChrome(
  fonts: Fonts,
  { from, hasLetterhead = false, title, foot: [first, second] }: PageChrome,
  number: number,
  total: number,
): { marks: TextMark[]; rules: RuleMark[] } {
  const row = (words: string, style: Style, y: number, right = false) =>
    line(fonts, words, style, { x: SHEET.left, y, width: TEXT_WIDTH, right });
  const marks = [
    row(first, STYLE.foot, 749),
    row(`Page ${number} of ${total}`, { ...STYLE.foot, weight: "bold", ink: "text" }, 749, true),
  ];
  const isLetterhead = hasLetterhead && number === 1;
  if (!isLetterhead) marks.push(row(clipped(fonts, from, STYLE.foot, 180), { ...STYLE.foot, weight: "bold" }, 45));
  if (second !== undefined) marks.push(row(second, STYLE.foot, 758.5));
  if (number > 1) marks.push(row(clipped(fonts, title, STYLE.foot, 300), STYLE.foot, 45, true));
  const ruleAt = (y: number, thickness: number): RuleMark => ({
    x: SHEET.left,
    y,
    width: TEXT_WIDTH,
    thickness,
    ink: "text",
  });
  const head = isLetterhead ? [] : [ruleAt(51, number === 1 ? 1.2 : 0.4)];
  return { marks, rules: [...head, ruleAt(739, 0.4)] };
}
