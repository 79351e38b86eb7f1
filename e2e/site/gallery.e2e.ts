import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { findingsOn } from "../accessibility.ts";
import type { VisitOptions, Visitors } from "../visitors.ts";

async function openGallery(visitors: Visitors, options: VisitOptions = {}): Promise<Page> {
  const page = await visitors.arrive(options);
  await page.goto("/version");
  await expect(page.getByTestId("app-version")).toBeVisible();
  await expect(page.getByRole("list", { name: "Gallery" })).toBeVisible();
  return page;
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const toasts = (page: Page) => page.getByTestId("toast");
const isHidden = (page: Page, testId: string) => expect(page.getByTestId(testId)).toBeHidden();

test("axe finds nothing among all components, in light and dark", async ({ visitors }) => {
  const page = await openGallery(visitors);
  await expect(page.getByTestId("markdown-viewer").getByRole("heading", { name: "Rates this week" })).toBeVisible();
  expect(await findingsOn(page), "as it opens").toEqual([]);
  await press(page, "Check the fields");
  await press(page, "Check billing fields");
  await press(page, "A toast that stays");
  await press(page, "Send and be rejected");
  await expect(page.getByText("Someone else updated this")).toBeVisible();
  expect(await findingsOn(page), "with errors, a refusal and a toast").toEqual([]);
  await press(page, "Open a dialog");
  await expect(page.getByRole("dialog", { name: "A dialog" })).toBeVisible();
  expect(await findingsOn(page), "under a dialog").toEqual([]);
});

test("overlays open, stay and close as they should", async ({ visitors }) => {
  const page = await openGallery(visitors);
  await tryToasts(page);
  await tryOverlay(page);
  await tryQuestions(page);
  await tryStickyFooter(page);
});

async function tryToasts(page: Page): Promise<void> {
  await press(page, "A toast for a second");
  // What is there for a second or two is waited for, because expect looks only about once a second.
  await toasts(page).getByText("After one second.").waitFor();
  await expect(toasts(page)).toHaveCount(0);
  await press(page, "A toast that closes on click");
  await press(page, "A toast that stays");
  await toasts(page).filter({ hasText: "Anywhere on it." }).click();
  await toasts(page).filter({ hasText: "Stays until it's closed" }).click();
  await expect(toasts(page)).toHaveCount(1);
  await press(page, "A toast with own classes");
  const body = toasts(page).getByText("With classes of its own.");
  await expect(body).toHaveCSS("font-style", "italic");
  await press(page, "Hide all toasts");
  await expect(toasts(page)).toHaveCount(0);
}

async function tryOverlay(page: Page): Promise<void> {
  await press(page, "Cover, with spinner");
  await page.getByTestId("loading-overlay").getByText("Taking you to your bank").waitFor();
  await expect(page.getByTestId("loading-overlay")).toHaveCount(0);
  await press(page, "Cover by another template");
  await isHidden(page, "loading-overlay");
}

async function tryQuestions(page: Page): Promise<void> {
  await press(page, "Ask with the defaults");
  const question = page.getByRole("dialog");
  await expect(question.getByRole("heading", { name: "Are you sure?" })).toBeVisible();
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("The answer was yes.")).toBeVisible();
  await press(page, "Ask with custom text");
  await expect(question.getByRole("heading", { name: "Delete this borrower?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("The answer was no.")).toBeVisible();
  await press(page, "Show the banner");
  await page.getByTestId("gallery-banner").getByRole("button", { name: "Dismiss" }).click();
  await isHidden(page, "gallery-banner");
}

async function tryStickyFooter(page: Page): Promise<void> {
  await isHidden(page, "sticky-footer");
  await press(page, "Open a form with a sticky footer");
  expect((await page.getByTestId("sticky-footer").boundingBox())?.height).toBe(89);
  await press(page, "Cancel");
  await isHidden(page, "sticky-footer");
}

test("borders, cards and pictures appear in every variant, and nothing is wider than a small phone", async ({
  visitors,
}) => {
  const page = await openGallery(visitors, { viewport: { width: 320, height: 800 } });
  const shapes = page.getByRole("region", { name: "Cards, borders, lists" });
  const kinds = (testId: string, name: string) =>
    shapes.getByTestId(testId).evaluateAll((found, key) => found.map((element) => element.getAttribute(key)), name);
  expect(await kinds("section-border", "data-border")).toEqual(["rounded", "waves", "angled"]);
  expect(await kinds("page-card", "data-size")).toEqual(["small", "medium", "large"]);
  const drawn = await shapes.getByTestId("section-border").evaluateAll((found) => found.map((one) => one.innerHTML));
  expect(new Set(drawn).size).toBe(3);
  const pictures = page.getByRole("region", { name: "People and the mark" }).getByTestId("profile-picture");
  await expect(pictures.last().and(page.locator("[data-kind=identicon]"))).toBeVisible(); // its photo does not load
  const seen = await pictures.evaluateAll((found) => found.map((one) => (one as HTMLElement).dataset["kind"]));
  expect(seen.filter((kind) => kind === "image")).toHaveLength(3);
  expect(seen.filter((kind) => kind === "identicon")).toHaveLength(10);
  const [scrolled, wide] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  expect(scrolled).toBe(wide);
});

test("typed markdown is shown formatted, and none of it runs as code", async ({ visitors }) => {
  // The browser reports each handler that it finds in text, even one that could never run.
  const page = await openGallery(visitors, { expects: /inline event handler/ });
  const viewer = page.getByTestId("markdown-viewer");
  await page
    .getByLabel("Body")
    .fill('**bold** <img src="x" onerror="window.ran = true"> <b onclick="window.ran = true">b</b>');
  await expect(viewer.locator("strong", { hasText: "bold" })).toBeVisible();
  expect(await viewer.locator("[onerror], [onclick], script").count()).toBe(0);
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
  const result = page.getByRole("status", { name: "Result" });
  await expect(result).toContainText("<b>Hello</b>");
  expect(await result.textContent()).not.toMatch(/onerror|javascript:/);
  await page.getByLabel("Type", { exact: true }).selectOption("another");
  await expect(result.getByText("Invalid safe type")).toBeVisible();
});

test("the table holds any number of rows without requests to the server", async ({ visitors }) => {
  const page = await openGallery(visitors);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const rows = page.getByRole("table", { name: "Samples" }).locator("tbody tr");
  const choose = (count: string) => page.getByLabel("Number of rows").selectOption(count);
  await expect(rows).toHaveCount(10);
  await choose("100");
  await expect(page.getByText("of 100")).toBeVisible();
  await expect(rows).toHaveCount(25);
  await choose("100000");
  await expect(page.getByText(/of 100,?000/)).toBeVisible();
  await page.getByRole("textbox", { name: "Minimum amount" }).fill("100000");
  await page.getByRole("textbox", { name: "Maximum amount" }).fill("100010");
  await expect(page.getByText(/^1–\d+ of \d{1,3}$/)).toBeVisible();
  await choose("0");
  await expect(page.getByText("No rows")).toBeVisible();
  await choose("error");
  await expect(page.getByRole("button", { name: "Try again" }).last()).toBeVisible();
  expect(asked.filter((url) => url.includes("/api/"))).toEqual([]);
});
