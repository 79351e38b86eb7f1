import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { STATEMENT_FILES, type StatementPreview, type StatementPreviewFile } from "#features/asset-reports/contract.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { type Answer, answerHttp, readTestConfig, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { StatementFilesDialog } from "./StatementFilesDialog.tsx";

const PREVIEW = "POST /account/statement-files/preview";

const READ: StatementPreviewFile = {
  ...{ name: "may.ofx", format: "ofx", headings: [], columns: null, institution: null, mask: null, subtype: null },
  ...{ holders: [], from: "2026-05-01", to: "2026-05-31", openingCents: null, closingCents: null, lines: 3 },
  ...{ needs: ["institution", "mask", "openingCents"], problem: null },
};
const INCOMPLETE: StatementPreview = { files: [READ], accounts: [], isComplete: false };

beforeEach(async () => {
  await readTestConfig();
  signIn({ role: "editor" });
});

const aFile = (name = "may.ofx", text = "OFX") => new File([text], name);

async function choose(files: readonly File[], answer: Answer = INCOMPLETE) {
  const server = answerHttp({ [PREVIEW]: answer });
  await renderAt("/", <StatementFilesDialog borrowerId="b" onClose={() => undefined} />);
  await userEvent.upload(screen.getByLabelText("Statement file"), [...files], { applyAccept: false });
  return server;
}

test("what is typed while the files are read stays", async () => {
  const waiting = Promise.withResolvers<StatementPreview>();
  let answered = 0;
  await choose([aFile()], () => (answered++ === 0 ? INCOMPLETE : waiting.promise));
  await userEvent.type(await screen.findByLabelText("Bank"), "First");
  await userEvent.click(screen.getByRole("button", { name: "Update preview" }));
  await userEvent.type(screen.getByLabelText("Bank"), " Platypus");
  waiting.resolve(INCOMPLETE);
  await screen.findByText("Details needed");
  expect(screen.getByLabelText<HTMLInputElement>("Bank").value).toBe("First Platypus");
});

test("an amount or an account number that can't be used is named below its field", async () => {
  await choose([aFile()]);
  await userEvent.type(await screen.findByLabelText("Opening balance"), "1.000,00");
  screen.getByText("Enter dollars and cents, such as 1,250 or 99.50");
  await userEvent.type(screen.getByLabelText("Last four digits of the account"), "44");
  screen.getByText("Enter the last four characters");
  await userEvent.type(screen.getByLabelText("Last four digits of the account"), "71");
  expect(screen.queryByText("Enter the last four characters")).toBeNull();
});

test("a CSV file says that its amounts are read as dollars", async () => {
  const csv = { ...READ, name: "may.csv", format: "csv", headings: ["Date", "Amount"] } as const;
  await choose([aFile("may.csv")], { ...INCOMPLETE, files: [csv] });
  await screen.findByText(/amounts are read as US dollars/);
});

test("files that can't be added are named", async () => {
  const names = Array.from({ length: STATEMENT_FILES.most + 1 }, (_file, at) => `file-${at + 1}.ofx`);
  const server = await choose([...names.map((name) => aFile(name)), aFile("empty.ofx", "")], {
    ...INCOMPLETE,
    files: names.slice(0, STATEMENT_FILES.most).map((name) => ({ ...READ, name })),
  });
  await screen.findByText("We couldn't add empty.ofx. A file must have content and be at most 2 MB.");
  screen.getByText(
    `We couldn't add ${names.at(-1)}. A report can have up to ${STATEMENT_FILES.most} files and 8 MB in total.`,
  );
  await waitFor(() => expect(server.count(PREVIEW)).toBe(1));
});

test("files that are larger than 8 MB together are not sent", async () => {
  const names = ["1.ofx", "2.ofx", "3.ofx", "4.ofx", "5.ofx"];
  const files = names.map((name, at) => aFile(name, "x".repeat(at === 4 ? 1_000 : STATEMENT_FILES.maxBytes)));
  const server = await choose(files, { ...INCOMPLETE, files: names.slice(0, 4).map((name) => ({ ...READ, name })) });
  await screen.findByText("We couldn't add 5.ofx. A report can have up to 24 files and 8 MB in total.");
  await waitFor(() => expect(server.count(PREVIEW)).toBe(1));
});

test("files that are too large together get an answer that says so", async () => {
  await choose([aFile()], refusal(413, "PAYLOAD_TOO_LARGE"));
  await screen.findByText("These files are too large together. Add at most 8 MB at a time.");
});

test("an account is shown with its type in words", async () => {
  const account = {
    ...{ institution: "First Platypus Bank", mask: "4471", subtype: "cd", holders: ["Nora Quist"], duplicates: [] },
    ...{ from: "2026-05-01", to: "2026-05-31", openingCents: 1, closingCents: 2, lines: 3 },
  };
  await choose([aFile()], { files: [{ ...READ, needs: [] }], accounts: [account], isComplete: true });
  await screen.findByText("First Platypus Bank, Certificate of deposit •••• 4471");
});
