// What a person reads once everything runs.
import path from "node:path";
import { SAMPLE_PASSWORD } from "../seed/people.ts";
import type { Settings } from "./settings.ts";

/** Prints the addresses and, if the sample lender is loaded, an account to sign in with. */
export function welcome(
  { appEnv, publicUrl, sandboxPort, mailPort, dataDir, databaseUrl }: Settings,
  seconds: number,
): void {
  const rows: [string, string][] = [
    ["Pages", publicUrl],
    ["Mailbox", `http://localhost:${mailPort}`],
    ["Sandbox", `http://localhost:${sandboxPort}`],
    ["Data", databaseUrl ? "the PostgreSQL of DATABASE_URL" : path.relative(process.cwd(), dataDir) || "."],
    ["Logs", path.join(path.relative(process.cwd(), dataDir), "logs")],
  ];
  if (appEnv !== "prod") {
    rows.push(["Log in as", `registered@example.com / ${SAMPLE_PASSWORD}`], ["Sample bank", "user_good / pass_good"]);
  }
  console.log(`\nKeyturn is ready (${seconds.toFixed(1)} s)\n`);
  for (const [name, value] of rows) console.log(`  ${name.padEnd(12)} ${value}`);
  console.log("\nCtrl-C stops everything.\n");
}
