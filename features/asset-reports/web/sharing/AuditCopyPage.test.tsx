import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { SharedReport } from "#features/asset-reports/contract.ts";
import { DISCLAIMER, FROM_FILES } from "#features/asset-reports/labels.ts";
import { readTestConfig, answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { AuditCopyPage } from "./AuditCopyPage.tsx";

const OPEN = "POST /audit-copy/open";

const SHARED: SharedReport = {
  borrowerName: "Alberta Charleson",
  coBorrowerNames: [],
  loanNumber: "2026-004417",
  lender: "Acme Lending",
  auditorName: "Ada Auditor",
  expiresAt: "2099-01-01T00:00:00.000Z",
  asOf: "2026-11-02",
  verdicts: [
    {
      program: "fannie",
      outcome: "enough",
      text: "Enough to close under Fannie Mae.",
      missing: [],
      waived: 0,
      validThrough: null,
      counts: { blocker: 0, review: 0, info: 0 },
    },
  ],
  files: [],
};

beforeEach(async () => {
  await readTestConfig();
  window.location.hash = "#t=mailed";
});

async function type(passCode: string): Promise<void> {
  await userEvent.type(await screen.findByLabelText("Passcode"), passCode);
  await userEvent.click(screen.getByRole("button", { name: "Open report" }));
}

test("link and passcode together show what is shared", async () => {
  const server = answerHttp({ [OPEN]: SHARED });
  await renderAt("/audit-copy", <AuditCopyPage />);
  await type("K7QMA-2WXPD");
  await screen.findByText("Enough to close under Fannie Mae.");
  screen.getByText("Alberta Charleson");
  expect(server.requests[0]?.body).toEqual({ token: "mailed", passCode: "K7QMA-2WXPD" });
});

test.each([
  [undefined, DISCLAIMER],
  ["files" as const, FROM_FILES.disclaimer],
])("says where the data of a report came from (%s)", async (source, disclaimer) => {
  answerHttp({ [OPEN]: { ...SHARED, source } });
  await renderAt("/audit-copy", <AuditCopyPage />);
  await type("K7QMA-2WXPD");
  await screen.findByText(disclaimer);
});

test("every refusal shows the same message, and the page stays", async () => {
  const server = answerHttp({ [OPEN]: refusal(410, "LINK_DEAD") });
  await renderAt("/audit-copy", <AuditCopyPage />);
  await type("WRONG");
  await screen.findByText(/That passcode didn't work/);
  expect(server.visited).toEqual([]);
});

test("without a token in the address there is nothing to open", async () => {
  window.location.hash = "";
  await renderAt("/audit-copy", <AuditCopyPage />);
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Open the link in the email again"));
});
