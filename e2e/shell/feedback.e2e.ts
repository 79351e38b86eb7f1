import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { answerWith, ask, consoleOf, untilOpen } from "../support-console.ts";
import { setClock, stopClock, type Visitors } from "../visitors.ts";

test.describe("toasts", () => {
  type Options = Readonly<Record<string, boolean | number>>;

  async function arrive(visitors: Visitors): Promise<Page> {
    const page = await visitors.arrive({ viewport: { width: 1400, height: 800 } });
    await setClock(page);
    await page.goto("/privacy-policy");
    await untilOpen(page); // with a stopped clock it would not start
    return page;
  }

  function show(page: Page, header: string, options: Options = {}): Promise<string> {
    return consoleOf(page, (app, [title, how]) => app.toasts.show(title, "What happened.", how), [
      header,
      options,
    ] as const);
  }

  const toastOf = (page: Page, header: string) => page.getByTestId("toast").filter({ hasText: header });

  test("toasts are in an area 350 px wide, each with its header, its body and a unique uuid", async ({ visitors }) => {
    const page = await arrive(visitors);
    const uuids = [await show(page, "First"), await show(page, "Second")];
    for (const uuid of uuids) expect(uuid).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(uuids[0]).not.toBe(uuids[1]);
    for (const header of ["First", "Second"])
      await expect(toastOf(page, header).getByText("What happened.")).toBeVisible();
    const area = page.getByTestId("toast-area");
    await expect(area).toHaveAttribute("aria-live", "polite");
    for (const width of [1400, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(area).toHaveCSS("width", "350px");
      const { right } = await area.evaluate((element) => element.getBoundingClientRect());
      expect(right).toBeLessThanOrEqual(width);
    }
  });

  test("a toast closes by itself only with autohide: after 5 seconds, or after the given delay", async ({
    visitors,
  }) => {
    const page = await arrive(visitors);
    await stopClock(page);
    await show(page, "Stays");
    await show(page, "Stays too", { autohide: false, delay: 100 });
    await show(page, "Goes", { autohide: true });
    await show(page, "Closes soon", { autohide: true, delay: 300 });
    await expect(page.getByTestId("toast")).toHaveCount(4);
    await page.clock.runFor(280);
    await expect(toastOf(page, "Closes soon")).toHaveCount(1);
    await page.clock.runFor(220);
    await expect(toastOf(page, "Closes soon")).toBeHidden();
    await page.clock.runFor(4_400); // 4,900 in all
    await expect(page.getByTestId("toast")).toHaveCount(3);
    await page.clock.runFor(300);
    await expect(page.getByTestId("toast")).toHaveCount(2);
    await page.clock.runFor(60_000);
    for (const header of ["Stays", "Stays too"]) await expect(toastOf(page, header).first()).toBeVisible();
  });

  test("a click on a toast closes it only with closeOnClick, and its button always closes it", async ({ visitors }) => {
    const page = await arrive(visitors);
    await show(page, "Closes", { closeOnClick: true });
    await show(page, "Does not");
    await toastOf(page, "Closes").getByText("What happened.").click();
    await expect(toastOf(page, "Closes")).toBeHidden();
    await toastOf(page, "Does not").getByText("What happened.").click();
    await expect(toastOf(page, "Does not")).toBeVisible();
    await toastOf(page, "Does not").getByRole("button", { name: "Close" }).click();
    await expect(toastOf(page, "Does not")).toBeHidden();
  });

  test("classes apply to the toast, its header and its body separately", async ({ visitors }) => {
    const page = await arrive(visitors);
    await consoleOf(page, (app) =>
      app.toasts.show("Dressed", "From head to foot.", {
        classes: "one two",
        headerClasses: "of-header",
        bodyClasses: "of-body",
      }),
    );
    const toast = toastOf(page, "Dressed");
    await expect(toast).toHaveAttribute("class", /\bone two\b/);
    await expect(toast.locator(".of-header")).toContainText("Dressed", { useInnerText: true });
    await expect(toast.locator(".of-body")).toHaveText("From head to foot.");
  });
});

test.describe("overlay", () => {
  const VIEWPORT = { width: 1100, height: 700 };

  async function arrive(visitors: Visitors): Promise<Page> {
    const page = await visitors.arrive({ viewport: VIEWPORT, expects: /\b5\d\d\b|failed/ });
    await page.goto("/privacy-policy");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    return page;
  }

  const overlayOf = (page: Page) => page.getByTestId("loading-overlay");
  const spinnersIn = (page: Page) => overlayOf(page).locator('[aria-hidden="true"]');

  test.describe("the loading overlay", () => {
    test("covers the whole page and is announced by screen readers", async ({ visitors }) => {
      const page = await arrive(visitors);
      await page.evaluate(() => window.scrollTo(0, 300));
      await consoleOf(page, (app) => app.overlay.show({ message: "One moment" }));
      await expect(overlayOf(page)).toBeVisible();
      expect(await overlayOf(page).boundingBox()).toEqual({
        x: 0,
        y: 0,
        width: await page.evaluate(() => document.documentElement.clientWidth),
        height: VIEWPORT.height,
      });
      await expect(page.getByRole("status").filter({ hasText: "One moment" })).toBeVisible();
      await consoleOf(page, (app) => app.overlay.hide());
      await expect(overlayOf(page)).toBeHidden();
    });

    test("shows its message, a spinner only on request, and with the TEXT template only text", async ({ visitors }) => {
      const page = await arrive(visitors);
      await consoleOf(page, (app) => app.overlay.show({ message: "Reading the file" }));
      await expect(overlayOf(page).getByText("Reading the file")).toBeVisible();
      await expect(spinnersIn(page)).toHaveCount(0);
      await consoleOf(page, (app) => app.overlay.show({ message: "Still reading", spinner: true }));
      await expect(overlayOf(page).getByText("Still reading")).toBeVisible();
      await expect(spinnersIn(page)).toHaveCount(1);
      await consoleOf(page, (app) => app.overlay.show({ message: "Nearly there", spinner: false }));
      await expect(overlayOf(page).getByText("Nearly there")).toBeVisible();
      await expect(spinnersIn(page)).toHaveCount(0);
      await consoleOf(page, (app) => app.overlay.show({ message: "In text", template: "TEXT" }));
      await expect(overlayOf(page).getByText("In text")).toBeVisible();
      await consoleOf(page, (app) => app.overlay.show({ message: "Otherwise", template: "IMAGE" }));
      await expect(overlayOf(page)).toBeHidden();
      await expect(page.getByText("Otherwise")).toHaveCount(0);
    });

    test("is hidden when any call fails", async ({ visitors }) => {
      const page = await arrive(visitors);
      for (const [path, status] of [
        ["/payment/subscribe", 500],
        ["/auth/register", 502],
      ] as const) {
        await answerWith(page, `/api/latest${path}`, status, { message: "INTERNAL_ERROR" });
        await consoleOf(page, (app) => app.overlay.show({ message: "Sending" }));
        await expect(overlayOf(page)).toBeVisible();
        await ask(page, "POST", path, { body: {} });
        await expect(overlayOf(page)).toBeHidden();
      }
    });
  });
});

test.describe("confirmation", () => {
  async function arrive(visitors: Visitors): Promise<Page> {
    const page = await visitors.arrive();
    await page.goto("/privacy-policy");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    return page;
  }

  /** Opens the dialog without waiting for the answer. */
  async function open(page: Page, question?: Record<string, string>) {
    await consoleOf(
      page,
      (app, texts) => void Object.assign(window, { answered: texts ? app.confirm(texts) : app.confirm() }),
      question,
    );
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    return dialog;
  }

  function answered(page: Page): Promise<boolean> {
    return page.evaluate(() => (window as unknown as { answered: Promise<boolean> }).answered);
  }

  test("without options it shows a title, a text, Cancel and Confirm", async ({ visitors }) => {
    const page = await arrive(visitors);
    const dialog = await open(page);
    await expect(dialog.getByRole("heading")).toHaveText(/\w/, { useInnerText: true });
    const described = await dialog.getAttribute("aria-describedby");
    await expect(page.locator(`[id="${described}"]`)).toHaveText(/\w/, { useInnerText: true });
    await expect(dialog.getByRole("button")).toHaveText(["Cancel", "Confirm"]);
    await dialog.getByRole("button", { name: "Confirm" }).click();
    expect(await answered(page)).toBe(true);
  });

  test("Confirm returns true, Cancel and Escape return false, and options replace all four texts", async ({
    visitors,
  }) => {
    const page = await arrive(visitors);
    const texts = { title: "Remove Jane?", text: "She is notified by email.", cancel: "Keep", confirm: "Remove" };
    for (const [button, answer] of [
      ["Remove", true],
      ["Keep", false],
    ] as const) {
      const dialog = await open(page, texts);
      await expect(dialog.getByRole("heading", { name: texts.title })).toBeVisible();
      await expect(dialog.getByText(texts.text)).toBeVisible();
      await expect(dialog.getByRole("button")).toHaveText(["Keep", "Remove"]);
      await dialog.getByRole("button", { name: button }).click();
      expect(await answered(page)).toBe(answer);
      await expect(dialog).toBeHidden();
    }
    await open(page, { title: "And now?" });
    await page.keyboard.press("Escape");
    expect(await answered(page)).toBe(false);
  });

  test("the focus stays inside the dialog, and then returns to where it was", async ({ visitors }) => {
    const page = await arrive(visitors);
    const link = page.getByRole("contentinfo").getByRole("link", { name: /privacy/i });
    await link.focus();
    const dialog = await open(page);
    for (let presses = 0; presses < 5; presses++) {
      await page.keyboard.press("Tab");
      const isOutside = await page.evaluate(() => document.activeElement?.closest("main, header, footer") !== null);
      expect(isOutside && (await dialog.evaluate((element) => !element.contains(document.activeElement)))).toBe(false);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(link).toBeFocused();
  });

  test("a second dialog replaces the first, which returns false", async ({ visitors }) => {
    const page = await arrive(visitors);
    await open(page, { title: "The first" });
    await page.evaluate(() => Object.assign(window, { first: (window as unknown as { answered: unknown }).answered }));
    await open(page, { title: "The second" });
    expect(await page.evaluate(() => (window as unknown as { first: Promise<boolean> }).first)).toBe(false);
    await expect(page.getByRole("dialog").getByRole("heading", { name: "The second" })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(1);
  });
});
