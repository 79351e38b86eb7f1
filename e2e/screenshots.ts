// What npm run screenshots takes: every page of the site, or the README's picture of a report.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { apiPerson, type Client } from "./api.ts";
import { adminPages, openSitePage, PORTAL_PAGES, privatePages, PUBLIC_PAGES, type SitePage } from "./site-pages.ts";
import { knownBy } from "./visitors.ts";
import { logIn } from "./login.ts";

const WIDTHS = [390, 992, 1440];
const HEIGHT = 900;
const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

interface PictureBook {
  /** The running product. */
  url: string;
  /** The browser's program. */
  executablePath: string;
  /** Where the pictures go: `{route}-{width}-{theme}.png` and index.html. */
  folder: string;
}

interface Part {
  person: Client | null;
  pages: readonly SitePage[];
}

/**
 * Every page at three widths in both themes, with a sheet that shows them side by side.
 * @returns how many pictures there are
 */
export async function makePictureBook({ url, executablePath, folder }: PictureBook): Promise<number> {
  const officer = await apiPerson("registered@example.com", { url });
  const admin = await apiPerson("admin@example.com", { url });
  const parts: Part[] = [
    { person: null, pages: [...PUBLIC_PAGES, ...PORTAL_PAGES] },
    { person: officer, pages: await privatePages(officer) },
    { person: admin, pages: await adminPages(admin) },
  ];
  const browser = await chromium.launch({
    executablePath,
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-dev-shm-usage"],
  });
  try {
    for (const theme of THEMES) for (const part of parts) await takePart(browser, part, { url, folder, theme });
  } finally {
    await browser.close();
  }
  const pages = parts.flatMap((part) => part.pages);
  writeFileSync(path.join(folder, "index.html"), sheetOf(pages));
  return pages.length * WIDTHS.length * THEMES.length;
}

interface Setting {
  url: string;
  folder: string;
  theme: Theme;
}

async function takePart(browser: Browser, { person, pages }: Part, { url, folder, theme }: Setting): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    colorScheme: theme,
    locale: "en-US",
    timezoneId: "America/New_York",
    reducedMotion: "reduce",
    ...(person && knownBy(person, url)),
  });
  const page = await context.newPage();
  for (const one of pages) {
    await openSitePage(page, one);
    await page.waitForLoadState("networkidle"); // the gallery beneath the version comes after its heading
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    for (const width of WIDTHS) await takePicture(page, width, path.join(folder, fileOf(one, width, theme)));
  }
  await context.close();
}

/** The whole page at once: in a window as high as the page, what is fixed to its lower edge covers nothing. */
async function takePicture(page: Page, width: number, file: string): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(HEIGHT, height) });
  // What is fixed to an edge is painted at its new place a frame later.
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
  await page.screenshot({ path: file });
}

function fileOf({ name }: SitePage, width: number, theme: Theme): string {
  return `${name.replaceAll(/[^a-z0-9]+/gi, "-").toLowerCase()}-${width}-${theme}.png`;
}

function sheetOf(pages: readonly SitePage[]): string {
  const sections = pages.map((page) => {
    const pictures = THEMES.flatMap((theme) =>
      WIDTHS.map((width) => {
        const file = fileOf(page, width, theme);
        return `<a href="${file}"><img src="${file}" alt="${page.name}, ${width} px, ${theme}" loading="lazy" height="420"></a>`;
      }),
    );
    return `<section><h2>${page.name} <small>${page.path}</small></h2><p>${pictures.join("\n")}</p></section>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Picture book</title>
<style>
body { margin: 2rem; font: 14px/1.5 system-ui, sans-serif; background: #888; }
p { display: flex; gap: 1rem; align-items: start; overflow-x: auto; }
small { font-weight: 400; }
</style>
<h1>Picture book</h1>
${sections.join("\n")}
</html>
`;
}

interface Picture {
  /** The running product. */
  url: string;
  /** The browser's program. */
  executablePath: string;
  /** Where the PNG goes. */
  file: string;
}

/** A report's page for the README: as a person sees it, of the sample lender. */
export async function takeReportPicture({ url, executablePath, file }: Picture): Promise<void> {
  const officer = await apiPerson("registered@example.com", { url });
  const report = (await privatePages(officer)).find(({ name }) => name === "a report");
  if (!report) throw new Error("the site has no page of a report");
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const page = await browser.newPage({
      baseURL: url,
      viewport: { width: 1280, height: 860 },
      deviceScaleFactor: 1.5,
      colorScheme: "light",
      locale: "en-US",
      timezoneId: "America/New_York",
    });
    await logIn(page, "registered@example.com");
    await openSitePage(page, report);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.screenshot({ path: file });
  } finally {
    await browser.close();
  }
}
