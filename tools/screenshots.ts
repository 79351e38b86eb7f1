// node tools/screenshots.ts: takes the README's picture anew, of a sample lender started for it on free ports.
import { mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { takeReportPicture } from "../e2e/report-picture.ts";
import { startStand } from "../e2e/stand.ts";
import { provideChromium } from "./chromium.ts";
import { root } from "./settings.ts";
import { buildWeb, isWebBuilt } from "./web-build.ts";

const file = path.join(root, "docs/images/asset-report.png");

const chromium = provideChromium();
if ("missing" in chromium) throw new Error(chromium.missing);
if (!isWebBuilt()) await buildWeb();
const stand = await startStand();
try {
  mkdirSync(path.dirname(file), { recursive: true });
  await takeReportPicture({ url: stand.url, executablePath: chromium.path, file });
  console.log(`${path.relative(root, file)}, ${Math.round(statSync(file).size / 1000)} kB`);
} finally {
  await stand.stop();
}
