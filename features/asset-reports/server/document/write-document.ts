import { setImmediate as breathe } from "node:timers/promises";
import PDFDocument from "pdfkit";
import type { Cover, DocumentInput } from "./document-input.ts";
import { openPen } from "./draw.ts";
import { openFaces } from "./faces.ts";
import { furniture } from "./furniture.ts";
import { planPages } from "./plan.ts";

/**
 * The asset report as a PDF: Letter, tagged, fonts embedded; the same input gives the same bytes. One chunk a page,
 * made when the reader asks for it, and the event loop runs between pages; abandoning the iteration abandons the work.
 * Any text is taken: what the face cannot show becomes a box. Throws a RangeError for a time zone that does not exist.
 */
export async function* writeDocument(input: DocumentInput): AsyncGenerator<Buffer> {
  const faces = openFaces();
  await breathe();
  let total = 0;
  for (const _page of planPages(faces, input)) {
    total += 1;
    await breathe();
  }

  const document = openDocument(input.cover);
  const pen = openPen(document, faces);
  let number = 0;
  for (const page of planPages(faces, input)) {
    number += 1;
    pen.drawPage(page, furniture(faces, input.cover, number, total));
    yield* written(document);
    await breathe();
  }
  for (const _step of pen.finish()) {
    yield* written(document);
    await breathe();
  }
}

function openDocument({ productName, organizationName, borrowerName, readyAt }: Cover) {
  return new PDFDocument({
    autoFirstPage: false,
    pdfVersion: "1.7",
    tagged: true,
    lang: "en-US",
    displayTitle: true,
    // Ours are the registered faces; without this pdfkit opens Helvetica as well.
    font: "",
    // It would keep each distinct word until the end.
    fontLayoutCache: false,
    info: {
      Title: infoText(`Asset report for ${borrowerName}`),
      Author: infoText(organizationName),
      Creator: infoText(productName),
      CreationDate: new Date(readyAt),
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
