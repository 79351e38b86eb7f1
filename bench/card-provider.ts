// A card provider that answers at once from recorded answers, so that its own time is not measured.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Certificate } from "../tools/certificate.ts";

export interface CardProvider {
  /** Answers over http once the provider is ready. */
  readonly port: number;
  /** Of the provider, which production asks only over https. */
  readonly securePort: number;
  readonly certificate: Certificate;
  /** JSON: each subscription's answer by its id. */
  readonly file: string;
}

const { port, securePort, certificate, file } = JSON.parse(process.argv[2] ?? "") as CardProvider;
const answers = new Map(Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, string>));
const identity = { key: readFileSync(certificate.key), cert: readFileSync(certificate.certificate) };

const provider = createSecureServer(identity, (request, response) => {
  const { pathname } = new URL(request.url ?? "/", "https://provider");
  const answer = answers.get(pathname.replace("/v1/subscriptions/", ""));
  response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
  response.end(answer ?? `{"error": {"type": "invalid_request_error", "code": "resource_missing", "message": "none"}}`);
});
provider.listen(securePort, () => createServer((_request, response) => response.end("ok")).listen(port));
