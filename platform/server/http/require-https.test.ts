import { expect, test } from "vitest";
import { route } from "./serve.ts";
import { aServer, listThings } from "./test-server.ts";

const routes = [route(listThings, async ({ address }) => [address])];
const behindProxy = { secure: true, trustedProxies: ["127.0.0.1", "::1"] };

async function ask(url: string, headers: Record<string, string> = {}) {
  const reply = await fetch(url, { headers, redirect: "manual" });
  const text = await reply.text();
  return { status: reply.status, location: reply.headers.get("location"), text, headers: reply.headers };
}

test("behind a proxy that got an http request, pages redirect to https and calls are refused", async () => {
  const { url } = await aServer(routes, behindProxy);
  const headers = { "x-forwarded-proto": "http", "x-forwarded-host": "evil.example" };
  expect(await ask(`${url}/auth/login?a=1`, headers)).toMatchObject({
    status: 308,
    location: "https://site.example/auth/login?a=1",
  });
  const refused = await ask(`${url}/api/latest/thing`, headers);
  expect(refused).toMatchObject({ status: 403, location: null, text: '{"message":"HTTPS_REQUIRED"}' });
});

test("a whole address as the request line is read like a path, and HEAD like GET", async () => {
  const { raw } = await aServer(routes, behindProxy);
  const line = (start: string) =>
    raw(`${start} HTTP/1.1\r\nhost: x\r\nx-forwarded-proto: http\r\nconnection: close\r\n\r\n`);
  const to = "location: https://site.example";
  for (const [start, location] of [
    ["GET http://evil.example/auth/login?a=1", `${to}/auth/login?a=1\r\n`],
    ["GET HTTP://evil.example", `${to}/\r\n`],
    ["GET https://evil.example@other.example/x", `${to}/x\r\n`],
    ["GET //evil.example/x", `${to}//evil.example/x\r\n`],
    ["HEAD /auth/login?a=1", `${to}/auth/login?a=1\r\n`],
    ["HEAD http://evil.example/auth/login", `${to}/auth/login\r\n`],
  ] as const) {
    const reply = await line(start);
    expect(reply, start).toMatch(/^HTTP\/1\.1 308 /);
    expect(reply, start).toContain(location);
  }
  for (const start of [
    "GET http://site.example/api/latest/thing",
    "HEAD /api/latest/thing",
    "GET /x/../api/latest/thing",
    "GET /%61pi/latest/thing",
    "GET /api%2flatest/thing",
    "POST http://site.example/auth/login",
    "OPTIONS *",
    "GET ftp://site.example/x",
  ]) {
    const reply = await line(start);
    expect(reply, start).toMatch(/^HTTP\/1\.1 403 /);
    expect(reply, start).not.toContain("location:");
  }
});

test("https requests are served, and browsers are asked to stay on https", async () => {
  const { url } = await aServer(routes, behindProxy);
  const reply = await ask(`${url}/thing`, { "x-forwarded-proto": "https" });
  expect(reply.status).toBe(200);
  expect(reply.headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
});

test("only a trusted proxy sets the caller's address", async () => {
  const forwarded = { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" };
  const trusting = await aServer(routes, behindProxy);
  expect((await ask(`${trusting.url}/thing`, forwarded)).text).toBe('["203.0.113.7"]');
  for (const trustedProxies of [[], ["192.0.2.1"]]) {
    const { url } = await aServer(routes, { trustedProxies });
    expect((await ask(`${url}/thing`, forwarded)).text).toMatch(/^\["(?:::1|127\.0\.0\.1)"\]$/);
  }
});
