import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { consoleOf } from "../support-console.ts";
import { setClock, stopClock, type Visitors } from "../visitors.ts";

type Options = Readonly<Record<string, boolean | number>>;

async function arrive(visitors: Visitors): Promise<Page> {
  const page = await visitors.arrive({ viewport: { width: 1400, height: 800 } });
  await setClock(page);
  await page.goto("/privacy-policy");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
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

test("a toast closes by itself only with autohide: after 5 seconds, or after the given delay", async ({ visitors }) => {
  const page = await arrive(visitors);
  await stopClock(page);
  await show(page, "Stays");
  await show(page, "Stays too", { autohide: false, delay: 100 });
  await show(page, "Goes", { autohide: true });
  await show(page, "Goes soon", { autohide: true, delay: 300 });
  await expect(page.getByTestId("toast")).toHaveCount(4);
  await page.clock.runFor(280);
  await expect(toastOf(page, "Goes soon")).toHaveCount(1);
  await page.clock.runFor(220);
  await expect(toastOf(page, "Goes soon")).toBeHidden();
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
