// Owns how planned pages become a PDF: planned once to count them, once to draw them, one chunk a page.
import { setImmediate as breathe } from "node:timers/promises";
import PDFDocument from "pdfkit";
import { openPen } from "./draw.ts";
import { openFaces, type Faces } from "./faces.ts";
import type { Page } from "./sheet.ts";
import { sheetFurniture, type Furniture } from "./sheet-furniture.ts";

/** What is written: who it is from, its pages, and what stands at the head and foot of each. */
export interface PagePlan {
  readonly title: string;
  readonly author: string;
  readonly creator: string;
  readonly createdAt: string;
  /** Pure: called twice, it gives the same pages. */
  pages(faces: Faces): Generator<Page>;
  readonly furniture: Furniture;
}

/** The event loop runs between pages; abandoning the iteration abandons the work. */
export async function* writePages(plan: PagePlan): AsyncGenerator<Buffer> {
  const faces = openFaces();
  await breathe();
  let total = 0;
  for (const _page of plan.pages(faces)) {
    total += 1;
    await breathe();
  }

  const document = openDocument(plan);
  const pen = openPen(document, faces);
  let number = 0;
  for (const page of plan.pages(faces)) {
    number += 1;
    pen.drawPage(page, sheetFurniture(faces, plan.furniture, number, total));
    yield* written(document);
    await breathe();
  }
  for (const _step of pen.finish()) {
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
