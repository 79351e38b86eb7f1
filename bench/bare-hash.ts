// The baseline of a sign-in: a node:http server that verifies one Argon2id hash per request, and nothing else.
import { createServer } from "node:http";
import { verify } from "@node-rs/argon2";

export interface BareHash {
  readonly port: number;
  readonly stored: string;
  readonly password: string;
}

const { port, stored, password } = JSON.parse(process.argv[2] ?? "{}") as BareHash;

createServer((request, reply) => {
  request.resume();
  if (request.method === "GET") return reply.end("{}");
  void verify(stored, password).then((matches) => reply.writeHead(matches ? 200 : 401).end("{}"));
}).listen(port, "127.0.0.1");
