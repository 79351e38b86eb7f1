import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connect, deliver, generate } from "#features/asset-reports/server/test-bank.ts";
import { cashIn, checking, customLogin } from "#features/asset-reports/server/test-custom-bank.ts";
import { calls } from "./calls.ts";
import { ENGINES } from "../../testing/database.ts";
import { aLender, type Person } from "../../testing/lender.ts";
import { openTestProduct, type TestProduct } from "../../testing/product.ts";
import { freePort } from "../../tools/processes.ts";

interface ExportedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}
interface TraceExport {
  readonly resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[];
}

/** Takes what an OTLP exporter sends. */
async function openCollector() {
  const received: TraceExport[] = [];
  const server = createServer((request, reply) => {
    void json(request).then((body) => {
      if (request.url === "/v1/traces") received.push(body as TraceExport);
      reply.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    text: () => JSON.stringify(received),
    spans: () =>
      received.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () => server.close(),
  };
}

const FIRST_NAME = "Sentinelfirst";
const LAST_NAME = "Sentinellast";
const EMAIL = "sentinel.borrower@example.net";
const ACCOUNT = "Sentinel Gold Checking";
const DEPOSIT = "SENTINEL DEPOSIT 99417";

describe.each(ENGINES)("metrics, traces and logs on %s", (engine) => {
  let product: TestProduct;
  let collector: Awaited<ReturnType<typeof openCollector>>;
  let person: Person;
  let borrowerId: string;
  beforeAll(async () => {
    collector = await openCollector();
    product = await openTestProduct(engine, {
      METRICS_PORT: String(await freePort()),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    });
    const lender = await aLender(product);
    person = await lender.as("registered");
    const borrower = await lender.hasBorrower({ firstName: FIRST_NAME, lastName: LAST_NAME, email: EMAIL });
    borrowerId = borrower.id;
    await connect(
      product,
      person,
      borrowerId,
      customLogin({ accounts: [checking(99_417, [cashIn(20, DEPOSIT, 99_417)], { name: ACCOUNT })] }),
    );
    expect(await generate(person, borrowerId)).toMatchObject({ state: "ready" });
    expect(await person.send(calls.sendVisitLink, { id: borrowerId, email: EMAIL })).toMatchObject({ status: 200 });
    await person.send(calls.listBorrowers, { search: LAST_NAME });
    await deliver(product, {
      signature: "forged",
      body: JSON.stringify({ webhook_type: "ITEM", webhook_code: EMAIL }),
    });
  });
  afterAll(async () => {
    await product.close();
    collector.close();
  });

  const scrape = async () => (await fetch(product.metricsUrl!)).text();
  const valueOf = (text: string, sample: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${sample} `))
        ?.split(" ")
        .at(-1) ?? Number.NaN,
    );

  test("the first scrape has what the database says then", async () => {
    const text = await scrape();
    expect(valueOf(text, "keyturn_database_up")).toBe(1);
    expect(valueOf(text, 'keyturn_reports{state="ready"}')).toBe(1);
  });

  test("requests are counted by route, method and status, never by path", async () => {
    const text = await scrape();
    const route = 'method="GET",route="/api/latest/account/borrower"';
    expect(valueOf(text, `keyturn_http_request_duration_seconds_count{${route},status="200"}`)).toBeGreaterThan(0);
    expect(text).toContain('route="/api/latest/account/borrower/:id"');
  });

  test("reports, provider calls, jobs and webhooks are counted", async () => {
    const text = await scrape();
    expect(
      valueOf(text, 'keyturn_provider_call_duration_seconds_count{provider="plaid",outcome="ok"}'),
    ).toBeGreaterThan(0);
    expect(valueOf(text, 'keyturn_webhook_deliveries_total{provider="plaid",outcome="refused"}')).toBe(1);
    expect(text).toMatch(/keyturn_job_duration_seconds_count\{queue="asset-reports\.[\w-]+",outcome="ok"\} \d/);
    expect(valueOf(text, "keyturn_dead_letters")).toBe(0);
    expect(text.includes('keyturn_database_connections{pool="requests",state="idle"}')).toBe(engine === "postgres");
  });

  test("nothing but /metrics is served there, and /metrics is not served with the pages", async () => {
    expect((await fetch(new URL("/health", product.metricsUrl!))).status).toBe(404);
    expect((await fetch(`${product.url}/metrics`)).status).toBe(404);
  });

  test("the dashboard and the alert rules name only metrics that exist", async () => {
    const types = [...(await scrape()).matchAll(/^# TYPE (\w+) (\w+)$/gm)];
    const known = types.flatMap(([, name, type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
    for (const file of ["grafana-dashboard.json", "alert-rules.yaml"]) {
      const text = readFileSync(join(import.meta.dirname, "../../deploy", file), "utf8");
      const named = text.match(/\b(?:keyturn|nodejs|process)_\w+/g) ?? [];
      expect(named.length, file).toBeGreaterThan(5);
      expect(
        named.filter((name) => !known.includes(name)),
        file,
      ).toEqual([]);
    }
  });

  test("a trace runs from the request through its transaction to the job and its provider calls", async () => {
    await vi.waitFor(() => {
      const spans = collector.spans();
      const parentOf = (span: ExportedSpan) => spans.find(({ spanId }) => spanId === span.parentSpanId);
      const path = (span: ExportedSpan | undefined): string[] => (span ? [...path(parentOf(span)), span.name] : []);
      const paths = spans.filter(({ name }) => name === "plaid").map((span) => path(span).join(" > "));
      expect(paths).toContainEqual(
        expect.stringMatching(/^POST \/api\/latest\S+ > transaction > asset-reports\.[\w-]+ > plaid$/),
      );
    }, 15_000);
  });

  test("every reply has a request id, and each log line that the request causes carries it", async () => {
    const refused = await fetch(`${product.url}/api/latest/account/borrower`);
    expect(refused.status).toBe(401);
    expect(refused.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
    const { headers } = await person.send(calls.listOrganizationBorrowers);
    const line = product.logged.map((text) => JSON.parse(text) as object).at(-1);
    expect(line).toMatchObject({ msg: "SECURITY_EVENT", requestId: headers.get("x-request-id") });
  });

  test("no name, email, account, amount, token or id is in the metrics, the traces or the logs", async () => {
    product.product.ctx.log.error({ err: new Error("the last line") }, "searched");
    await vi.waitFor(() => expect(collector.spans().length).toBeGreaterThan(20), 15_000);
    const tokens = [person.token, "access-sandbox-", "assets-sandbox-", "public-sandbox-"];
    const personal = [FIRST_NAME, LAST_NAME, EMAIL, person.email, ACCOUNT, DEPOSIT, "99417", ...tokens];
    const outputs = { metrics: await scrape(), traces: collector.text(), logs: product.logged.join("\n") };
    expect(outputs.logs).toContain("the last line");
    for (const [where, text] of Object.entries(outputs))
      for (const secret of personal) expect(text.toLowerCase(), where).not.toContain(secret.toLowerCase());
    for (const text of [outputs.metrics, outputs.traces]) expect(text).not.toContain(borrowerId);
  });
});
