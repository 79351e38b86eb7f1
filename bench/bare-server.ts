// The bare limit of start.bench.ts: a process that answers over node:http and does nothing else.
import { createServer } from "node:http";

createServer((_request, response) => response.end("ok")).listen(Number(process.argv[2]), "127.0.0.1");
