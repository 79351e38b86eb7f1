import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { SignedFile } from "#features/asset-reports/contract.ts";
import { canonicalJson } from "#kit/contract/canonical-json.ts";
import { readTestConfig } from "#kit/web/test-config.ts";
import { answerHttp } from "#kit/web/test-http.ts";
import { renderAt } from "#kit/web/test-router.tsx";
import { VerifyPage } from "./VerifyPage.tsx";

beforeEach(() => readTestConfig());

/** Of `hello`. */
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

test("a file of ours is told with its lender and day, and its signature is checked here; nothing of it is sent", async () => {
  const server = answerHttp({ [ASK]: { file: await signedFile() } });
  await choose("hello");
  await screen.findByText("Made by Keyturn for Acme Lending");
  await screen.findByText(/Holds: your browser checked it/);
  expect(server.requests).toEqual([{ call: ASK, body: null }]);
});

test("one changed byte makes it another file, which is none of ours", async () => {
  answerHttp({
    [ASK]: { file: await signedFile() },
    "GET /report-file/fdd7585e08c4e2afd71dcabdb4636c89d557a3f42db9e2040c8bbd1708aa4ce7": { file: null },
  });
  await choose("hellp");
  await screen.findByText("Not one of ours, or changed");
});

test("a statement that was tampered with on its way does not hold", async () => {
  const file = await signedFile();
  answerHttp({ [ASK]: { file: { ...file, statement: { ...file.statement, lender: "Someone else" } } } });
  await choose("hello");
  await screen.findByText("The signature does not hold");
  expect(screen.queryByText(/Made by/)).toBeNull();
});

test("a file that was chosen before the page woke up is checked as it wakes", async () => {
  answerHttp({ [ASK]: { file: await signedFile() } });
  const chosen = vi.spyOn(HTMLInputElement.prototype, "files", "get");
  chosen.mockReturnValueOnce([new File(["hello"], "report.pdf")] as unknown as FileList);
  await renderAt("/verify", <VerifyPage />);
  await screen.findByText("Made by Keyturn for Acme Lending");
  chosen.mockRestore();
});
