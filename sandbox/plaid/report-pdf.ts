// A plain PDF of a report, written by hand: text lines on letter pages in Helvetica, nothing else.
import type { ReportReply } from "./report-body.ts";

const LINES_A_PAGE = 62;
const LINE_POINTS = 11.5;
const LONGEST_LINE = 110;

/** The bytes of a PDF 1.4 file; the same report always gives the same bytes. */
export function reportPdf(reply: ReportReply, title = "Asset Report"): Uint8Array {
  const lines = reportLines(reply, title);
  const pages = Array.from({ length: Math.ceil(lines.length / LINES_A_PAGE) }, (_, page) =>
    lines.slice(page * LINES_A_PAGE, (page + 1) * LINES_A_PAGE),
  );
  // Objects 1 to 3 are catalog, page tree and font; each page then takes two.
  const pageIds = pages.map((_, page) => 4 + page * 2);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${String(id)} 0 R`).join(" ")}] /Count ${String(pages.length)} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((page, index) => {
      const footer = `Page ${String(index + 1)} of ${String(pages.length)}`;
      const content = pageContent(page, footer);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${String(5 + index * 2)} 0 R >>`,
        `<< /Length ${String(content.length)} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  return writePdf(objects);
}

function reportLines({ report }: ReportReply, title: string): string[] {
  const lines = [
    `${title} ${report.asset_report_id}`,
    `Generated ${report.date_generated}, ${String(report.days_requested)} days requested`,
  ];
  for (const item of report.items) {
    lines.push("", `${item.institution_name} (${item.institution_id})`);
    for (const account of item.accounts) {
      const owners = account.owners.flatMap(({ names }) => names).join(", ");
      lines.push(
        "",
        `  ${account.name} ending ${account.mask ?? "unknown"}: ${dollars(account.balances.current)}`,
        `  Owners: ${owners || "not available"}`,
      );
      for (const one of account.transactions) {
        const line = `    ${one.date}  ${dollars(one.amount).padStart(13)}  ${one.pending ? "pending " : ""}${one.original_description}`;
        lines.push(line.slice(0, LONGEST_LINE));
      }
    }
  }
  return lines;
}

function dollars(amount: number): string {
  return amount.toLocaleString("en-US", { style: "currency", currency: "USD" });
}

function pageContent(lines: string[], footer: string): string {
  const shown = lines.map((line) => `(${pdfText(line)}) Tj T*`).join("\n");
  return `BT /F1 9 Tf ${String(LINE_POINTS)} TL 40 752 Td\n${shown}\nET\nBT /F1 8 Tf 40 28 Td (${footer}) Tj ET`;
}

/** One byte per character: accents that Latin 1 lacks are dropped, other alphabets become question marks. */
function pdfText(text: string): string {
  const latin = text.replace(
    /[^\x20-\x7e\xa0-\xff]/g,
    (sign) => sign.normalize("NFKD").replace(/[^\x20-\x7e]/g, "") || "?",
  );
  return latin.replace(/[\\()]/g, "\\$&");
}

function writePdf(objects: string[]): Uint8Array {
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = String(objects.length + 1);
  const trailer = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${String(text.length)}\n%%EOF\n`;
  // Latin 1 uses one byte per character, so the offsets counted above are correct.
  return Buffer.from(text + trailer, "latin1");
}
