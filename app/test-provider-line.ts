// Owns the line between the product and a provider's stand-in: passes everything on and keeps what was asked.
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";

export interface ProviderLine {
  readonly url: string;
  /** Paths in the order of asking. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

export async function openProviderLine(target: string): Promise<ProviderLine> {
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    const path = request.url ?? "/";
    asked.push(path);
    const onward = ask(target + path, { method: request.method, headers: request.headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    onward.on("error", () => reply.destroy());
    reply.on("close", () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
