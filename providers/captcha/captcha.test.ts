import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openCaptcha, TIMEOUT_MS } from "./captcha.ts";

const good = () => ({
  success: true,
  score: 0.9,
  action: "subscribe",
  hostname: "site.example",
  challenge_ts: new Date().toISOString(),
});

async function checkedBy(answer: RequestListener, testToken: string | null = null, timeoutMs?: number) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const verifyUrl = `http://localhost:${(server.address() as AddressInfo).port}/`;
  return openCaptcha({ verifyUrl, secretKey: "secret", hostname: "site.example", testToken }, timeoutMs);
}

const saying = (verdict: unknown, status = 200) =>
  checkedBy((_request, reply) =>
    reply.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(verdict)),
  );

test("a fresh token of a person, for paying on our site, passes", async () => {
  expect(await (await saying(good()))("token", "::1")).toBe(true);
});

test.each<[string, unknown, number?]>([
  ["no success", { ...good(), success: false }],
  ["a low score", { ...good(), score: 0.4 }],
  ["no score", { ...good(), score: undefined }],
  ["another action", { ...good(), action: "login" }],
  ["another site", { ...good(), hostname: "evil.example" }],
  ["three minutes old", { ...good(), challenge_ts: new Date(Date.now() - 180_000).toISOString() }],
  ["no time", { ...good(), challenge_ts: "soon" }],
  ["nothing to understand", "yes"],
  ["an error of the checker", good(), 500],
])("%s does not pass", async (_error, verdict, status) => {
  expect(await (await saying(verdict, status))("token", "::1")).toBe(false);
});

test("no one passes when the checker is down or its answer is garbage", async () => {
  const away = openCaptcha({ verifyUrl: "http://localhost:9/", secretKey: "s", hostname: "x", testToken: null });
  expect(await away("token", "::1")).toBe(false);
  expect(await (await checkedBy((_request, reply) => reply.end("<html>")))("token", "::1")).toBe(false);
});

test("a slow checker has three seconds, for head and body together", async () => {
  const dripping: RequestListener = (_request, reply) => {
    reply.write("{");
    const timer = setInterval(() => reply.write(" "), 20);
    reply.on("close", () => clearInterval(timer)); // else it would go on for ever
  };
  const drip = await checkedBy(dripping, null, 300);
  const began = Date.now();
  expect(await drip("token", "::1")).toBe(false);
  expect(Date.now() - began).toBeGreaterThanOrEqual(295); // clocks differ by a moment
  expect(Date.now() - began).toBeLessThan(TIMEOUT_MS);
  expect(TIMEOUT_MS).toBe(3_000);
});

test("the test token passes only where it is configured", async () => {
  const refusing: RequestListener = (_request, reply) => reply.end("{}");
  expect(await (await checkedBy(refusing, "{secret}"))("{secret}", "::1")).toBe(true);
  expect(await (await checkedBy(refusing, null))("{secret}", "::1")).toBe(false);
});
