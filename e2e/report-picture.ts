// The picture of a report's page for the README: taken as a person sees it, of the sample lender.
import { chromium } from "playwright-core";
import { apiPerson } from "./api.ts";
import { logIn } from "./login.ts";
import { openSitePage, privatePages } from "./site-pages.ts";

interface Picture {
  /** The running product. */
  url: string;
  /** The browser's program. */
  executablePath: string;
  /** Where the PNG goes. */
  file: string;
}

export async function takeReportPicture({ url, executablePath, file }: Picture): Promise<void> {
  const officer = await apiPerson("registered@example.com", undefined, { url });
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
