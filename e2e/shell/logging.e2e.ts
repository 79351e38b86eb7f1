import { expect, type ConsoleMessage, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { tellConfig } from "../visitors.ts";
import { consoleOf } from "../support-console.ts";

const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal"] as const;

/** The console output of logging at each level, and the console method used. */
async function writtenOn(page: Page, config: Record<string, unknown>): Promise<string[]> {
  const written: string[] = [];
  const take = (message: ConsoleMessage) => {
    if (message.text().startsWith("level ")) written.push(`${message.text().slice(6)} by ${message.type()}`);
  };
  page.on("console", take);
  await page.unrouteAll();
  await tellConfig(page, config);
  await page.goto("/privacy-policy");
  await consoleOf(
    page,
    (app, levels) => {
      for (const level of levels) app.log[level](`level ${level}`);
    },
    LEVELS,
  );
  await expect.poll(() => written.at(-1)).toContain("fatal"); // the last of them, at any threshold
  page.off("console", take);
  return written;
}

const EVERY = ["debug by debug", "info by info", "warn by warning", "error by error", "fatal by error"];

test("the console shows debug and up in local, info and up in stage, or the configured level", async ({ visitors }) => {
  const page = await visitors.arrive({ expects: /^level / });
  for (const [config, expected] of [
    [{ environment: "local" }, EVERY],
    [{ environment: "stage" }, EVERY.slice(1)],
    [{ logLevel: 0 }, ["trace by debug", ...EVERY]],
    [{ logLevel: 30 }, EVERY.slice(2)],
    [{ logLevel: 50 }, EVERY.slice(4)],
  ] as const)
    expect(await writtenOn(page, config), JSON.stringify(config)).toEqual(expected);
});

test("in prod the console shows warn and up", async ({ visitors }) => {
  const page = await visitors.arrive();
  await tellConfig(page, { environment: "prod" });
  const written: string[] = [];
  // The browser itself reports the 404.
  page.on("console", (message) => message.type() !== "error" && written.push(message.type()));
  await page.goto("/nowhere/at/all");
  await expect.poll(() => written).toEqual(["warning"]);
});
