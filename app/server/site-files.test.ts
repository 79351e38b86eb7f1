import fastify from "fastify";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { serveSiteFiles, type SiteFileOptions } from "./site-files.ts";

const OPTIONS: SiteFileOptions = {
  publicUrl: "https://keyturn.example",
  productName: 'Key "turn" & Sons',
  securityContact: "mailto:security@keyturn.example",
  listed: ["/", "/rules"],
  startedAt: new Date("2026-11-23T12:00:00.000Z"),
};

async function get(path: string, options: Partial<SiteFileOptions> = {}) {
  const app = fastify();
  serveSiteFiles(app, { ...OPTIONS, ...options });
  const reply = await app.inject({ url: path });
  await app.close();
  return reply;
}

test("robots.txt names the sitemap, and the sitemap every listed page by its whole address", async () => {
  const robots = await get("/robots.txt");
  expect(robots.headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(robots.body).toMatch(
    /^User-agent: \*\nDisallow: \/api\/\n\nSitemap: https:\/\/keyturn\.example\/sitemap\.xml\n$/,
  );
  const { body } = await get("/sitemap.xml");
  expect([...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
    "https://keyturn.example/",
    "https://keyturn.example/rules",
  ]);
  expect((await get("/sitemap.xml", { listed: ["/a&b"] })).body).toContain("/a&#38;b");
});

test("the manifest has the product's name and icons", async () => {
  const reply = await get("/site.webmanifest");
  expect(reply.headers["content-type"]).toMatch(/^application\/manifest\+json/);
  expect(reply.json()).toMatchObject({
    name: OPTIONS.productName,
    icons: [{ src: "/icon-192.png" }, { src: "/icon-512.png" }],
  });
});

test("security.txt names the contact and expires within a year of the start", async () => {
  const { body } = await get("/.well-known/security.txt");
  expect(body).toContain("Contact: mailto:security@keyturn.example\n");
  expect(body).toContain("Canonical: https://keyturn.example/.well-known/security.txt\n");
  const expires = Date.parse(/^Expires: (.*)$/m.exec(body)![1]!);
  const days = (expires - OPTIONS.startedAt.getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

test("without a contact there is no security.txt", async () => {
  expect((await get("/.well-known/security.txt", { securityContact: null })).statusCode).toBe(404);
});

test("SECURITY_CONTACT is an address or none", () => {
  const contactOf = (value?: string) =>
    readConfig({ APP_ENV: "local", ...(value !== undefined && { SECURITY_CONTACT: value }) }, "/here").securityContact;
  expect(contactOf()).toBeNull();
  expect(contactOf("mailto:security@keyturn.example")).toBe("mailto:security@keyturn.example");
  expect(contactOf("https://keyturn.example/report")).toBe("https://keyturn.example/report");
  for (const unusable of ["security@keyturn.example", "http://keyturn.example", "mailto:a@b\nContact: x@y"])
    expect(() => contactOf(unusable)).toThrow("SECURITY_CONTACT");
});
