import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { apiPerson } from "../api.ts";
import { adminPages, privatePages, type SitePage } from "../site-pages.ts";
import { knownBy } from "../visitors.ts";

const pages = new Map<string, SitePage & { token: string }>();

test.beforeAll(async () => {
  const [officer, admin] = [await apiPerson("registered@example.com"), await apiPerson("admin@example.com")];
  for (const page of await privatePages(officer)) pages.set(page.name, { ...page, token: officer.token });
  for (const page of await adminPages(admin)) pages.set(page.name, { ...page, token: admin.token });
});

interface Shift {
  readonly value: number;
  readonly moved: string[];
}

/** What moved without user input, as the browser measures it (Cumulative Layout Shift). */
function shiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as unknown as {
            value: number;
            hadRecentInput: boolean;
            sources: { node: Element | null }[];
          }[];
          resolve(
            shifts
              .filter(({ hadRecentInput }) => !hadRecentInput)
              .map(({ value, sources }) => ({
                value,
                moved: sources.map(({ node }) => `${node?.nodeName ?? ""}.${node?.className ?? ""}`),
              })),
          );
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve([]), 1_000);
      }),
  );
}

for (const name of ["a report", "a borrower", "organization", "activity", "current period"]) {
  test(`on a phone ${name} loads without moving what is already there`, async ({ visitors }) => {
    const shown = pages.get(name)!; // the lists have it
    const page = await visitors.arrive({ ...knownBy(shown), viewport: { width: 390, height: 844 } });
    // Long enough for the loading placeholders to be painted.
    await page.route("**/api/latest/**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.goto(shown.path);
    await expect(page.getByRole("main").getByText(shown.shows!).first()).toBeVisible();
    const shifts = await shiftsOf(page);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(0.05);
  });
}
