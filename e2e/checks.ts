import type { CheckReport } from "../sandbox/shared/checks.ts";

/**
 * Prints how a sandbox's requests and replies compare with the providers' published formats.
 * @throws with the notes of the invalid replies, if there was one
 */
export async function reportChecks(sandboxUrl: string): Promise<void> {
  const reports = Object.entries((await (await fetch(`${sandboxUrl}/_checks`)).json()) as Record<string, CheckReport>);
  for (const [name, { requests, refused, replies, invalid }] of reports)
    process.stdout.write(
      `${sandboxUrl} ${name}: ${requests} requests checked, ${refused} refused; ${replies} replies checked, ${invalid} invalid\n`,
    );
  const invalid = reports.flatMap(([name, { notes }]) =>
    notes.filter(({ isInvalidReply }) => isInvalidReply).map(({ call, reason }) => `${name} ${call}: ${reason}`),
  );
  if (reports.some((report) => report[1].invalid > 0))
    throw new Error(`Invalid replies of the sandbox:\n${invalid.join("\n")}`);
}
