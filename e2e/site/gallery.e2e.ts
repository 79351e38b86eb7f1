import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findingsOn } from "../accessibility.ts";
import { openVisitors, type VisitOptions } from "../visitors.ts";

const visitors = openVisitors();

async function openGallery(options: VisitOptions = {}): Promise<Page> {
  const page = await visitors.arrive(options);
  await page.goto("/version");
  await page.getByTestId("app-version").waitFor();
  await page.getByRole("list", { name: "Gallery" }).waitFor();
  return page;
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const toasts = (page: Page) => page.getByTestId("toast");
const isVisible = (page: Page, testId: string) => page.getByTestId(testId).isVisible();

test.each(["light", "dark"] as const)("axe finds nothing among all components, in %s", async (colorScheme) => {
  const page = await openGallery({ colorScheme });
  await page.getByTestId("markdown-viewer").getByRole("heading", { name: "Rates this week" }).waitFor();
  expect(await findingsOn(page), "as it opens").toEqual([]);
  await press(page, "Check the fields");
  await press(page, "Check billing fields");
  await press(page, "A toast that stays");
  await press(page, "Send, to be refused");
  await page.getByText("Someone else updated this").waitFor();
  expect(await findingsOn(page), "with faults, a refusal and a toast").toEqual([]);
  await press(page, "Open a dialog");
  await page.getByRole("dialog", { name: "A dialog" }).waitFor();
  expect(await findingsOn(page), "under a dialog").toEqual([]);
});

test("overlays open, stay and close as they should", async () => {
  const page = await openGallery();
  await tryToasts(page);
  await tryOverlay(page);
  await tryQuestions(page);
  await tryStickyFooter(page);
});

async function tryToasts(page: Page): Promise<void> {
  await press(page, "A toast for a second");
  await toasts(page).getByText("After one second.").waitFor();
  await toasts(page).waitFor({ state: "detached" });
  await press(page, "A toast that closes on click");
  await press(page, "A toast that stays");
  await toasts(page).filter({ hasText: "Anywhere on it." }).click();
  await toasts(page).filter({ hasText: "Until it is closed" }).click();
  expect(await toasts(page).count()).toBe(1);
  await press(page, "A toast with own classes");
  const body = toasts(page).getByText("With classes of its own.");
  expect(await body.evaluate((element) => getComputedStyle(element).fontStyle)).toBe("italic");
  await press(page, "Hide all toasts");
  expect(await toasts(page).count()).toBe(0);
}

async function tryOverlay(page: Page): Promise<void> {
  await press(page, "Cover, with spinner");
  await page.getByTestId("loading-overlay").getByText("Taking you to your bank").waitFor();
  await page.getByTestId("loading-overlay").waitFor({ state: "detached" });
  await press(page, "Cover by another template");
  expect(await isVisible(page, "loading-overlay")).toBe(false);
}

async function tryQuestions(page: Page): Promise<void> {
  await press(page, "Ask with the defaults");
  const question = page.getByRole("dialog");
  await question.getByRole("heading", { name: "Are you sure?" }).waitFor();
  await question.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("The answer was yes.").waitFor();
  await press(page, "Ask in own words");
  await question.getByRole("heading", { name: "Erase this borrower?" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("The answer was no.").waitFor();
  await press(page, "Show the banner");
  await page.getByTestId("gallery-banner").getByRole("button", { name: "Dismiss" }).click();
  expect(await isVisible(page, "gallery-banner")).toBe(false);
}

async function tryStickyFooter(page: Page): Promise<void> {
  expect(await isVisible(page, "sticky-footer")).toBe(false);
  await press(page, "Open a form with a sticky footer");
  expect((await page.getByTestId("sticky-footer").boundingBox())?.height).toBe(89);
  await press(page, "Cancel");
  expect(await isVisible(page, "sticky-footer")).toBe(false);
}

test("borders, cards and pictures appear in every variant, and nothing is wider than a small phone", async () => {
  const page = await openGallery({ viewport: { width: 320, height: 800 } });
  const shapes = page.getByRole("region", { name: "Cards, borders, lists" });
  const kinds = (testId: string, name: string) =>
    shapes.getByTestId(testId).evaluateAll((found, key) => found.map((element) => element.getAttribute(key)), name);
  expect(await kinds("section-border", "data-border")).toEqual(["rounded", "waves", "angled"]);
  expect(await kinds("page-card", "data-size")).toEqual(["small", "medium", "large"]);
  const drawn = await shapes.getByTestId("section-border").evaluateAll((found) => found.map((one) => one.innerHTML));
  expect(new Set(drawn).size).toBe(3);
  const pictures = page.getByRole("region", { name: "People and the mark" }).getByTestId("profile-picture");
  await pictures.last().and(page.locator("[data-kind=identicon]")).waitFor(); // its photo does not load
  const seen = await pictures.evaluateAll((found) => found.map((one) => (one as HTMLElement).dataset["kind"]));
  expect(seen.filter((kind) => kind === "image")).toHaveLength(3);
  expect(seen.filter((kind) => kind === "identicon")).toHaveLength(10);
  const [scrolled, wide] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  expect(scrolled).toBe(wide);
});

test("typed markdown is shown formatted, and none of it runs as code", async () => {
  // The browser reports each handler that it finds in text, even one that could never run.
  const page = await openGallery({ expects: /inline event handler/ });
  const viewer = page.getByTestId("markdown-viewer");
  await page
    .getByLabel("Body")
    .fill('**bold** <img src="x" onerror="window.ran = true"> <b onclick="window.ran = true">b</b>');
  await viewer.locator("strong", { hasText: "bold" }).waitFor();
  expect(await viewer.locator("[onerror], [onclick], script").count()).toBe(0);
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
  const result = page.getByRole("status", { name: "Result" });
  expect(await result.textContent()).toContain("<b>Hello</b>");
  expect(await result.textContent()).not.toMatch(/onerror|javascript:/);
  await page.getByLabel("Type", { exact: true }).selectOption("another");
  await result.getByText("Invalid safe type").waitFor();
});

test("the table holds any number of rows without requests to the server", async () => {
  const page = await openGallery();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const rows = () => page.getByRole("table", { name: "Samples" }).locator("tbody tr").count();
  const choose = (count: string) => page.getByLabel("How many").selectOption(count);
  expect(await rows()).toBe(10);
  await choose("100");
  await page.getByText("of 100").waitFor();
  expect(await rows()).toBe(25);
  await choose("100000");
  await page.getByText(/of 100,?000/).waitFor();
  await page.getByRole("textbox", { name: "Minimum amount" }).fill("100000");
  await page.getByRole("textbox", { name: "Maximum amount" }).fill("100010");
  await page.getByText(/^1–\d+ of \d{1,3}$/).waitFor();
  await choose("0");
  await page.getByText("No rows").waitFor();
  await choose("error");
  await page.getByRole("button", { name: "Try again" }).last().waitFor();
  expect(asked.filter((url) => url.includes("/api/"))).toEqual([]);
});
