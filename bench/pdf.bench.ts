// The document of a report, against bare pdfkit setting the same text. What is measured and how stands in pdf.ts.
import { benchPdf } from "./pdf.ts";

const { name, lines } = await benchPdf();
console.log(`${name}: ${lines.join("\n")}`);
