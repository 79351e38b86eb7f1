import { createHash, createPublicKey, verify } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { PacketFile, SignedPacket } from "../../features/asset-reports/contract.ts";
import { canonicalJson } from "../../platform/contract/canonical-json.ts";
import { findCarriedSignature } from "../../platform/contract/carried-signature.ts";
import { test } from "../fixtures.ts";
import { logIn } from "../login.ts";
import { untilOpen } from "../support-console.ts";

/** SPKI before a raw Ed25519 key (RFC 8410). */
const SPKI_HEAD = Buffer.from("302a300506032b6570032100", "hex");

async function download(page: Page, name: string): Promise<{ file: string; bytes: Buffer }> {
  const [found] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
  const file = await found.path();
  return { file, bytes: await readFile(file) };
}

function expectSigned({ statement, signature, publicKey }: SignedPacket, content: Uint8Array | string): void {
  expect(statement.sha256).toBe(createHash("sha256").update(content).digest("hex"));
  const key = Buffer.concat([SPKI_HEAD, Buffer.from(publicKey, "base64")]);
  const text = Buffer.from(canonicalJson(statement), "utf8");
  const spki = createPublicKey({ key, format: "der", type: "spki" });
  expect(verify(null, text, spki, Buffer.from(signature, "base64"))).toBe(true);
}

test("an admin downloads the governance packet, and anyone can verify both files", async ({ visitors }) => {
  const page = await visitors.arrive();
  await logIn(page, "admin@example.com");
  await page.goto("/admin/governance");
  await expect(page.getByRole("heading", { name: "What is not automated" })).toBeVisible();
  await expect(page.getByText("No machine-learned model")).toBeVisible();

  const json = await download(page, "Download JSON");
  const file = JSON.parse(json.bytes.toString("utf8")) as PacketFile;
  expect(PacketFile.parse(file)).toEqual(file);
  const { statement, signature, publicKey, ...packet } = file;
  expectSigned({ statement, signature, publicKey }, canonicalJson(packet));

  const pdf = await download(page, "Download PDF");
  const carried = findCarriedSignature(pdf.bytes)!;
  expectSigned(SignedPacket.parse(carried.signed), carried.content);

  const anyone = await visitors.arrive();
  await anyone.goto("/verify");
  await untilOpen(anyone);
  const check = (name: string, buffer: Buffer) =>
    anyone.getByLabel("Report file").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  await check("packet.pdf", pdf.bytes);
  await expect(anyone.getByText("This file hasn't been changed.")).toBeVisible();
  await expect(anyone.getByText("packet.pdf")).toBeVisible();
  await check("packet.json", json.bytes);
  await expect(anyone.getByText("packet.json")).toBeVisible();
  await expect(anyone.getByText("This file hasn't been changed.")).toBeVisible();
  const changedFile = json.bytes.toString("utf8").replace(file.rules[4]!.title, "Another rule");
  await check("changed.json", Buffer.from(changedFile, "utf8"));
  await expect(anyone.getByText("This file was changed after it was signed")).toBeVisible();
  await expect(anyone.getByRole("list", { name: "Parts that differ" })).toHaveText(`Rules, ${file.rules[4]!.id}`);
  const changed = Buffer.from(pdf.bytes);
  changed[1000] = changed[1000]! ^ 1;
  await check("changed.pdf", changed);
  await expect(anyone.getByText("changed.pdf")).toBeVisible();
  await expect(anyone.getByText("no longer the ones that were signed")).toBeVisible();
});

test("an editor has no governance page and gets no packet", async ({ visitors }) => {
  const page = await visitors.arrive();
  await logIn(page, "editor@example.com");
  await page.goto("/admin/governance");
  await expect(page.getByRole("heading", { name: "Governance Packet" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Download PDF" })).toBeHidden();
});

test("a period is chosen, and one that can't be is refused before it is asked for", async ({ visitors }) => {
  const page = await visitors.arrive();
  await logIn(page, "admin@example.com");
  await page.goto("/admin/governance");
  await page.getByLabel("Period").selectOption({ index: 5 });
  await expect(page.getByText("No one waived, confirmed")).toBeVisible();
  await page.getByLabel("Period").selectOption({ label: "Other dates" });
  await page.getByLabel("From").fill("2020-01-01");
  await expect(page.getByText("A packet covers two years at most.")).toBeVisible();
  await page.getByLabel("From").fill("2030-01-01");
  await expect(page.getByText("The period ends before it starts.")).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill("2030-02-01");
  await expect(page.getByText("can't end in the future")).toBeVisible();
});
