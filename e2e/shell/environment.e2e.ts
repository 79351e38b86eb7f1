import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { plainEnv } from "../../tools/settings.ts";
import { tellConfig } from "../visitors.ts";
import { sharedStand } from "../global-setup.ts";

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
