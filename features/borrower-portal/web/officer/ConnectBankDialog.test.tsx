import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { LoanConsents } from "#features/borrower-portal/contract.ts";
import { CONSENT } from "#features/borrowers/labels.ts";
import { aBorrower } from "#features/borrowers/web/test-borrower.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { answerHttp, refusal, type Answer } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { aLink } from "../test-portal-page.tsx";
import { ConnectBankDialog } from "./ConnectBankDialog.tsx";

const BORROWER = aBorrower({ phone: "+15550102030" });
const RECORD = "POST /account/record-consent";
const COPY = "POST /account/copy-visit-link";
const TEXT = "POST /account/text-visit-link";
const UPLOAD = `POST /account/evidence-document/${BORROWER.id}`;
const DANA = { firstName: "Dana", lastName: "Reyes", email: "dana@example.net", consent: null, isRunning: false };
const ANN = { ...DANA, firstName: "Ann", lastName: "Lee", email: "ann@example.net" };
const ASKING = { version: CONSENT.version, lender: "Acme Lending", days: 90, keptDays: 1095 };

function consents(facts: Partial<LoanConsents> = {}): LoanConsents {
  return { people: [DANA], asking: ASKING, canConnectInPerson: false, canText: true, ...facts };
}

const connect = vi.fn<(email: string) => void>();

beforeEach(() => {
  signIn();
  connect.mockClear();
});

async function show(facts: Partial<LoanConsents> = {}, answers: Readonly<Record<string, Answer>> = {}) {
  const server = answerHttp({
    [`GET /account/consents/${BORROWER.id}`]: consents(facts),
    [RECORD]: consents({ people: [{ ...DANA, isRunning: true }] }),
    ...answers,
  });
  await renderAt("/", <ConnectBankDialog borrower={BORROWER} onConnect={connect} onClose={() => undefined} />);
  await screen.findByRole("dialog", { name: "Is Dana with you?" });
  return server;
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const choose = async (name: string) => userEvent.click(await screen.findByRole("radio", { name }));

test("sending the link is the first choice, and the borrower's login is never asked for", async () => {
  await show();
  expect((await screen.findAllByRole<HTMLInputElement>("radio"))[0]).toMatchObject({ checked: true, value: "link" });
  screen.getByText(/Never ask for a borrower's bank login/);
  expect(screen.queryByRole("radio", { name: /In person/ })).toBeNull();
});

test("a created link is shown to be copied, and no bank dialog opens", async () => {
  const linkURL = "https://site.example/borrower/1?t=x";
  await show({}, { [COPY]: { linkURL, links: [aLink()] } });
  await press("Create a link to copy");
  await screen.findByText(linkURL);
  screen.getByRole("button", { name: "Copy link" });
  expect(connect).not.toHaveBeenCalled();
});

test("the link is texted to the borrower's phone, and a provider that is down leaves the other ways", async () => {
  const server = await show({}, { [TEXT]: refusal(502, "PROVIDER_UNAVAILABLE") });
  await press("Text the link");
  await screen.findByText(/Copy or email the link instead/);
  expect(server.requests.find(({ call }) => call === TEXT)?.body).toMatchObject({ phone: "+15550102030" });
  screen.getByRole("button", { name: "Email the link" });
});

test("a phone number that is none is not sent", async () => {
  const server = await show();
  const phone = await screen.findByLabelText(/Mobile phone/);
  await userEvent.clear(phone);
  await userEvent.type(phone, "555");
  await press("Text the link");
  await screen.findByText("Enter ten digits, or a + and the country code");
  expect(server.count(TEXT)).toBe(0);
});

test("where no provider of text messages is set up, none is offered", async () => {
  await show({ canText: false });
  await screen.findByRole("button", { name: "Email the link" });
  expect(screen.queryByRole("button", { name: "Text the link" })).toBeNull();
});

test("in person, where the policy allows it, the borrower reads the text and agrees before the bank opens", async () => {
  const server = await show({ canConnectInPerson: true });
  await choose("In person: Dana reads and agrees on this screen");
  for (const paragraph of CONSENT.paragraphs(ASKING)) screen.getByText(paragraph);
  await press("Dana agrees: continue to the bank");
  await waitFor(() => expect(connect).toHaveBeenCalledExactlyOnceWith("dana@example.net"));
  expect(server.requests.find(({ call }) => call === RECORD)?.body).toEqual({
    id: BORROWER.id,
    email: "dana@example.net",
    method: "in_person",
    shown: { ...ASKING, version: CONSENT.version },
  });
});

test("a text that changed in the meantime is not agreed to", async () => {
  await show({ canConnectInPerson: true }, { [RECORD]: refusal(409, "STALE") });
  await choose("In person: Dana reads and agrees on this screen");
  await press("Dana agrees: continue to the bank");
  await screen.findByText(/The text has changed/);
  expect(connect).not.toHaveBeenCalled();
});

test("an attestation needs the date of the signature, which is not in the future", async () => {
  const server = await show();
  await choose("A signed authorization is in the file");
  await press("Attest and continue");
  expect(server.count(RECORD)).toBe(0);
  const day = screen.getByLabelText(/Date signed/);
  await userEvent.type(day, "2999-01-05");
  await press("Attest and continue");
  await screen.findByText(/This date is in the future/);
  expect(server.count(RECORD)).toBe(0);
  await userEvent.clear(day);
  await userEvent.type(day, "2026-01-05");
  await press("Attest and continue");
  await waitFor(() => expect(connect).toHaveBeenCalledExactlyOnceWith("dana@example.net"));
  expect(server.requests.find(({ call }) => call === RECORD)?.body).toMatchObject({
    method: "attested",
    signedOn: "2026-01-05",
  });
});

test("the signed form is uploaded once, also where recording it fails at first", async () => {
  const answers = [refusal(409, "INVALID_STATUS_TRANSITION"), consents({ people: [{ ...DANA, isRunning: true }] })];
  const server = await show({}, { [RECORD]: () => answers.shift()!, [UPLOAD]: { id: "d1" } });
  await choose("Upload the signed authorization form");
  await userEvent.upload(
    screen.getByLabelText("Document"),
    new File(["%PDF-1"], "form.pdf", { type: "application/pdf" }),
  );
  await userEvent.type(screen.getByLabelText(/Date signed/), "2026-01-05");
  await press("Save the form and continue");
  await screen.findByText(/This borrower is closed/);
  await press("Save the form and continue");
  await waitFor(() => expect(connect).toHaveBeenCalledExactlyOnceWith("dana@example.net"));
  expect(server.count(UPLOAD)).toBe(1);
  expect(server.requests.findLast(({ call }) => call === RECORD)?.body).toMatchObject({ documentId: "d1" });
});

test("nothing is asked where the only person on the loan has given consent", async () => {
  answerHttp({
    [`GET /account/consents/${BORROWER.id}`]: consents({ people: [{ ...DANA, isRunning: true }] }),
  });
  await renderAt("/", <ConnectBankDialog borrower={BORROWER} onConnect={connect} onClose={() => undefined} />);
  await waitFor(() => expect(connect).toHaveBeenCalledExactlyOnceWith("dana@example.net"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("of several people, the bank opens for the one who is chosen and has given consent", async () => {
  await show({ people: [DANA, { ...ANN, isRunning: true }] });
  await userEvent.selectOptions(await screen.findByLabelText("Whose bank"), "Ann Lee");
  await press("Continue to the bank");
  expect(connect).toHaveBeenCalledWith("ann@example.net");
});
