// The browser of the end-to-end tests: the machine's own Chromium, which is installed if that is allowed.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

// The headless shell has no windows to draw, and needs half the processor time.
const places = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const missing =
  "no Chromium found. Install it (Debian: apt-get install chromium-headless-shell), or name its program in CHROMIUM_PATH.";

function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH;
  return [...(named ? [named] : []), ...places].find((place) => existsSync(place)) ?? null;
}

/** Finds Chromium; as root on Debian installs it first when it is missing. */
export function provideChromium(): { path: string } | { missing: string } {
  const found = findChromium();
  if (found) return { path: found };
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    console.log("Installing Chromium for the end-to-end tests …");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    for (const name of ["chromium-headless-shell", "chromium"]) {
      const args = ["install", "-y", "-qq", "--no-install-recommends", name];
      if (spawnSync("apt-get", args, { env, stdio: "inherit" }).status === 0) break;
    }
  }
  const path = findChromium();
  return path ? { path } : { missing };
}
