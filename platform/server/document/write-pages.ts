import { setImmediate as breathe } from "node:timers/promises";
import PDFDocument from "pdfkit";
import { createRenderer } from "./pdf-renderer.ts";
import { openFonts, type Fonts } from "./fonts.ts";
import type { Page } from "./sheet.ts";
import { pageChrome, type PageChrome } from "./page-header-footer.ts";

/** What to write: the author, the pages, and the header and footer of each page. */
export interface PagePlan {
  readonly title: string;
  readonly author: string;
  readonly creator: string;
  readonly createdAt: string;
  /** Pure: called twice, it gives the same pages. */
  pages(fonts: Fonts): Generator<Page>;
  readonly furniture: PageChrome;
}

/** The event loop runs between pages; abandoning the iteration abandons the work. */
export async function* writePages(plan: PagePlan): AsyncGenerator<Buffer> {
  const fonts = openFonts();
  await breathe();
  let total = 0;
  for (const _page of plan.pages(fonts)) {
    total += 1;
    await breathe();
  }

  const document = openDocument(plan);
  const renderer = createRenderer(document, fonts);
  let number = 0;
  for (const page of plan.pages(fonts)) {
    number += 1;
    renderer.drawPage(page, pageChrome(fonts, plan.furniture, number, total));
    yield* written(document);
    await breathe();
  }
  for (const _step of renderer.finish()) {
    yield* written(document);
    await breathe();
  }
}

function openDocument({ title, author, creator, createdAt }: PagePlan) {
  return new PDFDocument({
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
