import { readFileSync } from "node:fs";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { SignedFile } from "#features/asset-reports/contract.ts";
import { questionOf } from "#features/underwriting/rules/as-evaluated.ts";
import { NEWEST_EDITION, shortHash } from "#features/underwriting/rules/editions.ts";
import { evaluate } from "#features/underwriting/rules/evaluate.ts";
import { bank, BASE, cashIn, checking, NORA, reportOf } from "#features/underwriting/rules/test-report.ts";
import { sha256Hex } from "#platform/text/sha256.ts";
import { canonicalJson } from "#platform/contract/canonical-json.ts";
import { readTestConfig, answerHttp } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { VerifyPage } from "./VerifyPage.tsx";

const EDITION = `/editions/${NEWEST_EDITION.hash}.js`;

// Vite takes its time for so long a module, and a browser does not.
beforeAll(() => import(/* @vite-ignore */ EDITION));
beforeEach(() => readTestConfig());
afterEach(() => vi.unstubAllGlobals());

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
  const { parentElement } = await screen.findByText("We can't verify this file");
  expect(parentElement?.textContent).not.toContain("CSV");
  await userEvent.upload(screen.getByLabelText("Report file"), new File(["hellp"], "report.csv"));
  await screen.findByText(/Opening and saving a CSV in a spreadsheet is enough to change it\. Ask for/);
});

test("each kind of file that a report has can be chosen", async () => {
  await renderAt("/verify", <VerifyPage />);
  const { accept } = screen.getByLabelText<HTMLInputElement>("Report file");
  expect(accept.split(",").sort()).toEqual([".csv", ".json", ".pdf", ".xml"]);
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

/** Only what a rerun reads of a report's JSON. */
async function aReportFile() {
  const deposit = cashIn("CASH DEPOSIT", 9_000_00, "2026-10-12");
  const { report, previous, ...inputs } = questionOf(
    reportOf([bank({ accounts: [checking({ cents: 90_000_00, lines: [deposit] })] })]),
    null,
    {
      ...{ loan: BASE, borrowers: [NORA], evidence: [], confirmations: [], waivers: [] },
      policy: { nsfReview: 3, nsfBlocker: 5, smallDepositsLimitCents: null },
    },
  );
  return {
    evaluation: {
      ...evaluate({ report, previous, ...inputs }),
      inputs,
      editionHash: NEWEST_EDITION.hash,
      reportHash: await sha256Hex(canonicalJson(report)),
      previousHash: null,
      inputsHash: await sha256Hex(canonicalJson(inputs)),
    },
    parsedReport: report,
    previousReport: null,
  };
}

/** The files of our own origin; `altered`: an edition with other bytes. */
function serveEditions(altered = false): string[] {
  const fetched: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    fetched.push(address);
    return new Response(altered ? "export {};" : readFileSync(`.${address}`));
  });
  return fetched;
}

async function chooseJson(json: object | string): Promise<void> {
  answerHttp({});
  const content = typeof json === "string" ? json : JSON.stringify(json);
  await renderAt("/verify", <VerifyPage />);
  await userEvent.upload(screen.getByLabelText("Report file"), new File([content], "report.json"));
}

test("a report's JSON is evaluated again in the browser, with the edition of our own origin", async () => {
  const fetched = serveEditions();
  await chooseJson(await aReportFile());
  const answer = await screen.findByText("The rules give the same evaluation");
  expect(answer.parentElement?.textContent).toContain(`Edition ${shortHash(NEWEST_EDITION.hash)}`);
  expect(fetched).toEqual([EDITION]);
});

test("one cent more in the bank data names the data and the values that differ", async () => {
  serveEditions();
  const file = await aReportFile();
  const line = file.parsedReport.items[0]!.accounts[0]!.transactions.find(({ amountCents }) => amountCents < -5_000_00);
  Object.assign(line!, { amountCents: line!.amountCents - 1 });
  await chooseJson(file);
  await screen.findByText("The data in this file was changed");
  await screen.findByText("The rules give another evaluation");
  expect(screen.getByText("figures.deposits[0].cents").parentElement?.textContent).toContain("$9,000.01");
});

test("another verdict in the file is named with both values", async () => {
  serveEditions();
  const file = await aReportFile();
  const { outcome } = file.evaluation.verdicts.fannie;
  Object.assign(file.evaluation.verdicts.fannie, { outcome: "enoughToClose" });
  await chooseJson(file);
  const { parentElement } = await screen.findByText("verdicts.fannie.outcome");
  expect(parentElement?.textContent).toBe(`verdicts.fannie.outcomeIn the file"enoughToClose"Edition gives"${outcome}"`);
  expect(screen.queryByText("The data in this file was changed")).toBeNull();
});

test("an edition whose file was altered is not run", async () => {
  serveEditions(true);
  await chooseJson(await aReportFile());
  await screen.findByText(/The file of edition .* was altered/);
});

test("an unknown edition and broken JSON are named; other JSON of a report is not evaluated", async () => {
  serveEditions();
  const file = await aReportFile();
  Object.assign(file.evaluation, { editionHash: "0123456789abcdef".repeat(4) });
  await chooseJson(file);
  await screen.findByText(/Edition 0123456789ab isn't known here/);
  await userEvent.upload(screen.getByLabelText("Report file"), new File(["{"], "report.json"));
  await screen.findByText(/isn't valid JSON/);
  await userEvent.upload(screen.getByLabelText("Report file"), new File(['{"files":[]}'], "a.signature.json"));
  await vi.waitFor(() => expect(screen.queryByText("The rules can't be rerun")).toBeNull());
});
