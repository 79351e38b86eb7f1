import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endSession } from "#features/auth/web/session/session.ts";
import { signIn, tokenOf } from "#features/auth/web/session/test-sign-in.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import type { OrganizationSettings } from "#features/organizations/contract.ts";
import { OrganizationPage } from "./OrganizationPage.tsx";

const AT = "/admin/organization";
const READ = "GET /admin/organization";
const WRITE = "PUT /admin/organization";
const REFRESH = "POST /auth/refresh-token";
const stored = someSettings();

beforeEach(() => void signIn({ role: "admin" }));
afterEach(() => {
  endSession();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
async function write(label: string | RegExp, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

test("shows the settings, saves them as a whole and requests a token with the new name", async () => {
  const server = answerHttp({
    [READ]: stored,
    [WRITE]: ({ body }) => ({ ...stored, ...(body as object), version: 2 }),
    [REFRESH]: { token: tokenOf({ role: "admin" }) },
  });
  await renderAt(AT, <OrganizationPage />);
  expect(await screen.findByLabelText("Name")).toHaveProperty("value", "Acme Lending");
  await write("Name", "Acme Home Loans");
  screen.getByText(/stop paid reports that would exceed it/);
  await write("Fees to block", "8");
  await write(/^Spend cap/, "1,250.50");
  await userEvent.click(screen.getByLabelText("Restrict by group"));
  await save();
  await waitFor(() => expect(server.count(REFRESH)).toBe(1));
  const { createdAt: _c, updatedAt: _u, logoURL: _l, id: _i, ...details } = stored;
  expect(server.requests.find(({ call }) => call === WRITE)?.body).toEqual({
    ...details,
    name: "Acme Home Loans",
    policy: { ...details.policy, nsfBlocker: 8, spendCap: 125_050, restrictByGroup: true },
  });
  // A second save builds on the saved version.
  await write("Phone optional", "555 not a phone");
  await save();
  await screen.findByText("Enter ten digits, or a + and the country code");
  expect(server.count(WRITE)).toBe(1);
  await write("Phone optional", "(555) 010-2030");
  await save();
  await waitFor(() => expect(server.count(WRITE)).toBe(2));
  expect(server.requests.findLast(({ call }) => call === WRITE)?.body).toMatchObject({
    version: 2,
    phone: "+15550102030",
  });
});

test.each([
  ["Fees to review", "6", "Enter at least as many as the fees to review"],
  ["Fees to review", "many", "Enter a whole number from 1 to 100"],
  ["Days in a report", "732", "Enter a whole number from 1 to 731"],
  ["Time zone", "Mars", "Choose a time zone from the list, such as America/New_York"],
  [/^Spend cap/, "a lot", "Enter dollars and cents, such as 1,250 or 99.50"],
  [/^Spend cap/, "-1", "Spend cap cannot be negative"],
  [/^Spend cap/, "1,000,000,000.01", "Spend cap is too large. The largest is $1,000,000,000.00"],
  [/^Spend cap/, "3850000000000000000", "Spend cap is too large. The largest is $1,000,000,000.00"],
  [/^NMLS ID/, "12a", "Enter 1 to 12 digits"],
])("%s of %s is refused before it is sent", async (label, text, words) => {
  const server = answerHttp({ [READ]: stored });
  await renderAt(AT, <OrganizationPage />);
  await write(label, text);
  await save();
  await screen.findByText(words);
  expect(server.count(WRITE)).toBe(0);
});

test("requiring a second factor without having one is refused at its box, which says where to set one up", async () => {
  answerHttp({ [READ]: stored, [WRITE]: refusal(409, "OWN_SECOND_FACTOR_MISSING") });
  await renderAt(AT, <OrganizationPage />);
  const box = await screen.findByLabelText("Require two-factor authentication for admins");
  await userEvent.click(box);
  await userEvent.click(screen.getByLabelText("Name"));
  await save();
  const reported = await screen.findByText(/Set up your own two-factor authentication first/);
  expect([box.getAttribute("aria-invalid"), box.getAttribute("aria-describedby")]).toEqual(["true", reported.id]);
  expect(document.activeElement).toBe(box);
});

test("another user's change is shown, merged with mine and saved as the next version", async () => {
  const theirs = someSettings({
    name: "Their Lending",
    policy: { ...stored.policy, spendCap: 50_000 },
    version: 2,
  });
  let current = stored;
  const server = answerHttp({
    [READ]: () => current,
    [WRITE]: ({ body }) => {
      if ((body as { version: number }).version === 2) return theirs;
      current = theirs;
      return refusal(409, "STALE");
    },
    [REFRESH]: { token: tokenOf({ role: "admin" }) },
  });
  await renderAt(AT, <OrganizationPage />);
  await write("Name", "My Lending");
  await save();
  await screen.findByText("Name: keeping yours; theirs is “Their Lending”");
  screen.getByText("Spend cap: using theirs, “$500.00”");
  expect(screen.getByLabelText("Name")).toHaveProperty("value", "My Lending");

  await userEvent.click(screen.getByRole("button", { name: "Review changes" }));
  expect(screen.getByLabelText(/^Spend cap/)).toHaveProperty("value", "500");
  await save();
  await waitFor(() => expect(server.count(WRITE)).toBe(2));
  expect(server.requests.findLast(({ call }) => call === WRITE)?.body).toMatchObject({
    name: "My Lending",
    policy: { spendCap: 50_000 },
    version: 2,
  });
});

test("a logo is reduced in its own proportions, uploaded, shown and removed", async () => {
  const draw = vi.fn();
  vi.stubGlobal("createImageBitmap", async () => ({ width: 1024, height: 256, close: () => undefined }));
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({ drawImage: draw } as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done, type) =>
    done(new Blob(["small"], { type: type ?? "" })),
  );
  const server = answerHttp({
    [READ]: stored,
    "POST /admin/organization/logo": someSettings({ logoURL: "http://test/logo/1" }),
    "POST /admin/organization/remove-logo": stored,
  });
  await renderAt(AT, <OrganizationPage />);
  await screen.findByText("No logo yet");
  await userEvent.upload(screen.getByLabelText("Logo file"), new File(["big"], "logo.png", { type: "image/png" }));
  await screen.findByAltText("Logo of Acme Lending");
  expect(draw.mock.calls[0]?.slice(1)).toEqual([0, 0, 1024, 256, 0, 0, 512, 128]);
  expect((server.requests[1]?.body as FormData).get("file")).toMatchObject({ type: "image/png" });
  await userEvent.click(screen.getByRole("button", { name: "Remove the logo" }));
  await screen.findByText("No logo yet");
});

test("settings that fail to load say so and can be requested again", async () => {
  let isThere = false;
  answerHttp({ [READ]: () => (isThere ? stored : refusal(500, "INTERNAL_ERROR")) });
  await renderAt(AT, <OrganizationPage />);
  await screen.findByText("We couldn't load the settings");
  isThere = true;
  await userEvent.click(screen.getByRole("button", { name: /again/i }));
  await screen.findByLabelText("Name");
});

function someSettings(details: Partial<OrganizationSettings> = {}): OrganizationSettings {
  return {
    id: "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f1a0f",
    name: "Acme Lending",
    nmlsId: null,
    phone: null,
    address: null,
    timeZone: "America/New_York",
    replyTo: null,
    policy: {
      nsfReview: 3,
      nsfBlocker: 5,
      defaultDays: 90,
      retentionDays: 1095,
      documentDays: 1095,
      reportDays: 1095,
      closedBorrowerDays: 1095,
      restrictByGroup: false,
      requireSecondFactor: false,
      borrowerMaySeeReport: false,
      connectInPerson: false,
      generateOnConnect: false,
      bankDataProduct: "assets",
      secondPersonAccepts: false,
      spendCap: null,
    },
    logoURL: null,
    createdAt: "2026-01-02T10:00:00.000Z",
    updatedAt: "2026-01-02T10:00:00.000Z",
    version: 1,
    ...details,
  };
}
