import { createHash, randomUUID } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { aBrowser, payloadOf, type TestBrowser } from "#features/auth/server/test-account.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { makeCertificate } from "../../../sandbox/identity-provider/certificate.ts";
import { type Response as SamlResponse, samlResponse } from "../../../sandbox/identity-provider/saml-response.ts";
import { aNewCompany, begin, type Company, readBack } from "./test-sso.ts";

let product: TestProduct;
let company: Company;
beforeAll(async () => {
  product = await openTestProduct("embedded");
  company = await aNewCompany(product, "saml");
});
afterAll(() => product.close());

interface Asked {
  readonly browser: TestBrowser;
  readonly state: string;
  readonly response: SamlResponse;
}

/** A sign-in that was begun, and what an honest provider would say. */
async function anAttempt(of = company): Promise<Asked> {
  const browser = aBrowser(product);
  const email = `ana.${randomUUID().slice(0, 8)}@${of.domain}`;
  const { authorizeURL, state } = await begin(browser, email);
  const request = new URL(authorizeURL).searchParams.get("SAMLRequest")!;
  const xml = inflateRawSync(Buffer.from(request, "base64")).toString("utf8");
  const find = (pattern: RegExp) => pattern.exec(xml)![1]!;
  return {
    browser,
    state,
    response: {
      issuer: `${product.sandbox.providersUrl}/idp`,
      audience: find(/<saml:Issuer[^>]*>([^<]+)</),
      acsURL: find(/AssertionConsumerServiceURL="([^"]+)"/),
      requestId: find(/\sID="([^"]+)"/),
      nameId: email,
      email,
      firstName: "Ana",
      lastName: "Reyes",
      now: new Date(),
    },
  };
}

const key = () => product.sandbox.identityProvider.keys().key;

/** Posts a form as a browser does, and returns where it is led. */
async function post(acsURL: string, xml: string, state: string): Promise<URL> {
  const body = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString("base64"), RelayState: state });
  const reply = await fetch(acsURL, { method: "POST", body, redirect: "manual" });
  if (reply.status !== 303) throw new Error(`unexpected status ${reply.status}`);
  return new URL(reply.headers.get("location")!);
}

const isRefused = (url: URL) => url.search === "?error=refused";

test("a signed response signs its person in", async () => {
  const { browser, state, response } = await anAttempt();
  const location = await post(response.acsURL, samlResponse(response, key()), state);
  const reply = await browser.send(calls.finishSso, readBack(location.href));
  expect(reply.status).toBe(200);
  expect(payloadOf(reply.body.token)).toMatchObject({ email: response.nameId, firstName: "Ana", lastName: "Reyes" });
});

test("the metadata names the addresses that requests name", async () => {
  const { response } = await anAttempt();
  const metadata = await (await fetch(response.audience)).text();
  expect(metadata).toContain(`entityID="${response.audience}"`);
  expect(metadata).toContain(`Location="${response.acsURL}"`);
});

const WRONG = "https://elsewhere.example/acs";
const MINUTE_MS = 60_000;

test.each<[string, Partial<SamlResponse>]>([
  ["with an unsigned assertion", { signs: ["response"] }],
  ["that is unsigned around a signed assertion", { signs: ["assertion"] }],
  ["without any signature", { signs: [] }],
  ["signed with SHA-1", { algorithm: "sha1" }],
  ["for another audience", { audience: WRONG }],
  ["for another recipient", { recipient: WRONG }],
  ["sent to another destination", { destination: WRONG }],
  ["of another issuer", { issuer: WRONG }],
  ["that has expired", { now: new Date(Date.now() - 10 * MINUTE_MS) }],
  ["that is not valid yet", { now: new Date(Date.now() + 10 * MINUTE_MS) }],
  ["to another request", { requestId: "_another" }],
  ["to no request", { requestId: "" }],
  ["with a comment in the name", { nameId: "admin<!-- -->@example.com" }],
  ["with a processing instruction in the name", { nameId: "admin<?x y?>@example.com" }],
])("a response %s is refused", async (_title, change) => {
  const { state, response } = await anAttempt();
  expect(isRefused(await post(response.acsURL, samlResponse({ ...response, ...change }, key()), state))).toBe(true);
  // The attempt is not used up by what proves nothing.
  expect(isRefused(await post(response.acsURL, samlResponse(response, key()), state))).toBe(false);
});

test("a response signed by another key is refused, also one that brings its certificate", async () => {
  const { state, response } = await anAttempt();
  const other = makeCertificate("Sandbox identity provider", new Date());
  const forged = samlResponse(response, other.key);
  const certificate = other.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, "");
  const keyInfo = `<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
  for (const xml of [forged, forged.replaceAll("</SignatureValue>", `</SignatureValue>${keyInfo}`)])
    expect(isRefused(await post(response.acsURL, xml, state))).toBe(true);
});

/** The parts of a signed response, for wrapping. */
function partsOf(xml: string) {
  const assertion = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)![0];
  const victim = `owner@${company.domain}`;
  const forged = assertion
    .replaceAll(/<saml:NameID([^>]*)>[^<]+</g, `<saml:NameID$1>${victim}<`)
    .replaceAll(/(Name="email"><saml:AttributeValue>)[^<]+/g, `$1${victim}`);
  const withoutSignature = forged.replace(/<Signature .*?<\/Signature>/s, "");
  const renamed = withoutSignature.replace(/ ID="[^"]+"/, ' ID="_forged"');
  return { assertion, forged, withoutSignature, renamed };
}

test.each<[string, (xml: string) => string]>([
  ["a changed name under the old signature", (xml) => xml.replace(partsOf(xml).assertion, partsOf(xml).forged)],
  [
    "a forged assertion before the signed one",
    (xml) => xml.replace("<saml:Assertion ", `${partsOf(xml).renamed}<saml:Assertion `),
  ],
  [
    "a forged assertion after the signed one",
    (xml) => xml.replace("</samlp:Response>", `${partsOf(xml).renamed}</samlp:Response>`),
  ],
  [
    "a forged assertion of the same id",
    (xml) => xml.replace("<saml:Assertion ", `${partsOf(xml).withoutSignature}<saml:Assertion `),
  ],
  [
    "the signed assertion inside the forged one",
    (xml) => {
      const { assertion, renamed } = partsOf(xml);
      return xml.replace(
        assertion,
        renamed.replace("</saml:Assertion>", `<saml:Advice>${assertion}</saml:Advice></saml:Assertion>`),
      );
    },
  ],
  [
    "the whole signed response inside a forged one",
    (xml) => {
      const { renamed, assertion } = partsOf(xml);
      const outer = xml
        .replace(assertion, renamed)
        .replace(/ ID="[^"]+"/, ' ID="_outer"')
        .replace(/<Signature .*?<\/Signature>/s, "");
      return outer.replace("</samlp:Response>", `<samlp:Extensions>${xml}</samlp:Extensions></samlp:Response>`);
    },
  ],
  ["a document type", (xml) => `<!DOCTYPE r [<!ENTITY e "x">]>${xml}`],
  ["text that is no XML", () => "<samlp:Response"],
])("%s is refused", async (_title, change) => {
  const { state, response } = await anAttempt();
  const forged = change(samlResponse(response, key()));
  expect(isRefused(await post(response.acsURL, forged, state))).toBe(true);
});

test("a response counts once, in the browser that began", async () => {
  const { browser, state, response } = await anAttempt();
  const xml = samlResponse(response, key());
  const locations = await Promise.all(Array.from({ length: 4 }, () => post(response.acsURL, xml, state)));
  const accepted = locations.filter((location) => !isRefused(location));
  expect(accepted).toHaveLength(1);
  const back = readBack(accepted[0]!.href);
  const stranger = aBrowser(product);
  await begin(stranger, response.nameId);
  expect(await stranger.send(calls.finishSso, back)).toMatchObject({ status: 409, message: "SSO_REFUSED" });
  expect(await browser.send(calls.finishSso, { ...back, code: "x".repeat(43) })).toMatchObject({
    message: "SSO_REFUSED",
  });
  expect(await browser.send(calls.finishSso, back)).toMatchObject({ status: 200 });
  expect(await browser.send(calls.finishSso, back)).toMatchObject({ status: 409, message: "SSO_REFUSED" });
  expect(isRefused(await post(response.acsURL, xml, state))).toBe(true);
});

test("a response without an attempt, and one at another organization's address, are refused", async () => {
  const { state, response } = await anAttempt();
  const xml = samlResponse(response, key());
  for (const other of ["", "x".repeat(43), createHash("sha256").update(state).digest("base64url")])
    expect(isRefused(await post(response.acsURL, xml, other)), "the provider began").toBe(true);
  const there = await anAttempt(await aNewCompany(product, "saml"));
  expect(isRefused(await post(there.response.acsURL, xml, state))).toBe(true);
  expect(isRefused(await post(there.response.acsURL, xml, there.state))).toBe(true);
});

test("a response may name no one outside the verified domains", async () => {
  const { browser, state, response } = await anAttempt();
  const outside = { ...response, nameId: "owner@example.org", email: "owner@example.org" };
  const back = readBack((await post(response.acsURL, samlResponse(outside, key()), state)).href);
  expect(await browser.send(calls.finishSso, back)).toMatchObject({ status: 409, message: "SSO_ADDRESS_REFUSED" });
});

describe("a certificate", () => {
  test("is accepted with and without its lines, and refused when it is none", async () => {
    const { admin } = company;
    const { certificate } = product.sandbox.identityProvider.keys();
    const save = (text: string) =>
      admin.send(calls.saveSamlConnection, {
        issuer: `${product.sandbox.providersUrl}/idp`,
        ssoURL: `${product.sandbox.providersUrl}/idp/saml`,
        certificate: text,
        defaultRole: "editor",
      });
    expect((await save(certificate)).status).toBe(200);
    expect((await save(certificate.replaceAll(/-----[A-Z ]+-----/g, ""))).status).toBe(200);
    for (const text of ["no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"])
      expect(await save(text)).toMatchObject({
        status: 400,
        errors: [{ field: "certificate", code: "INVALID_FORMAT" }],
      });
  });
});
