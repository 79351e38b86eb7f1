// npm start: builds what changed, then runs product, sandbox providers and mailbox until Ctrl-C.
import { hindrances, runLocalStack, welcome } from "./local-stack.ts";
import { runShown } from "./run-once.ts";
import { readSettings } from "./settings.ts";
import { isProductBuilt } from "./build.ts";

async function start(): Promise<number> {
  const settings = readSettings(process.env);
  const reasons = await hindrances(settings);
  if (reasons.length > 0) {
    for (const reason of reasons) console.error(reason);
    return 1;
  }
  if (!isProductBuilt()) {
    console.log("Building the pages and the server …");
    if (runShown(["tools/build.ts"]) !== 0) return 1;
  }
  return runLocalStack({
    settings,
    product: { args: ["dist/server/start.js"], env: {}, port: settings.port },
    onReady: (seconds) => welcome(settings, seconds),
  });
}

try {
  process.exitCode = await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
