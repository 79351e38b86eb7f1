// The browser of the end-to-end tests: the machine's own Chromium, which is installed if that is allowed.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const howTo = "no Chromium found. Install it (Debian: apt-get install chromium), or name its program in CHROMIUM_PATH.";

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
    try {
      execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], {
        env,
        stdio: "inherit",
      });
    } catch {
      return { missing: howTo };
    }
  }
  const path = findChromium();
  return path ? { path } : { missing: howTo };
}
