import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import type { Edition } from "#features/underwriting/contract.ts";
import { answerHttp } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { EditionsPage } from "./EditionsPage.tsx";

const edition = (facts: Pick<Edition, "ruleSetVersion" | "effectiveFrom"> & Partial<Edition>): Edition => ({
  ...{ hash: facts.ruleSetVersion.padEnd(64, "0"), changes: "Corrects a limit.", isCurrent: false, openFiles: 0 },
  ...facts,
});
const KNOWN = [
  edition({ ruleSetVersion: "2026-12-02", effectiveFrom: "2026-11-23", isCurrent: true, openFiles: 1 }),
  edition({ ruleSetVersion: "2026-11-30", effectiveFrom: "2026-11-23" }),
  edition({ ruleSetVersion: "2026-10-01", effectiveFrom: "2026-09-01" }),
];

beforeEach(() => void signIn({ role: "admin" }));

test("an edition says for which applications it counts, or which one replaced it", async () => {
  answerHttp({ "GET /admin/edition": KNOWN, "GET /admin/back-test": [] });
  await renderAt("/admin/editions", <EditionsPage />);
  await screen.findByText("The one open borrower with a report was evaluated under the current edition.");
  const rows = (await screen.findAllByRole("listitem")).map((row) => row.textContent);
  expect(rows[0]).toContain("In effect for application dates from Nov 23, 2026. Edition 2026-12-0200.");
  expect(rows[1]).toContain("Replaced by 2026-12-02. Edition 2026-11-3000.");
  expect(rows[2]).toContain("In effect for application dates from Sep 1, 2026. Edition 2026-10-0100.");
});
