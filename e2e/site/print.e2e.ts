import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { retrieveAssetReport } from "../../features/asset-reports/contract.ts";
import { test } from "../fixtures.ts";
import { apiPerson } from "../api.ts";
import { logIn } from "../login.ts";
import { transactionLines } from "../borrower-pages.ts";
import { openSitePage, PORTAL_PAGES, privatePages, PUBLIC_PAGES, type SitePage } from "../site-pages.ts";
import { knownBy } from "../visitors.ts";

const LEFT_OUT =
  "nav, footer, dialog, [data-testid=sticky-footer], [data-testid=toast-area], a[href='#main'], main button";

/** What is still visible of the screen layout, and the printed colors. */
function onPaper(page: Page) {
  return page.evaluate((leftOut) => {
    const seen = [...document.querySelectorAll(leftOut)].filter((one) => one.checkVisibility());
    const { color, backgroundColor } = getComputedStyle(document.documentElement);
    return {
      seen: seen.filter((one) => one.closest("thead") === null).map((one) => one.outerHTML.slice(0, 120)),
      colors: [color, backgroundColor],
      hasHeading: document.querySelector("h1")?.checkVisibility(),
    };
  }, LEFT_OUT);
}

test("pages print only their content, black on white, in any theme", async ({ visitors }) => {
  const page = await visitors.arrive({ colorScheme: "dark" });
  const printAll = async (pages: readonly SitePage[]) => {
    for (const one of pages) {
      await page.emulateMedia({ media: "screen" });
      await openSitePage(page, one);
      await page.emulateMedia({ media: "print" });
      expect(await onPaper(page), one.name).toEqual({
        seen: [],
        colors: ["rgb(0, 0, 0)", "rgb(255, 255, 255)"],
        hasHeading: true,
      });
    }
    await page.emulateMedia({ media: "screen" });
  };
  await printAll([...PUBLIC_PAGES.filter(({ name }) => name !== "log-out"), ...PORTAL_PAGES]);
  await logIn(page, "registered@example.com");
  await printAll(await privatePages(await apiPerson("registered@example.com")));
});

/** The printed pages of a page, as another program reads them. */
async function sheetsOf(page: Page): Promise<string[]> {
  const printing = promisify(execFile)("pdftotext", ["-layout", "-", "-"]);
  printing.child.stdin?.end(await page.pdf({ format: "Letter" }));
  const { stdout } = await printing;
  return stdout.split("\f").slice(0, -1); // each sheet ends with one
}

test("a report fills its printed pages, and no bank line appears below its table", async ({ visitors }) => {
  const officer = await apiPerson("registered@example.com");
  const report = (await privatePages(officer)).find(({ name }) => name === "a report");
  if (!report) throw new Error("the site has no page of a report");
  const page = await visitors.arrive({ ...knownBy(officer), viewport: { width: 1280, height: 800 } });
  await openSitePage(page, report);
  const sheets = await sheetsOf(page);

  const [lines, rest] = sheets.join("\n").split(/Transactions \d.*are printed.*/);
  expect(transactionLines(lines ?? "").length).toBeGreaterThanOrEqual(25);
  expect(transactionLines(rest ?? "no words about the lines left out")).toEqual([]);
  expect(lines).not.toContain("Form 1006 fields");
  expect(rest).toContain("Form 1006 fields");
  expect(sheets[0], "the answer leaves room for more").toMatch(/Funds[^]+Available to close/);
  expect(sheets.slice(1, 3).join(), "and the funds, unfolded").toContain("Findings");
});

test("a report prints every transaction, and each sheet names borrower, loan, lender and day", async ({ visitors }) => {
  const officer = await apiPerson("registered@example.com");
  const report = (await privatePages(officer)).find(({ name }) => name === "a report");
  if (!report) throw new Error("the site has no page of a report");
  const borrowerId = report.path.split("/").at(-1) ?? "";
  const { parsedReport, printed } = (await officer.send(retrieveAssetReport, { id: borrowerId })).body;
  const count = parsedReport.items.flatMap(({ accounts }) => accounts.flatMap((one) => one.transactions)).length;
  expect(count).toBeGreaterThan(25);
  const page = await visitors.arrive({ ...knownBy(officer), viewport: { width: 1280, height: 800 } });
  // The browser's dialog would wait for a person: what it would print is taken instead.
  await page.addInitScript(() => {
    window.print = () => window.dispatchEvent(new CustomEvent("dialog-opened"));
  });
  await openSitePage(page, report);
  const opened = page.evaluate(
    () => new Promise((resolve) => window.addEventListener("dialog-opened", () => resolve(document.body.textContent))),
  );
  await page.keyboard.press("Control+p");
  expect(await opened, "all is there, though nothing was scrolled into view").toContain("Form 1006 fields");

  const sheets = await sheetsOf(page);
  const [before = ""] = sheets.join("\n").split(/Transactions \d.*are printed.*/);
  const lines = before.split(/^ *Transactions *$/m).at(-1) ?? ""; // findings above name lines too
  expect(transactionLines(lines)).toHaveLength(count);
  for (const [at, sheet] of sheets.entries())
    for (const words of [
      `Asset report for ${printed.fullNames[0]}`,
      `loan ${printed.loanNumber}`,
      `${printed.lender}, data as of`,
      `Page ${at + 1} of ${sheets.length}`,
    ])
      expect(sheet, `sheet ${at + 1}`).toContain(words);
});
