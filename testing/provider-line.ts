// A proxy between the product and a provider's sandbox that records requests and can be made to fail.
import { createServer, request as ask, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Answers in the provider's place, or returns `false`. */
export type Fault = (path: string, reply: ServerResponse, body: string) => boolean;

export interface ProviderLine {
  readonly url: string;
  /** Paths in the order of asking. */
  readonly asked: readonly string[];
  break(fault: Fault): void;
  /** Everything is passed on again; what the fault still answers is cut off. */
  heal(): void;
  close(): Promise<void>;
}

export async function openProviderLine(target: string): Promise<ProviderLine> {
  const asked: string[] = [];
  const faulty = new Set<ServerResponse>();
  let fault: Fault = () => false;
  const server = createServer((request, reply) => {
    const path = request.url ?? "/";
    asked.push(path);
    void text(request).then((body) => {
      if (fault(path, reply, body)) {
        faulty.add(reply);
        reply.on("close", () => faulty.delete(reply));
        return;
      }
      const onward = ask(target + path, { method: request.method, headers: request.headers }, (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      });
      onward.on("error", () => reply.destroy());
      reply.on("close", () => onward.destroy());
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    break(next) {
      fault = next;
    },
    heal() {
      fault = () => false;
      for (const reply of faulty) reply.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** 200, and then a byte of nothing now and then, for as long as anybody reads. */
export function drip(reply: ServerResponse): true {
  reply.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => reply.write(" "), 200);
  reply.on("close", () => clearInterval(timer));
  return true;
}

/** 200 with this body. */
export function answer(reply: ServerResponse, body: string | Buffer): true {
  reply.writeHead(200, { "content-type": "application/json" }).end(body);
  return true;
}
