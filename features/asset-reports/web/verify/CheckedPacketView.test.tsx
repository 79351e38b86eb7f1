import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SignedPacket } from "#features/asset-reports/contract.ts";
import { hashParts } from "#features/asset-reports/rules/packet-parts.ts";
import { NEWEST_EDITION } from "#features/underwriting/rules/editions.ts";
import { canonicalJson } from "#platform/contract/canonical-json.ts";
import { signatureTrailer } from "#platform/contract/carried-signature.ts";
import { sha256Hex } from "#platform/text/sha256.ts";
import { answerHttp, readTestConfig } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { VerifyPage } from "./VerifyPage.tsx";

type Statement = SignedPacket["statement"];

const KEY = "GET /signing-key";
const PDF = "%PDF-1.7\nstartxref\n9\n%%EOF\n";
const { hash, ruleSetVersion } = NEWEST_EDITION;
const PACKET = {
  lender: "Acme Lending",
  rules: [
    { id: "R1", title: "History" },
    { id: "R3", title: "Large deposits" },
  ],
  overlays: [],
  humanActions: [{ action: "waived", role: "admin", count: 3 }],
};

let keys: CryptoKeyPair;
let publicKey: string;
beforeAll(async () => {
  keys = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  publicKey = base64(await crypto.subtle.exportKey("raw", keys.publicKey));
});
beforeEach(() => readTestConfig());

function base64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

async function sign(content: string, more: Partial<Statement> = {}): Promise<SignedPacket> {
  const statement: Statement = {
    document: "governance-packet",
    ...{ product: "Keyturn", lender: "Acme Lending", from: "2026-07-01", to: "2026-09-30", format: "pdf" },
    ...{ edition: { hash, ruleSetVersion }, madeAt: "2026-11-02T14:05:42.000Z" },
    ...{ sha256: await sha256Hex(content), parts: {}, ...more },
  };
  const text = new TextEncoder().encode(canonicalJson(statement));
  return { statement, signature: base64(await crypto.subtle.sign("Ed25519", keys.privateKey, text)), publicKey };
}

const signJson = async (packet: object, more: Partial<Statement> = {}) =>
  sign(canonicalJson(packet), { format: "json", parts: await hashParts(packet), ...more });

async function choose(content: string, name: string): Promise<ReturnType<typeof answerHttp>> {
  const server = answerHttp({ [KEY]: { publicKey } });
  await renderAt("/verify", <VerifyPage />);
  await userEvent.upload(screen.getByLabelText("Report file"), new File([content], name));
  return server;
}
const chooseJson = (file: object) => choose(JSON.stringify(file), "packet.json");

const OK = "Governance packet by Keyturn for Acme Lending";
const CHANGED = "This file was changed after it was signed";
const partsNamed = () =>
  within(screen.getByRole("list", { name: "Parts that differ" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("a governance packet on the verify page", () => {
  test("as a PDF is verified here, and none of it is sent", async () => {
    const signed = await sign(PDF);
    const server = await choose(PDF + signatureTrailer(signed, 9), "packet.pdf");
    await screen.findByText(OK);
    screen.getByText(/isn't about a borrower/);
    screen.getByText(/Valid\. Checked in your browser/);
    expect(server.requests).toEqual([{ call: KEY, body: null }]);
  });

  test("as JSON is verified however it is spaced", async () => {
    await choose(JSON.stringify({ ...PACKET, ...(await signJson(PACKET)) }, null, 4), "packet.json");
    await screen.findByText(OK);
    expect(screen.queryByText(/isn't known here/)).toBeNull();
  });

  test.each([
    ["a figure", { humanActions: [{ action: "waived", role: "admin", count: 2 }] }, ["Decisions by people, entry 1"]],
    ["a rule", { rules: [PACKET.rules[0], { id: "R3", title: "Any deposits" }] }, ["Rules, R3"]],
    ["a rule left out", { rules: [PACKET.rules[0]] }, ["Rules, R3"]],
    ["a field left out", { overlays: undefined }, ["Overlays in force"]],
    ["an entry added", { overlays: [{ name: "Ours" }] }, ["Overlays in force, entry 1"]],
    ["a field added", { note: "Approved by all investors" }, ["note"]],
    ["two things", { lender: "Other Lending", note: "x" }, ["Lender", "note"]],
  ])("with %s changed names what differs", async (_what, change, named) => {
    await chooseJson({ ...PACKET, ...change, ...(await signJson(PACKET)) });
    await screen.findByText(CHANGED);
    expect(partsNamed()).toEqual(named);
    expect(screen.queryByText(OK)).toBeNull();
  });

  test("with entries moved is changed too", async () => {
    await chooseJson({ ...PACKET, rules: PACKET.rules.toReversed(), ...(await signJson(PACKET)) });
    await screen.findByText(/Entries of this file were moved/);
  });

  test("that says something twice is changed, since another reader could show the first", async () => {
    const text = JSON.stringify({ ...PACKET, ...(await signJson(PACKET)) });
    await choose(text.replace("{", '{"lender":"Other Lending",'), "packet.json");
    await screen.findByText(/or a name occurs twice/);
    expect(screen.queryByText(OK)).toBeNull();
  });

  test("with other pages is changed", async () => {
    const signed = await sign(PDF);
    await choose(PDF.replace("1.7", "1.6") + signatureTrailer(signed, 9), "packet.pdf");
    await screen.findByText(CHANGED);
    screen.getByText(/pages of this file are no longer the ones that were signed/);
  });

  test("with another statement has no valid signature, and none of the statement is repeated", async () => {
    const { statement, ...signed } = await signJson(PACKET);
    await chooseJson({ ...PACKET, ...signed, statement: { ...statement, lender: "Other Lending" } });
    await screen.findByText("The signature isn't valid");
    expect(screen.queryByText(/Other Lending/)).toBeNull();
  });

  test("with an unknown edition is authentic, and names the edition", async () => {
    const edition = { ruleSetVersion: "2031-01-01", hash: "0123456789abcdef".repeat(4) };
    await chooseJson({ ...PACKET, ...(await signJson(PACKET, { edition })) });
    await screen.findByText(OK);
    await screen.findByText("Its edition of the rules isn't known here");
    screen.getByText(/Edition 0123456789ab \(guideline set 2031-01-01\)/);
  });

  test("of another key is not taken for ours", async () => {
    const signed = await sign(PDF);
    answerHttp({ [KEY]: { publicKey: btoa("k".repeat(32)) } });
    await renderAt("/verify", <VerifyPage />);
    await userEvent.upload(
      screen.getByLabelText("Report file"),
      new File([PDF + signatureTrailer(signed, 9)], "packet.pdf"),
    );
    await screen.findByText("Signed with another key");
    expect(screen.queryByText(/Acme Lending/)).toBeNull();
  });

  test.each([
    ["a signature that is none", { signature: "none" }],
    ["an unknown kind of statement", { statement: { document: "asset-report" } }],
  ])("with %s is looked up as any other file", async (_what, change) => {
    const file = JSON.stringify({ ...PACKET, ...(await signJson(PACKET)), ...change });
    answerHttp({ [`GET /report-file/${await sha256Hex(file)}`]: { file: null, supersededAt: null } });
    await renderAt("/verify", <VerifyPage />);
    await userEvent.upload(screen.getByLabelText("Report file"), new File([file], "packet.json"));
    await screen.findByText("We can't verify this file");
  });
});
