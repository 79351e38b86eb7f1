// Cleans up after us however we end, kill -9 included: a shell that waits for our end of a pipe to close.
import { spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Runs `script` (POSIX sh; `$1`, `$2`… are `args`) once this process is gone.
 * @returns a function that calls the watch off, to be used after cleaning up in the ordinary way
 */
export function watchdog(script: string, args: string[]): () => void {
  if (process.platform === "win32") return () => {};
  const shell = spawn("/bin/sh", ["-c", `read -r order; [ "$order" = off ] && exit; ${script}`, "watchdog", ...args], {
    // Its own group: Ctrl-C in the terminal must not reach it.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    cwd: "/",
  });
  shell.unref();
  // Neither a shell that is gone already nor an open pipe may trouble or hold this process.
  // A child's pipe is a socket, which its type does not tell.
  const order = shell.stdin as Socket;
  order.on("error", () => {});
  order.unref();
  return () => order.end("off\n");
}
