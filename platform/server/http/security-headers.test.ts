import { expect, test } from "vitest";
import { route } from "./serve.ts";
import { securityHeaders } from "./security-headers.ts";
import { ALONE, aServer, aThingServer, listThings, PATH } from "./test-server.ts";

const policy = {
  ...ALONE,
  scriptsFrom: ["https://card.example"],
  framesFrom: ["https://frames.example"],
  connectTo: ["wss://site.example"],
  paymentsBy: ["https://card.example"],
  runsProviderScript: (path: string) => path === "/card",
  hidesAddress: (path: string) => path === "/mailed",
};

/** Directive to sources. */
function rulesOf(header: string): Map<string, string> {
  return new Map(header.split(";").map((rule) => [rule.split(" ", 1)[0]!, rule.slice(rule.indexOf(" ") + 1)])); // a split text has a first part
}

test("the policy runs no inline script and no eval, and loads only from the listed origins", () => {
  const header = securityHeaders(policy, true)("/")["content-security-policy"]!; // every reply has it
  expect(header).not.toMatch(/unsafe-|\*|nonce-|strict-dynamic/);
  expect(Object.fromEntries(rulesOf(header))).toEqual({
    "default-src": "'none'",
    "script-src": "'self' https://card.example",
    "style-src": "'self'",
    "img-src": "'self' data: https:",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "connect-src": "'self' wss://site.example",
    "frame-src": "https://frames.example",
    "worker-src": "'none'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "upgrade-insecure-requests": "upgrade-insecure-requests",
    "require-trusted-types-for": "'script'",
    "report-uri": "/report",
  });
});

test("trusted types are enforced, and only reported where a provider's script works", () => {
  const at = securityHeaders(policy, false);
  expect(at("/plain")["content-security-policy"]).toContain("require-trusted-types-for 'script'");
  expect(at("/plain")).not.toHaveProperty("content-security-policy-report-only");
  expect(at("/card")["content-security-policy"]).not.toContain("trusted-types");
  expect(at("/card")["content-security-policy-report-only"]).toBe(
    "require-trusted-types-for 'script';report-uri /report",
  );
  expect(at("/card")["content-security-policy"]).toContain("script-src 'self' https://card.example;");
});

test("a page whose address may hold a secret sends no referrer", () => {
  const at = securityHeaders(policy, true);
  expect(at("/mailed")["referrer-policy"]).toBe("no-referrer");
  expect(at("/plain")["referrer-policy"]).toBe("strict-origin-when-cross-origin");
});

test("they are made once, not for each request", () => {
  const at = securityHeaders(policy, true);
  expect(at("/a")).toBe(at("/b"));
  expect(at("/card")).toBe(at("/card"));
  expect(at("/mailed")).toBe(at("/mailed"));
});

const EXPECTED = {
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": expect.stringContaining("camera=(), microphone=(), geolocation=()"),
  "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
};

test("every kind of reply carries them: a call's, a refusal, an unknown address, a file of the site", async () => {
  const { url } = await aThingServer();
  for (const [path, init, status] of [
    ["/thing", {}, 200],
    ["/assets/version", {}, 200],
    ["/assets/gone-Ab12Cd34.js", {}, 404],
    ["/nowhere", {}, 404],
    ["/thing/%E0%A4%A", {}, 404],
    ["/end", { method: "POST" }, 204],
    [PATH, { method: "POST", body: "{", headers: { "content-type": "application/json" } }, 400],
    [PATH, { method: "POST", body: "x", headers: { "content-type": "text/plain" } }, 415],
  ] as const) {
    const reply = await fetch(url + path, init);
    expect([path, reply.status]).toEqual([path, status]);
    expect(Object.fromEntries(reply.headers), path).toMatchObject(EXPECTED);
    expect([...reply.headers.keys()], path).not.toEqual(expect.arrayContaining(["x-powered-by", "server"]));
  }
});

test("an invalid request is refused with them too", async () => {
  const { raw } = await aThingServer();
  const reply = await raw("NO HTTP AT ALL\r\n\r\n");
  for (const line of ["x-frame-options: DENY", "x-content-type-options: nosniff", "frame-ancestors 'none'"])
    expect(reply).toContain(line);
});

test("over https the site requires https for two years, also for what pages load; over http it does not", async () => {
  const headersOf = async (secure: boolean) => {
    const { url } = await aServer([route(listThings, () => Promise.resolve([]))], { secure });
    return Object.fromEntries((await fetch(`${url}/thing`)).headers);
  };
  const [plain, secure] = [await headersOf(false), await headersOf(true)];
  expect(secure["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
  expect(secure["content-security-policy"]).toContain("upgrade-insecure-requests");
  expect(plain).not.toHaveProperty("strict-transport-security");
  expect(plain["content-security-policy"]).not.toContain("upgrade-insecure-requests");
});

test("no other origin is allowed, whatever its name", async () => {
  const { url } = await aThingServer();
  for (const origin of ["null", "https://evil.example", `${url}.evil.example`, "https://evil.localhost", url]) {
    for (const path of ["/thing", "/assets/version", "/nowhere"]) {
      const preflight = { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } };
      for (const init of [{ headers: { origin, cookie: "a=b" } }, preflight]) {
        const { headers } = await fetch(url + path, init);
        const opened = [...headers.keys()].filter((name) => name.startsWith("access-control-"));
        expect(opened, `${path} from ${origin}`).toEqual([]);
      }
    }
    expect((await fetch(`${url}/thing`, { method: "OPTIONS", headers: { origin } })).status).toBe(404);
  }
});
