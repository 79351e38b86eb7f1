// The curl examples of the API's description, as a developer copies them.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Call } from "#platform/contract/call.ts";
import type { CodeSample } from "#platform/contract/openapi-samples.ts";
import { API_SCOPES } from "#platform/contract/who.ts";
import { describeProduct } from "./api-description.ts";
import { EXAMPLES } from "./api-fields.ts";
import { type CallName, calls } from "./calls.ts";
import { ONE_ENGINE } from "../../testing/database.ts";
import { openTestProduct, type TestProduct } from "../../testing/product.ts";
import { rowOf } from "../../testing/request.ts";
import { aStage, type Stage } from "../../testing/stage.ts";

const READS = (Object.entries<Call>(calls) as [CallName, Call][]).filter(
  ([, { method, apiScope }]) => method === "GET" && apiScope !== null,
);

const { paths } = describeProduct({
  title: "Keyturn",
  version: "1",
  publicUrl: "https://x",
  server: "https://x/api/latest",
}) as unknown as {
  paths: Record<string, Record<string, { operationId: string; "x-codeSamples": CodeSample[] }>>;
};
const operations = Object.values(paths).flatMap((path) => Object.values(path));

describe("the curl example of", () => {
  let product: TestProduct;
  let stage: Stage;
  let key: string;
  let folder: string;

  beforeAll(async () => {
    product = await openTestProduct(ONE_ENGINE);
    stage = await (await aStage(product))("admin");
    const details = { name: "Examples", scopes: [...API_SCOPES], addresses: [], expiresAt: null };
    key = (await stage.person.send(calls.createApiKey, details)).body.secret;
    folder = await mkdtemp(join(tmpdir(), "keyturn-samples-"));
  });
  afterAll(async () => {
    await product.close();
    await rm(folder, { recursive: true });
  });

  test.each(READS)("%s works with the lender's own ids in it", async (name, call) => {
    const input = await rowOf(name).works(stage);
    const samples = operations.find(({ operationId }) => operationId === name)!["x-codeSamples"];
    const ids = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => String(input[field!])); // its group takes part
    const source = ids.reduce(
      (so, id) => so.replace(String(EXAMPLES["Id"]), id),
      samples.find(({ lang }) => lang === "Shell")!.source,
    );
    const script = `curl() { command curl --silent --show-error --write-out '%{http_code}' "$@"; }\n${source}`;
    const shell = spawn("sh", ["-c", script], {
      cwd: folder,
      env: { PATH: "/usr/bin:/bin", KEYTURN_URL: product.url, KEYTURN_API_KEY: key },
    });
    const [out, error] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
    expect(error).toBe("");
    expect(out.slice(-3), out).toBe(String(call.status));
  });
});
