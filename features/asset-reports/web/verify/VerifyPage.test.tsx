import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { SignedFile } from "#features/asset-reports/contract.ts";
import { canonicalJson } from "#platform/contract/canonical-json.ts";
import { readTestConfig, answerHttp } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { VerifyPage } from "./VerifyPage.tsx";

beforeEach(() => readTestConfig());

/** The SHA-256 of `hello`. */
const SHA256 = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
const ASK = `GET /report-file/${SHA256}`;

async function signedFile(): Promise<SignedFile> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  const statement: SignedFile["statement"] = {
    product: "Keyturn",
    reportId: "6f1c2b1e-92a4-4f0c-9d0e-5b7a0f3f1c55",
    format: "pdf",
    sha256: SHA256,
    bytes: 5,
    asOf: "2026-11-02",
    evaluatedAt: "2026-11-02T14:05:41.000Z",
    madeAt: "2026-11-02T14:05:42.000Z",
    ruleSetVersion: "2026-11-22",
    lender: "Acme Lending",
  };
  const text = new TextEncoder().encode(canonicalJson(statement));
  return {
    statement,
    signature: base64(await crypto.subtle.sign("Ed25519", privateKey, text)),
    publicKey: base64(await crypto.subtle.exportKey("raw", publicKey)),
  };
}

function base64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

async function choose(content: string): Promise<void> {
  await renderAt("/verify", <VerifyPage />);
  await userEvent.upload(
    screen.getByLabelText("Report file"),
    new File([content], "report.pdf", { type: "application/pdf" }),
  );
}

test("one of our files shows its lender and day, its signature is verified here, and none of it is sent", async () => {
  const server = answerHttp({ [ASK]: { file: await signedFile(), supersededAt: null } });
  await choose("hello");
  await screen.findByText("Issued by Keyturn for Acme Lending");
  await screen.findByText(/Valid\. Checked in your browser/);
  expect(server.requests).toEqual([{ call: ASK, body: null }]);
});

test("a file of an earlier version is authentic, and says that there is a newer one", async () => {
  answerHttp({ [ASK]: { file: await signedFile(), supersededAt: "2026-11-03T08:20:00.000Z" } });
  await choose("hello");
  expect((await screen.findByText("A newer version exists")).parentElement?.textContent).toContain("Nov 3, 2026");
  await screen.findByText("Issued by Keyturn for Acme Lending");
});

test("one changed byte makes it another file, which is not one of ours", async () => {
  answerHttp({
    [ASK]: { file: await signedFile(), supersededAt: null },
    "GET /report-file/fdd7585e08c4e2afd71dcabdb4636c89d557a3f42db9e2040c8bbd1708aa4ce7": {
      file: null,
      supersededAt: null,
    },
  });
  await choose("hellp");
  await screen.findByText("We can't verify this file");
});

test("a tampered statement fails verification", async () => {
  const file = await signedFile();
  answerHttp({
    [ASK]: { file: { ...file, statement: { ...file.statement, lender: "Someone else" } }, supersededAt: null },
  });
  await choose("hello");
  await screen.findByText("The signature isn't valid");
  expect(screen.queryByText(/Issued by/)).toBeNull();
});

test("a file chosen before hydration is checked after it", async () => {
  answerHttp({ [ASK]: { file: await signedFile(), supersededAt: null } });
  const chosen = vi.spyOn(HTMLInputElement.prototype, "files", "get");
  chosen.mockReturnValueOnce([new File(["hello"], "report.pdf")] as unknown as FileList);
  await renderAt("/verify", <VerifyPage />);
  await screen.findByText("Issued by Keyturn for Acme Lending");
  chosen.mockRestore();
});
