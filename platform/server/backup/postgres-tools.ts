import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BackupError } from "./manifest.ts";

/** The environment of this process with some more variables. */
export type ToolEnvironment = (variables: Record<string, string>) => Readonly<Record<string, string | undefined>>;

/**
 * Runs pg_dump or pg_restore on the database of `url`, which names one host, and yields what it prints. Throws
 * BackupError with its own message when it is not installed or does not end well.
 */
export async function* runPostgresTool(
  tool: "pg_dump" | "pg_restore",
  args: readonly string[],
  url: string,
  environmentWith: ToolEnvironment,
  input?: AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  // Every user of the machine may read arguments, so the password is not one.
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  const child = spawn(tool, [...args, "--no-password", `--dbname=${address.href}`], {
    env: { ...environmentWith(password ? { PGPASSWORD: password } : {}) },
  });
  let printed = "";
  child.stderr.on("data", (chunk: Buffer) => (printed = (printed + String(chunk)).slice(-4_000)));
  const ended = once(child, "close").then(
    ([code]) => (code === 0 ? undefined : new BackupError(`${tool} failed: ${printed.trim() || `exit code ${code}`}`)),
    (error: unknown) => new BackupError(notStarted(tool, error), error),
  );
  // Its own message says more than the broken pipe that it leaves.
  const sent = pipeline(Readable.from(input ?? []), child.stdin).catch((error: Error) => error);
  try {
    yield* child.stdout as AsyncIterable<Buffer>;
    const failure = (await ended) ?? (await sent);
    if (failure) throw failure;
  } finally {
    child.kill();
    await ended;
  }
}

function notStarted(tool: string, error: unknown): string {
  return (error as { code?: string }).code === "ENOENT"
    ? `${tool} is not on PATH. Install PostgreSQL's client programs, at least as new as the server.`
    : `${tool} could not be started: ${String(error)}`;
}
