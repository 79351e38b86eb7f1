// npm run screenshots: takes pictures of every page at 390, 992 and 1440 px, light and dark, into .screenshots/.
// npm run screenshots -- readme: takes the README's picture again. Both start a sample lender on free ports.
import { mkdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { makePictureBook, takeReportPicture } from "../e2e/screenshots.ts";
import { startStand } from "../e2e/stand.ts";
import { provideChromium } from "./chromium.ts";
import { root } from "./settings.ts";
import { buildProduct } from "./build.ts";

interface Camera {
  url: string;
  executablePath: string;
}

async function takeBook(camera: Camera): Promise<void> {
  const folder = path.join(root, ".screenshots");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const count = await makePictureBook({ ...camera, folder });
  console.log(`${count} pictures; open ${path.relative(root, path.join(folder, "index.html"))}`);
}

async function takeReadmePicture(camera: Camera): Promise<void> {
  const file = path.join(root, "docs/images/asset-report.png");
  mkdirSync(path.dirname(file), { recursive: true });
  await takeReportPicture({ ...camera, file });
  console.log(`${path.relative(root, file)}, ${Math.round(statSync(file).size / 1000)} kB`);
}

const chromium = provideChromium();
if ("missing" in chromium) throw new Error(chromium.missing);
await buildProduct();
const stand = await startStand();
try {
  const take = process.argv[2] === "readme" ? takeReadmePicture : takeBook;
  await take({ url: stand.url, executablePath: chromium.path });
} finally {
  await stand.stop();
}
