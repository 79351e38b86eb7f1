// The files of the container image, started as the Dockerfile and its operators do: another user, nothing writable
// but the data folder.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { assembleImage } from "../../tools/image.ts";
import { freePort, startChild, untilItAnswers } from "../../tools/processes.ts";
import { plainEnv } from "../../tools/settings.ts";
import { canIsolate, UNPRIVILEGED, writeLauncher } from "./container.ts";
import { elsewhere } from "./processes.ts";

/** Debian's slim base and Node are about 80 MB of the 200 MB that the whole image may have, compressed. */
const MAX_BYTES = 120_000_000;

test("the image's files run as a user without rights on a read-only root", async ({ atEnd }) => {
  test.setTimeout(180_000);
  test.skip(!canIsolate, "only root on Linux can make the root read-only for one process");
  const folder = mkdtempSync(path.join(os.tmpdir(), "keyturn-image-"));
  atEnd(() => rmSync(folder, { recursive: true }));
  const [image, data] = [path.join(folder, "image"), path.join(folder, "data")];
  assembleImage(image);
  execFileSync("sh", ["-c", `chmod 755 ${folder} && mkdir -m 777 ${data}`]);
  const bytes = Number(execFileSync("sh", ["-c", `tar --create --directory=${image} . | gzip | wc --bytes`]));
  test.info().annotations.push({ type: "compressed", description: `${Math.round(bytes / 1e6)} MB` });
  expect(bytes).toBeLessThan(MAX_BYTES);

  const port = await freePort();
  const lines: string[] = [];
  const launcher = path.join(folder, "launch.mjs");
  writeLauncher(launcher, { folder: image, data, command: [process.execPath, "dist/server/start.js"] });
  const env = { ...plainEnv(), ...elsewhere("prod"), PORT: String(port), DATA_DIR: path.join(data, "keyturn") };
  const child = startChild({ name: "The image", args: [launcher], env, onLine: (line) => lines.push(line) });
  atEnd(() => child.stop());
  expect(await untilItAnswers(child, `http://localhost:${port}/health`), lines.join("\n")).toBe(true);
  const page = await fetch(`http://localhost:${port}/`, { headers: { accept: "text/html" } });
  expect(page.status).toBe(200);
  expect((await page.text()).toLowerCase()).toContain("<!doctype html>");
  expect(execFileSync("stat", ["--format=%u %a", path.join(data, "keyturn")], { encoding: "utf8" })).toBe(
    `${UNPRIVILEGED} 700\n`,
  );
});
