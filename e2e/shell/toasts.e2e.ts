import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { consoleOf } from "../support-console.ts";
import { openVisitors, setClock, stopClock } from "../visitors.ts";

const visitors = openVisitors();

type Options = Readonly<Record<string, boolean | number>>;

async function arrive(): Promise<Page> {
  const page = await visitors.arrive({ viewport: { width: 1400, height: 800 } });
  await setClock(page);
  await page.goto("/privacy-policy");
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

function show(page: Page, header: string, options: Options = {}): Promise<string> {
  return consoleOf(page, (app, [title, how]) => app.toasts.show(title, "What happened.", how), [
    header,
    options,
  ] as const);
}

const toastOf = (page: Page, header: string) => page.getByTestId("toast").filter({ hasText: header });

test("toasts are in an area 350 px wide, each with its header, its body and a unique uuid", async () => {
  const page = await arrive();
  const uuids = [await show(page, "First"), await show(page, "Second")];
  for (const uuid of uuids) expect(uuid).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(uuids[0]).not.toBe(uuids[1]);
  for (const header of ["First", "Second"]) await toastOf(page, header).getByText("What happened.").waitFor();
  const area = page.getByTestId("toast-area");
  expect(await area.getAttribute("aria-live")).toBe("polite");
  for (const width of [1400, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await area.evaluate((element) => getComputedStyle(element).width)).toBe("350px");
    const { right } = await area.evaluate((element) => element.getBoundingClientRect());
    expect(right).toBeLessThanOrEqual(width);
  }
});

test("a toast closes by itself only with autohide: after 5 seconds, or after the given delay", async () => {
  const page = await arrive();
  await stopClock(page);
  await show(page, "Stays");
  await show(page, "Stays too", { autohide: false, delay: 100 });
  await show(page, "Goes", { autohide: true });
  await show(page, "Goes soon", { autohide: true, delay: 300 });
  await expect.poll(() => page.getByTestId("toast").count()).toBe(4);
  await page.clock.runFor(280);
  expect(await toastOf(page, "Goes soon").count()).toBe(1);
  await page.clock.runFor(220);
  await toastOf(page, "Goes soon").waitFor({ state: "hidden" });
  await page.clock.runFor(4_400); // 4,900 in all
  expect(await page.getByTestId("toast").count()).toBe(3);
  await page.clock.runFor(300);
  await expect.poll(() => page.getByTestId("toast").count()).toBe(2);
  await page.clock.runFor(60_000);
  for (const header of ["Stays", "Stays too"]) expect(await toastOf(page, header).first().isVisible()).toBe(true);
});

test("a click on a toast closes it only with closeOnClick, and its button always closes it", async () => {
  const page = await arrive();
  await show(page, "Closes", { closeOnClick: true });
  await show(page, "Does not");
  await toastOf(page, "Closes").getByText("What happened.").click();
  await toastOf(page, "Closes").waitFor({ state: "hidden" });
  await toastOf(page, "Does not").getByText("What happened.").click();
  expect(await toastOf(page, "Does not").isVisible()).toBe(true);
  await toastOf(page, "Does not").getByRole("button", { name: "Close" }).click();
  await toastOf(page, "Does not").waitFor({ state: "hidden" });
});

test("classes apply to the toast, its header and its body separately", async () => {
  const page = await arrive();
  await consoleOf(page, (app) =>
    app.toasts.show("Dressed", "From head to foot.", {
      classes: "one two",
      headerClasses: "of-header",
      bodyClasses: "of-body",
    }),
  );
  const toast = toastOf(page, "Dressed");
  expect(await toast.getAttribute("class")).toMatch(/\bone two\b/);
  expect(await toast.locator(".of-header").innerText()).toContain("Dressed");
  expect(await toast.locator(".of-body").innerText()).toBe("From head to foot.");
});
