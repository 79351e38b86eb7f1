// One running product that most end-to-end tests share.
import type { CheckReport } from "../sandbox/shared/checks.ts";
import { type Addresses, startStand } from "./stand.ts";

/** The workers of a run get the environment that its setup leaves. */
const VARIABLE = "KEYTURN_STAND";

export default async function setup(): Promise<() => Promise<void>> {
  const { url, sandboxUrl, mailUrl, dataDir, stop } = await startStand();
  const addresses: Addresses = { url, sandboxUrl, mailUrl, dataDir };
  process.env[VARIABLE] = JSON.stringify(addresses);
  return async () => {
    try {
      await reportChecks(sandboxUrl);
    } finally {
      await stop();
    }
  };
}

/** Prints how requests and replies compare with the providers' published formats. An invalid reply fails the run. */
async function reportChecks(sandboxUrl: string): Promise<void> {
  const reports = Object.entries((await (await fetch(`${sandboxUrl}/_checks`)).json()) as Record<string, CheckReport>);
  for (const [name, { requests, refused, replies, invalid }] of reports)
    process.stdout.write(
      `${name}: ${requests} requests checked, ${refused} refused; ${replies} replies checked, ${invalid} invalid\n`,
    );
  const invalid = reports.flatMap(([name, { notes }]) =>
    notes.filter(({ isInvalidReply }) => isInvalidReply).map(({ call, reason }) => `${name} ${call}: ${reason}`),
  );
  if (reports.some((report) => report[1].invalid > 0))
    throw new Error(`Invalid replies of the sandbox:\n${invalid.join("\n")}`);
}

export function sharedStand(): Addresses {
  const stored = process.env[VARIABLE];
  if (stored === undefined) throw new Error("no end-to-end tests run here");
  return JSON.parse(stored) as Addresses;
}
