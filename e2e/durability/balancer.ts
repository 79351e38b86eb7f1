import net, { type AddressInfo } from "node:net";

export interface Balancer {
  readonly url: string;
  close(): void;
}

const CHECK_EVERY_MS = 100;

/**
 * As small as can be: each new connection goes to the next of the products at these ports that is healthy, which each
 * is asked at /health, and accepts it.
 */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const healthy = new Set<number>();
  const check = async (port: number) => {
    const reply = await fetch(`http://localhost:${port}/health`, {
      headers: { connection: "close" },
      signal: AbortSignal.timeout(2_000),
    }).catch(() => null);
    if (reply?.ok) healthy.add(port);
    else healthy.delete(port);
  };
  await Promise.all(ports.map(check));
  const checks = ports.map((port) => setInterval(() => void check(port), CHECK_EVERY_MS));

  let turn = 0;
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ allowHalfOpen: true }, (client) => {
    const inTurn = ports.map((_port, index) => ports[(turn + index) % ports.length]!);
    turn++;
    const candidates = inTurn.toSorted((one, other) => Number(healthy.has(other)) - Number(healthy.has(one)));
    sockets.add(client);
    client.on("error", () => {}).once("close", () => sockets.delete(client));
    forward(client, candidates);
  });
  server.listen(0, "localhost");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      for (const timer of checks) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Nothing was sent before a backend accepts, so the next one can be tried in its place. */
function forward(client: net.Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined) return void client.destroy();
  const backend = net.connect({ port, host: "localhost", allowHalfOpen: true });
  const tryNext = () => forward(client, others);
  backend.once("error", tryNext);
  backend.once("connect", () => {
    backend.off("error", tryNext).on("error", () => client.destroy());
    client.once("close", () => backend.destroy());
    client.pipe(backend).pipe(client);
  });
}
