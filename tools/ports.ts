// Which ports are taken, and which are free.
import { randomInt } from "node:crypto";
import net from "node:net";

/** Whether something listens on `port` already (or the system does not let us), on any address of this machine. */
export function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once("error", () => resolve(true));
    probe.listen(port, () => probe.close(() => resolve(false)));
  });
}

// Below 32768, where Linux begins to take ports for outgoing connections: such a one could take ours before we do.
const LOWEST = 10_000;
const HIGHEST = 32_000;

/** A free port whose next `extra` ports are free as well. Another process may still take it before you do. */
export async function freePort(extra = 0): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    const wanted = Array.from({ length: extra + 1 }, (_, index) => isTaken(port + index));
    if (!(await Promise.all(wanted)).includes(true)) return port;
  }
}
