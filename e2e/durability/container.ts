// Programs as containers run them: on a read-only root, as a user without rights, with names of hosts of their own.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";

/** Whether this machine lets us: only root on Linux can give one process its own view of the file system. */
export const canIsolate = spawnSync("unshare", ["--mount", "mount", "-o", "remount,bind,ro", "/"]).status === 0;

export const UNPRIVILEGED = "65534";

export interface Container {
  /** Where the program runs. */
  readonly folder: string;
  /** The only folder that it may write to. */
  readonly data: string;
  /** As /etc/hosts; without it the machine's own. */
  readonly hostsFile?: string;
  readonly command: readonly string[];
}

/** Writes a program for Node that runs the command in isolation. */
export function writeLauncher(file: string, { folder, data, hostsFile, command }: Container): void {
  const user = `--reuid=${UNPRIVILEGED} --regid=${UNPRIVILEGED} --clear-groups --no-new-privs`;
  const script = [
    ...(hostsFile ? [`mount --bind ${hostsFile} /etc/hosts`] : []),
    `mount --bind ${data} ${data}`,
    "mount -o remount,bind,ro /",
    `cd ${folder}`,
    `! touch ${folder}/written 2>&-`,
    `exec setpriv ${user} ${command.map((word) => `'${word}'`).join(" ")}`,
  ].join(" && ");
  const args = ["--mount", "sh", "-c", script];
  writeFileSync(
    file,
    `import { spawnSync } from "node:child_process";
process.exit(spawnSync("unshare", ${JSON.stringify(args)}, { stdio: "inherit" }).status ?? 1);`,
  );
}
