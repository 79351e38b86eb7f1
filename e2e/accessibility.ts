// Moves through pages by keyboard and checks that the focus is always visible, and runs axe on a page.
import { expect, type Locator, type Page } from "@playwright/test";
import { AxeBuilder } from "@axe-core/playwright";

const FARTHEST = 60;

/** Presses Tab until the control has the focus, and expects the focus to be visible. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < FARTHEST; presses++) {
    await page.keyboard.press("Tab");
    if (!(await control.evaluate((element) => element === document.activeElement))) continue;
    expect((await settledFocus(page)).errors, `${String(control)} has the focus`).toEqual([]);
    return;
  }
  throw new Error(`${String(control)} is not within ${FARTHEST} presses of Tab`);
}

/** Tabs to the control and presses Enter there. */
export async function pressByTab(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press("Enter");
}

interface Walk {
  stops: string[];
  /** Stops where the focus is not visible, and why. */
  errors: string[];
}

/** Tabs through the page from its start, up to this many stops. */
export async function walkByTab(page: Page, stops: number): Promise<Walk> {
  const walked: string[] = [];
  const unseen: string[] = [];
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press("Tab");
    const { name, errors } = await settledFocus(page);
    if (name === null || name === walked[0]) break; // out of the page, or round it
    unseen.push(...errors.map((error) => `${name}: ${error}`));
    walked.push(name);
  }
  return { stops: walked, errors: unseen };
}

/** Where the focus is on a new page: on an element, not on the document. */
export async function expectFocusKept(page: Page, where: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? "nothing"), { message: `the focus ${where}` })
    .not.toMatch(/^(?:BODY|HTML|nothing)$/);
}

/** The focus is on an element that people can see, with a ring. */
export async function expectFocusSeen(page: Page, where: string): Promise<void> {
  await expectFocusKept(page, where);
  expect((await settledFocus(page)).errors, `the focus ${where}`).toEqual([]);
}

interface Focus {
  /** `null` when the focus has left the page. */
  name: string | null;
  /** What hides it from people. */
  errors: string[];
}

/** Checks again for a second, because a foreign frame reports a moment later that it has the focus. */
async function settledFocus(page: Page): Promise<Focus> {
  for (let looks = 0; ; looks++) {
    const focus = await focusOn(page);
    if (focus.errors.length === 0 || looks === 10) return focus;
    await page.waitForTimeout(100);
  }
}

function focusOn(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { name: null, errors: [] };
    // A control that is drawn by its label shows the focus there.
    const drawn = element.closest<HTMLElement>("label") ?? element;
    const ring = (style: CSSStyleDeclaration) => [style.outlineStyle, style.outlineWidth, style.boxShadow].join();
    // A foreign frame does not use our focus style, so its container shows the focus.
    const holders: HTMLElement[] = [];
    if (element instanceof HTMLIFrameElement)
      for (let one = element.parentElement; one && holders.length < 5; one = one.parentElement) holders.push(one);
    const isRinged = [element, drawn, ...holders].some((one) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    });
    const focused = ring(getComputedStyle(drawn));
    const box = drawn.getBoundingClientRect();
    const isInSight = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    // Four points well inside: one that is hit is enough.
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.25, 0.75].map((y) => [x, y] as const));
    const isCovered = points.every(([x, y]) => {
      const hit = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      return hit === null || !(drawn.contains(hit) || hit.contains(drawn));
    });
    const tag = element.tagName.toLowerCase();
    const words = (element.getAttribute("aria-label") ?? element.innerText ?? "").trim().replaceAll(/\s+/g, " ");
    const name = `${tag} ${words.slice(0, 40) || (element.id ?? "")} ${element.getAttribute("href") ?? ""}`.trim();
    const errors = [
      ...(isRinged ? [] : [`no ring (${focused})`]),
      ...(isInSight ? [] : ["out of sight"]),
      ...(isInSight && isCovered ? ["covered"] : []),
    ];
    return { name, errors };
  });
}

/**
 * What axe finds on a page in its current state in light and in dark, one line each: all rules in light, and those about
 * color again in dark. Legacy mode is faster, and enough because the pages have no foreign frames to check.
 */
export async function findingsOn(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    if (colorScheme === "dark") axe.withRules(["color-contrast", "link-in-text-block"]);
    const { violations } = await axe.analyze();
    found.push(
      ...violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(" | ")}`),
    );
  }
  return found;
}
