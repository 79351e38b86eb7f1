import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { ONE_ENGINE } from "#testing/database.ts";
import { openPolicyReports } from "./routes.ts";

const [ONE, OTHER] = ["192.0.2.1", "2001:db8::1"];
const report = {
  directive: "script-src-elem",
  blocked: "https://evil.example/x.js?q=secret",
  page: "https://site.example/pay?token=secret#secret",
};

test("each kind of violation is logged once a minute", () => {
  let now = 0;
  const tell = vi.fn();
  const take = openPolicyReports(tell, () => now);
  take(ONE, [report, report, { ...report, directive: "frame-src" }]);
  take(OTHER, [{ ...report, blocked: "https://evil.example/another.js" }]);
  expect(tell).toHaveBeenCalledTimes(2);
  now = 60_000;
  take(ONE, [report]);
  expect(tell).toHaveBeenCalledTimes(3);
});

test("no query, id or token of an address is logged, and no free text", () => {
  const tell = vi.fn();
  const take = openPolicyReports(tell);
  take(ONE, [
    report,
    { ...report, page: `https://site.example/borrower/${crypto.randomUUID()}/x` },
    { directive: "style-src 'self' secret", blocked: "inline", page: "secret" },
    {
      directive: "<secret>",
      blocked: "data:text/html,secret",
      page: "blob:https://site.example/secret-secret-secret-secret",
    },
  ]);
  expect(tell.mock.calls.flat()).toEqual([
    { directive: "script-src-elem", blocked: "https://evil.example", path: "/pay" },
    { directive: "script-src-elem", blocked: "https://evil.example", path: "/borrower/…/x" },
    { directive: "style-src", blocked: "inline", path: "unknown" },
    { directive: "unknown", blocked: "data:", path: "unknown" },
  ]);
});

const invented = (count: number, by: string) =>
  Array.from({ length: count }, (_, index) => ({ ...report, page: `https://site.example/${by}/${index}` }));

test("one network that invents kinds is no longer logged and takes no room from others", () => {
  const tell = vi.fn();
  const take = openPolicyReports(tell);
  take(OTHER, invented(5_000, "first"));
  take("2001:db8::2", invented(5_000, "neighbor"));
  expect(tell).toHaveBeenCalledTimes(20);
  take(ONE, [report]);
  expect(tell).toHaveBeenCalledTimes(21);
});

test("a flood from everywhere is no longer logged", () => {
  const tell = vi.fn();
  const take = openPolicyReports(tell);
  for (let host = 0; host < 50; host++) take(`192.0.2.${host}`, invented(20, `host-${host}`));
  expect(tell).toHaveBeenCalledTimes(200);
});

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct(ONE_ENGINE, { LIMITS: "on" });
});
afterAll(() => product.close());

async function post(body: string, type: string): Promise<number> {
  const reply = await fetch(`${product.url}/api/latest/policy-report`, {
    method: "POST",
    headers: { "content-type": type },
    body,
  });
  return reply.status;
}
const linesAbout = (word: string) =>
  product.logged.filter((line) => line.includes("POLICY_VIOLATION") && line.includes(word));

test("both report formats of browsers are accepted, and each gives one line in the log", async () => {
  const old = {
    "csp-report": {
      "document-uri": `${product.url}/terms?token=s3cret`,
      "violated-directive": "script-src-elem",
      "effective-directive": "script-src-elem",
      "blocked-uri": "https://old.example/x.js",
      "script-sample": "s3cret",
      "original-policy": "default-src 'none'",
    },
  };
  expect(await post(JSON.stringify(old), "application/csp-report")).toBe(204);
  expect(await post(JSON.stringify(old), "application/csp-report")).toBe(204);
  const body = {
    documentURL: `${product.url}/terms`,
    effectiveDirective: "frame-src",
    blockedURL: "https://new.example/?a=s3cret",
    sample: "s3cret",
  };
  const list = [
    { type: "csp-violation", age: 1, url: body.documentURL, body },
    { type: "deprecation", body: { id: "x" } },
  ];
  expect(await post(JSON.stringify(list), "application/reports+json")).toBe(204);
  expect(linesAbout("https://old.example")).toHaveLength(1);
  expect(JSON.parse(linesAbout("https://new.example")[0]!)).toMatchObject({
    directive: "frame-src",
    blocked: "https://new.example",
    path: "/terms",
  });
  expect(product.logged.join()).not.toContain("s3cret");
});

test("a request that is not a report, too large, of another type or too frequent is refused", async () => {
  for (const body of [
    "[]",
    "{}",
    "null",
    '{"csp-report":null}',
    '{"csp-report":{}}',
    '[{"type":"csp-violation","body":{}}]',
    "{",
  ])
    for (const type of ["application/csp-report", "application/reports+json"])
      expect(await post(body, type), body).toBe(400);
  expect(await post("{}", "text/plain")).toBe(415);
  expect(
    await post(JSON.stringify({ "csp-report": { "blocked-uri": "x".repeat(17_000) } }), "application/csp-report"),
  ).toBe(413);
  const statuses = await Promise.all(Array.from({ length: 70 }, () => post("{}", "application/csp-report")));
  expect(statuses).toContain(429);
});
