import { spawn } from "node:child_process";
import { once } from "node:events";
import { type ConsoleMessage, expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { plainEnv } from "../../tools/settings.ts";
import { tellConfig } from "../visitors.ts";
import { sharedStand } from "../global-setup.ts";
import { consoleOf } from "../support-console.ts";

test.describe("environment", () => {
  /** The output of the product when it starts in this environment without other settings. */
  async function startIn(environment: string): Promise<string> {
    const child = spawn(process.execPath, ["app/server/start.ts"], { env: { ...plainEnv(), APP_ENV: environment } });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
    const [code] = (await once(child, "close")) as [number | null];
    expect(code, output).not.toBe(0);
    return output;
  }

  test.describe("the name of the environment", () => {
    test("the page accepts local, stage and prod", async ({ visitors }) => {
      const page = await visitors.arrive();
      for (const environment of ["local", "stage", "prod"]) {
        await page.unrouteAll();
        await tellConfig(page, { environment });
        await page.goto("/privacy-policy");
        await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
        await expect(page.getByRole("banner").getByRole("link", { name: "Log In" })).toBeVisible();
      }
    });

    test("any other name stops the page, which says so", async ({ visitors }) => {
      const page = await visitors.arrive({ expects: /ENVIRONMENT_NOT_RECOGNIZED/ });
      const logged: string[] = [];
      page.on("console", (message) => logged.push(message.text()));
      for (const environment of ["production", "LOCAL", "dev"]) {
        await page.unrouteAll();
        logged.length = 0;
        await tellConfig(page, { environment });
        await page.goto("/auth/login");
        await expect(page.getByRole("heading", { level: 1, name: "The site cannot start" })).toBeVisible();
        expect(logged.join("\n"), environment).toContain("ENVIRONMENT_NOT_RECOGNIZED");
      }
    });

    test("the server requires the settings for stage, and stops at an unknown environment", async () => {
      const [known, unknown] = await Promise.all([startIn("stage"), startIn("LOCAL")]);
      expect(known).not.toContain("ENVIRONMENT_NOT_RECOGNIZED");
      expect(known).toMatch(/[A-Z_]{4,} is missing/);
      expect(unknown).toContain("ENVIRONMENT_NOT_RECOGNIZED");
    });
  });

  test("the configuration contains the addresses of backend and socket, and no client id of a social provider", async () => {
    const { url } = sharedStand();
    const reply = await fetch(`${url}/assets/config.json`);
    const config = (await reply.json()) as Record<string, string>;
    expect(config["backendURL"]).toBe(url);
    expect(new URL(config["websocketURL"]!).protocol).toBe("ws:");
    for (const provider of ["facebook", "github", "google", "twitter"]) expect(config[`${provider}ClientID`]).toBe("");
    expect(JSON.stringify(config)).not.toMatch(/secret[^}"]|sk_/i);
  });
});

test.describe("logging", () => {
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

  test("the console shows debug and up in local, info and up in stage, or the configured level", async ({
    visitors,
  }) => {
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
});

test.describe("banner", () => {
  test("without configuration there is no banner", async ({ visitors }) => {
    const page = await visitors.arrive({ viewport: { width: 1200, height: 800 } });
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByTestId("example-banner")).toHaveCount(0);
  });

  test("a configured banner is fixed from 768 px up until the user dismisses it", async ({ visitors }) => {
    const page = await visitors.arrive({ viewport: { width: 1200, height: 500 } });
    await tellConfig(page, { bannerEnabled: true });
    await page.goto("/");
    const banner = page.getByTestId("example-banner");
    await expect(banner).toBeVisible();
    await expect(banner).toHaveText("EXAMPLE BANNER", { useInnerText: true });
    await expect(banner).toHaveCSS("position", "fixed");
    const before = await banner.boundingBox();
    await page.evaluate(() => window.scrollTo(0, 400));
    expect(await banner.boundingBox()).toEqual(before);

    await page.setViewportSize({ width: 767, height: 500 });
    await expect(banner).toBeHidden();
    await page.setViewportSize({ width: 768, height: 500 });
    await expect(banner).toBeVisible();
    await banner.getByRole("button", { name: "Dismiss" }).click();
    await expect(banner).toHaveCount(0);
    await page.getByRole("banner").getByRole("link", { name: "Log In" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Log In" })).toBeVisible();
    await expect(banner).toHaveCount(0);
  });
});
