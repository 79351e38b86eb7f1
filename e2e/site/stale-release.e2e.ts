import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { fillBorrower } from "../borrower-pages.ts";
import { logIn } from "../login.ts";

test.describe("an old tab after a new release", () => {
  const gone = /ERR_FAILED|dynamically imported module|PART_MISSING|A page failed to render/;

  /** Removes the parts that a page has not loaded yet, `always` or until the page reloads; counts loads. */
  async function takePartsAway(page: Page, always = false): Promise<{ loads: number }> {
    const seen = { loads: 0 };
    await page.route("**/assets/*.js", (route) => (always || seen.loads === 0 ? route.abort() : route.continue()));
    page.on("request", (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) seen.loads++;
    });
    return seen;
  }

  test("reloads once, and the form in progress keeps its input", async ({ visitors }) => {
    const page = await visitors.arrive({ expects: gone });
    await logIn(page, "registered@example.com");
    await page.goto("/account/borrowers/create");
    await fillBorrower(page, { firstName: "Wendy", lastName: "Ashgrove", email: "wendy@example.net" });
    await page.getByLabel("Notes").fill("Calls back on Monday.");
    const seen = await takePartsAway(page);
    await page.getByRole("link", { name: "Cancel" }).click(); // the dialog that asks whether to leave is one of the removed parts
    await expect(page.getByTestId("toast").filter({ hasText: "Your draft is saved." })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/account/borrowers/create");
    const values = ["First name", "Last name", "Email", "Notes"].map((label) =>
      page.getByLabel(label).first().inputValue(),
    );
    expect(await Promise.all(values)).toEqual(["Wendy", "Ashgrove", "wendy@example.net", "Calls back on Monday."]);
    expect(seen.loads).toBe(1);
    await page.getByRole("link", { name: "Cancel" }).click(); // they are still unsaved
    await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
    await page.getByRole("button", { name: "Create Borrower" }).click();
    await expect(page.getByRole("heading", { name: "Wendy Ashgrove", level: 1 })).toBeVisible();
  });

  test("opens the page that the user requested", async ({ visitors }) => {
    const page = await visitors.arrive({ expects: gone });
    await logIn(page, "registered@example.com");
    await page.goto("/account/settings/name");
    await expect(page.getByRole("button", { name: "Save" })).toBeVisible();
    const seen = await takePartsAway(page);
    await page
      .getByRole("navigation", { name: "Side navigation" })
      .getByRole("link", { name: "Authorization" })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Authorization" })).toBeVisible();
    expect([new URL(page.url()).pathname, seen.loads]).toEqual(["/account/settings/authorization", 1]);
  });

  test("stops after one retry and says what to do", async ({ visitors }) => {
    const page = await visitors.arrive({ expects: gone });
    await logIn(page, "registered@example.com");
    await page.goto("/account/settings/name");
    await expect(page.getByRole("button", { name: "Save" })).toBeVisible();
    let loads = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) loads++;
    });
    await page.route(/\/assets\/AuthorizationPage-.*\.js$/, (route) => route.abort());
    await page
      .getByRole("navigation", { name: "Side navigation" })
      .getByRole("link", { name: "Authorization" })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "This page didn't load" })).toBeVisible();
    await expect(page.getByText("Check your connection")).toBeVisible();
    expect(loads).toBe(1);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Reload the page" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Authorization" })).toBeVisible();
  });
});
