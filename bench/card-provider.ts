// A card provider that answers at once from what was written down before: of its own time nothing is measured.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

export interface CardProvider {
  readonly port: number;
  /** JSON: each subscription's answer by its id. */
  readonly file: string;
}

const { port, file } = JSON.parse(process.argv[2] ?? "") as CardProvider;
const answers = new Map(Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, string>));

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://provider");
  if (pathname === "/") return response.end("ok");
  const answer = answers.get(pathname.replace("/v1/subscriptions/", ""));
  response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
  response.end(answer ?? `{"error": {"type": "invalid_request_error", "code": "resource_missing", "message": "none"}}`);
}).listen(port);
