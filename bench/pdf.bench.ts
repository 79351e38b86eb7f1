// What is measured, and how, is in pdf.ts.
import { benchPdf } from "./pdf.ts";

const { name, lines } = await benchPdf();
console.log(`${name}: ${lines.join("\n")}`);
