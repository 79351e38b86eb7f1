import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test, vi } from "vitest";
import { AppError } from "#platform/contract/errors.ts";
import { route } from "./serve.ts";
import { aServer, aThingServer, endThing, JSON_TYPE, listThings, PATH, type TestServer } from "./test-server.ts";

describe("http server", () => {
  test("two Host headers are refused, whichever order they come in", async () => {
    const { raw } = await aThingServer();
    for (const hosts of ["host: x\r\nhost: y", "Host: x\r\nhost: x"]) {
      const reply = await raw(`GET /thing HTTP/1.1\r\n${hosts}\r\nconnection: close\r\n\r\n`);
      expect(reply).toMatch(/^HTTP\/1\.1 400 /);
      expect(reply).toContain('{"message":"VALIDATION_ERROR"}');
    }
  });

  test("headers of 16 kB are 431 with a code; unknown ones change nothing", async () => {
    const { raw, post } = await aThingServer();
    const reply = await raw(`GET /thing HTTP/1.1\r\nhost: x\r\nx-long: ${"x".repeat(17_000)}\r\n\r\n`);
    expect(reply).toContain("431 Request Header Fields Too Large");
    expect(reply).toContain('{"message":"HEADERS_TOO_LARGE"}');
    const odd = {
      ...JSON_TYPE,
      ignoreIterecptor: "true",
      "multi-part": "1",
      "x-http-method-override": "DELETE",
      "x-original-url": "/admin",
    };
    expect(await post('{"name":"x"}', odd)).toMatchObject({ status: 200 });
    const many = Array.from({ length: 300 }, (_, index) => `a${index}: 1`).join("\r\n");
    expect(await raw(`GET /thing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${many}\r\n\r\n`)).toContain("200 OK");
  });

  test("an ambiguous request is 400 and closes the connection", async () => {
    const { raw, reached } = await aThingServer();
    const head = `POST ${PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;
    for (const attack of [
      `${head}content-length: 12\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      `${head}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`,
      `${head}content-length: 12\r\ncontent-length: 13\r\n\r\n{"name":"x"}`,
      `${head}content-length : 12\r\n\r\n{"name":"x"}`,
      "GET /thing HTTP/1.1\nhost: x\n\n",
    ]) {
      const reply = await raw(attack);
      expect(reply, attack).toMatch(/^HTTP\/1\.1 400 Bad Request/);
      expect(reply, attack).toContain('{"message":"VALIDATION_ERROR"}');
    }
    expect(reached).toEqual([]);
  });

  test("other methods, and methods named in headers, reach no rule", async () => {
    const { raw, url, reached } = await aThingServer();
    for (const method of ["TRACE", "PROPFIND", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"]) {
      const reply = await raw(`${method} /thing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      expect(reply, method).toMatch(/^HTTP\/1\.1 (404|405) /);
    }
    const overridden = await fetch(`${url}/end`, { headers: { "x-http-method-override": "POST" } });
    expect(overridden.status).toBe(404);
    expect(reached).toEqual([]);
  });

  test("an invalid path is 400 or 404 with a code, and reveals nothing about the server", async () => {
    const { raw } = await aThingServer();
    for (const path of [
      "/thing/%",
      "/thing/%E0%A4%A",
      "/..%2f..%2fetc/passwd",
      "/.env",
      "/.git/config",
      "//evil.example/x",
      "/thing/../../x",
      `/${"a".repeat(9_000)}`,
    ]) {
      const reply = await raw(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      expect(reply, path).toMatch(/^HTTP\/1\.1 (400|404) /);
      expect(reply, path).toMatch(/\{"message":"(NOT_FOUND|VALIDATION_ERROR)"\}$/);
      expect(reply.toLowerCase(), path).not.toMatch(/x-powered-by|server: |node_modules|fastify/);
    }
  });

  const failing = (error: unknown): Promise<TestServer> =>
    aServer([route(endThing, () => Promise.reject(error as Error))]);

  test("an exception in a rule is 500 without its message; the next request is served", async () => {
    const { url } = await failing(new Error("select secret from users at /srv/app/rule.ts"));
    for (let time = 0; time < 2; time++) {
      const reply = await fetch(`${url}/end`, { method: "POST" });
      expect([reply.status, await reply.text()]).toEqual([500, '{"message":"INTERNAL_ERROR"}']);
    }
  });

  test("an unreachable database or a full disk is 503 with Retry-After; a refusal keeps its code and time", async () => {
    const away = await failing(Object.assign(new Error("down"), { code: "57P01" }));
    const gone = await fetch(`${away.url}/end`, { method: "POST" });
    expect([gone.status, gone.headers.get("retry-after"), await gone.json()]).toEqual([
      503,
      "2",
      { message: "OVERLOADED" },
    ]);
    const full = await failing(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
    const unwritten = await fetch(`${full.url}/end`, { method: "POST" });
    expect([unwritten.status, unwritten.headers.get("retry-after")]).toEqual([503, "60"]);
    const limited = await failing(new AppError("TOO_MANY_REQUESTS", { retryAfter: 7 }));
    const refused = await fetch(`${limited.url}/end`, { method: "POST" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "7"]);
  });

  test("an overloaded server refuses requests with Retry-After, and recovers by itself", async () => {
    const { url } = await aServer([route(listThings, () => Promise.resolve([]))], { shed: true });
    const ask = () => fetch(`${url}/thing`);
    expect((await ask()).status).toBe(200);
    const hold = (ms: number) => {
      const until = Date.now() + ms;
      while (Date.now() < until); // on purpose
    };
    hold(2_500); // one pause
    expect((await ask()).status).toBe(200);
    hold(6_000);
    const shed = await vi.waitFor(async () => {
      const reply = await ask();
      expect(reply.status).toBe(503);
      return reply;
    }, 10_000);
    expect([shed.headers.get("retry-after"), await shed.json()]).toEqual(["5", { message: "OVERLOADED" }]);
    expect((await fetch(`${url}/%74hing`)).status).toBe(503);
    expect((await fetch(`${url}/no-call`)).status).toBe(404);
    await vi.waitFor(async () => expect((await ask()).status).toBe(200), 20_000);
  });

  test("a stopping server answers running and late requests, and ends their connections", async () => {
    let isDraining = false;
    let finish: (() => void) | undefined;
    const rule = route(endThing, () => new Promise<void>((resolve) => (finish = resolve)));
    const { url, app, raw } = await aServer([rule, route(listThings, async () => [])], {
      isDraining: () => isDraining,
    });
    const open = () => connect(Number(new URL(url).port), "localhost");
    const [underWay, arriving] = [open(), open()];
    underWay.write("POST /end HTTP/1.1\r\nhost: x\r\n\r\n");
    await vi.waitFor(() => expect(finish).toBeDefined());
    const ask = () => raw("GET /thing HTTP/1.1\r\nhost: x\r\n\r\n");

    isDraining = true;
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
    arriving.write("GET /thing HTTP/1.1\r\nhost: x\r\n");
    const closed = app.close();
    await vi.waitFor(() => expect(ask()).rejects.toThrow("ECONNREFUSED"));
    arriving.write("\r\n");
    expect(await text(arriving)).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
    finish?.();
    expect(await text(underWay)).toMatch(/^HTTP\/1\.1 204 [^]*connection: close/i);
    await closed;
  });
});

describe("https is required", () => {
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
      "GET /api/scim/v2/Users",
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
});
