import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { endSession } from "#features/auth/web/session/session.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import {
  type AuditEvent,
  GroupDetails,
  OrganizationDetails,
  OrganizationPolicy,
} from "#features/organizations/contract.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { BORROWER_STATUSES } from "#features/borrowers/contract.ts";
import { ActivityPage } from "./ActivityPage.tsx";
import { AUDIT_EVENT_KINDS, auditEventSentence, chosenIn, filterFor } from "./audit-event-labels.ts";
import { SETTINGS_FIELDS } from "./form.ts";

describe("ActivityPage", () => {
  const AT = "/admin/audit";
  const LIST = "GET /admin/audit";
  const VERIFY = "POST /admin/audit/verify";
  const ADA = "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f1b01";
  const people = [{ userId: ADA, firstName: "Ada", lastName: "Admin", role: "admin" }];

  const anAuditEvent = (details: Partial<AuditEvent> = {}): AuditEvent => ({
    seq: 1,
    at: "2026-11-20T15:04:00.000Z",
    actorId: ADA,
    actorName: "Ada Admin",
    action: "borrower.created",
    objectType: "borrower",
    objectId: "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f1b02",
    objectName: "Sam Dean",
    loanNumber: null,
    fromName: null,
    toName: null,
    address: "192.0.2.7",
    detail: {},
    ...details,
  });

  beforeEach(() => void signIn({ role: "admin" }));
  afterEach(endSession);

  test.each([
    [{}, "Ada Admin created borrower Sam Dean"],
    [{ loanNumber: "AC-1" }, "Ada Admin created borrower Sam Dean, loan AC-1"],
    [{ objectName: null }, "Ada Admin created a borrower"],
    [
      { action: "borrower.assigned", fromName: "Eddie Editor", toName: "Ada Admin", detail: { to: "x" } },
      "Ada Admin assigned borrower Sam Dean from Eddie Editor to Ada Admin",
    ],
    [
      { action: "borrower.assigned", fromName: "Eddie Editor", toName: null, detail: { to: null } },
      "Ada Admin unassigned borrower Sam Dean from Eddie Editor to no one",
    ],
    [
      { action: "visit.opened", actorId: null, actorName: null, detail: { visitId: "v" } },
      "A borrower opened the borrower portal from their link (Sam Dean)",
    ],
    [
      { action: "report.requested", objectType: "asset-report", loanNumber: "AC-1", detail: { borrowerId: "b" } },
      "Ada Admin requested a report for Sam Dean, loan AC-1",
    ],
    [{ action: "post.edited", objectType: "post", objectName: "Rates" }, "Ada Admin edited post “Rates”"],
    [{ action: "member.removed", objectType: "member", objectName: "Eddie Editor" }, "Ada Admin removed Eddie Editor"],
    [
      { action: "invitation.created", objectType: "invitation", objectName: "Jo New", detail: { role: "editor" } },
      "Ada Admin invited a person as an editor: Jo New",
    ],
    [
      { action: "borrower.status-changed", detail: { from: "new", to: "bank-connected" } },
      "Ada Admin changed borrower Sam Dean's status from new to bank connected",
    ],
    [
      { action: "organization.edited", objectName: null, detail: { fields: ["name", "policy.spendCap"] } },
      "Ada Admin changed the settings: name, spend cap",
    ],
    [
      {
        action: "organization.edited",
        objectName: null,
        detail: { fields: ["nmlsId", "replyTo", "policy.nsfReview"] },
      },
      "Ada Admin changed the settings: NMLS ID, reply-to address, fees to review",
    ],
    [
      { action: "organization.edited", objectName: null, detail: { fields: ["policy.newLimit", "toString"] } },
      "Ada Admin changed the settings: new limit, to string",
    ],
    [
      { action: "group.edited", objectName: null, detail: { fields: ["color", "flags"], added: [], removed: [] } },
      "Ada Admin edited a group: color, billing",
    ],
    [
      { action: "group.edited", objectName: null, detail: { fields: [], added: ["a", "b"], removed: ["c"] } },
      "Ada Admin edited a group; added 2 people, removed 1 person",
    ],
    [
      { action: "group.created", objectName: null, detail: { name: "<b>East</b>" } },
      "Ada Admin created the group “<b>East</b>”",
    ],
    [
      { action: "member.edited", objectName: null, detail: { from: "guest", to: "editor" } },
      "Ada Admin made a colleague an editor",
    ],
    [
      { action: "member.joined", objectName: null, detail: { role: "guest" } },
      "Ada Admin joined the organization as a guest",
    ],
    [{ action: "report.ready", objectName: null, actorId: null, actorName: null }, "The product finished a report"],
    [{ action: "user.logged-in", objectName: null, actorName: null }, "A deleted user logged in"],
    [{ action: "loan.sold-twice", objectName: null }, "Ada Admin did “loan: sold twice”"],
    [{ action: "constructor.x", objectName: null }, "Ada Admin did “constructor: x”"],
    [
      { action: "borrower.status-changed", detail: { from: { $ne: 1 } } },
      "Ada Admin changed borrower Sam Dean's status from unknown to unknown",
    ],
  ])("an event %j reads as a sentence", (details, sentence) => {
    expect(auditEventSentence(anAuditEvent(details))).toBe(sentence);
  });

  test("invalid filters in the URL are ignored", () => {
    const broken = { person: "me", kind: "<b>", from: "0000-01-01", to: "2026-13-45" };
    expect(filterFor(chosenIn(broken))).toEqual({});
    expect(filterFor(chosenIn({ person: ADA, kind: "group", from: "2026-11-20", to: "2026-11-20" }))).toEqual({
      actorId: ADA,
      action: "group",
      from: new Date(2026, 10, 20).toISOString(),
      to: new Date(2026, 10, 20, 23, 59, 59, 999).toISOString(),
    });
  });

  test("events are listed newest first with time, origin and object, and more load on request", async () => {
    const all = Array.from({ length: 60 }, (_, index) => anAuditEvent({ seq: 60 - index }));
    const asked: (string | null)[] = [];
    answerHttp({
      "GET /account/member": people,
      [LIST]: (_request, query) => {
        const before = query.get("before");
        asked.push(before);
        return all.filter(({ seq }) => before === null || seq < Number(before)).slice(0, Number(query.get("limit")));
      },
    });
    await renderAt(AT, <ActivityPage />);
    expect(await screen.findAllByRole("listitem")).toHaveLength(50);
    expect(screen.getAllByRole("listitem")[0]?.textContent).toMatch(
      /Ada Admin created borrower Sam Dean.*192\.0\.2\.7.*event 60/,
    );
    await userEvent.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(60));
    expect(asked).toEqual([null, "11"]);
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  test("filters are in the URL and in the request", async () => {
    const asked: string[] = [];
    answerHttp({
      "GET /account/member": people,
      [LIST]: (_request, query) => {
        query.delete("limit");
        asked.push(query.toString());
        return query.size === 0 ? [anAuditEvent()] : [];
      },
    });
    const { router } = await renderAt(AT, <ActivityPage />);
    await screen.findByText("Ada Admin created borrower Sam Dean");
    await screen.findByRole("option", { name: "Ada Admin" });
    await userEvent.selectOptions(screen.getByLabelText("Person"), "Ada Admin");
    await userEvent.selectOptions(screen.getByLabelText("Kind"), "Groups");
    await screen.findByText("No matching activity");
    expect(router.state.location.search).toEqual({ person: ADA, kind: "group" });
    expect(asked.at(-1)).toBe(new URLSearchParams({ actorId: ADA, action: "group" }).toString());
  });

  test("a changed setting is shown with what it was and is", async () => {
    const changes = [
      { field: "policy.reportDays", from: 1095, to: 730 },
      { field: "policy.spendCap", from: null, to: 250_000 },
      { field: "policy.restrictByGroup", from: false, to: true },
    ];
    const detail = { fields: changes.map(({ field }) => field), changes };
    answerHttp({
      "GET /account/member": people,
      [LIST]: [anAuditEvent({ action: "organization.edited", objectName: null, detail })],
    });
    await renderAt(AT, <ActivityPage />);
    await screen.findByText("Reports (days): 1095 to 730");
    screen.getByText("Spend cap: none to $2,500.00");
    screen.getByText("Restrict by group: off to on");
  });

  test("a search is sent when typing pauses and is in the URL; the export has the same filters", async () => {
    const asked: string[] = [];
    answerHttp({
      "GET /account/member": people,
      [LIST]: (_request, query) => {
        asked.push(query.get("search") ?? "");
        return [anAuditEvent()];
      },
      "GET /admin/audit/export": (_request, query) => {
        asked.push(query.toString());
        return [];
      },
    });
    const { router } = await renderAt(AT, <ActivityPage />);
    await userEvent.type(await screen.findByRole("searchbox", { name: "Search" }), "dean");
    await waitFor(() => expect(asked).toEqual(["", "dean"]));
    expect(router.state.location.search).toEqual({ search: "dean" });
    screen.getByText("Export what matches as");
    await userEvent.click(screen.getByRole("button", { name: "JSON Lines" }));
    await waitFor(() => expect(asked.at(-1)).toBe("search=dean&format=jsonl"));
  });

  test("an event about a borrower who was deleted has no link and shows the reference", async () => {
    answerHttp({
      "GET /account/member": people,
      [LIST]: [anAuditEvent({ objectId: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b001", objectName: null })],
    });
    await renderAt(AT, <ActivityPage />);
    await screen.findByText(/borrower 5b1d7a52, now deleted/);
    expect(screen.queryByRole("link", { name: /event/ })).toBeNull();
  });

  test("the object of an event is a link with its own name, unless it no longer exists", async () => {
    answerHttp({
      "GET /account/member": refusal(500, "INTERNAL_ERROR"),
      [LIST]: [
        anAuditEvent({ seq: 4, action: "member.removed", objectType: "member" }),
        anAuditEvent({ seq: 3, action: "member.edited", objectType: "member", objectId: "m" }),
        anAuditEvent({ seq: 2, action: "post.edited", objectType: "post", objectId: "p" }),
        anAuditEvent({ seq: 1, objectId: "b" }),
      ],
    });
    await renderAt(AT, <ActivityPage />);
    const to = async (name: string) => (await screen.findByRole("link", { name })).getAttribute("href");
    expect(await to("User of event 3")).toBe("/admin/users/edit/m");
    expect(await to("Post of event 2")).toBe("/admin/posts/edit/p");
    expect(await to("Borrower of event 1")).toBe("/account/borrowers/view/b");
    expect(screen.queryByRole("link", { name: /event 4/ })).toBeNull();
    await screen.findByText(/We couldn't load your colleagues' names/);
  });

  test("the result of a verification is shown in words, with the hash to write down", async () => {
    const sha256 = "ab".repeat(32);
    answerHttp({ [LIST]: [], [VERIFY]: { rows: 1204, errors: [], head: { seq: 1204, sha256 } } });
    await renderAt(AT, <ActivityPage />);
    await userEvent.click(await screen.findByRole("button", { name: "Verify" }));
    await screen.findByText("The log is intact: 1,204 events, none changed or missing");
    screen.getByText(sha256);
  });

  test("a changed event is shown by its number", async () => {
    const errors = [
      { seq: 7, error: "changed" },
      { seq: 9, error: "gap" },
    ];
    answerHttp({ [LIST]: [], [VERIFY]: { rows: 20, errors, head: { seq: 20, sha256: "00" } } });
    await renderAt(AT, <ActivityPage />);
    await userEvent.click(await screen.findByRole("button", { name: "Verify" }));
    await screen.findByText("Event 7: it was changed later");
    screen.getByText("Event 9: an earlier event is missing");
  });

  test("an empty log and one that fails to load say so", async () => {
    let isThere = false;
    answerHttp({ [LIST]: () => (isThere ? [] : refusal(500, "INTERNAL_ERROR")) });
    await renderAt(AT, <ActivityPage />);
    await screen.findByText("We couldn't load the activity");
    isThere = true;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("No activity yet");
  });
});

describe("audit event labels", () => {
  const UNNAMED = { objectName: null, loanNumber: null, fromName: null, toName: null };

  /** Actions whose names the server composes, by the expression in its source. */
  const COMPOSED: Readonly<Record<string, readonly string[]>> = {
    "audit-copy.${act}": ["audit-copy.downloaded", "audit-copy.locked", "audit-copy.opened", "audit-copy.refused"],
    'consent.${method.replace("_", "-")}': ["consent.attested", "consent.in-person", "consent.signed-form"],
    "document.${ACTS[state]}": ["document.accepted", "document.rejected", "document.reopened"],
    "evidence.${ACTS[state]}": ["evidence.accepted", "evidence.rejected", "evidence.reopened"],
    "needs.${change}": ["needs.changed", "needs.restored", "needs.waived"],
    "subscription.${request}-requested": [
      "subscription.cancel-requested",
      "subscription.card-update-requested",
      "subscription.plan-switch-requested",
      "subscription.resume-requested",
    ],
    "user.${notice}": [
      "user.connection-added",
      "user.connection-removed",
      "user.recovery-codes-renewed",
      "user.second-factor-off",
      "user.second-factor-on",
    ],
  };

  const NOUNS = [
    ...AUDIT_EVENT_KINDS.map(({ value }) => value),
    "billing",
    "consent",
    "decision",
    "email-template",
    "gift-letter",
    "line-item",
    "visit",
    "visit-link",
  ];
  const WHOLE = new RegExp(`"((?:${NOUNS.join("|")})\\.[a-z-]+)"`, "g");
  const TOGETHER = new RegExp(`\`((?:${NOUNS.join("|")})\\.\\$\\{[^}]+\\}[a-z-]*)\``, "g");

  const texts = import.meta.glob<string>("/features/**/server/**/*.ts", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  /** Names of jobs look like actions and are in separate files. */
  const sources = Object.entries(texts)
    .filter(([file]) => !/\.test\.ts$|\/test-[^/]+\.ts$|\/jobs\.ts$/.test(file))
    .map(([, text]) => text);
  /** Events of webhooks whose type no action has. */
  const ONLY_EVENTS = ["borrower.updated", "subscription.changed", "webhook.test"];
  const found = (pattern: RegExp) =>
    [...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!)))]
      .filter((name) => !ONLY_EVENTS.includes(name))
      .sort();

  const isType = (name: string) => name.endsWith("${string}");

  test("every action that the server composes is known here", () => {
    expect(found(TOGETHER).filter((name) => !isType(name))).toEqual(Object.keys(COMPOSED));
  });

  test("actions are found in the code that records them", () => {
    expect(found(WHOLE)).toEqual(expect.arrayContaining(["borrower.loan-changed", "report.ready", "user.logged-in"]));
  });

  test.each([...found(WHOLE), ...Object.values(COMPOSED).flat()])("the action %s has its own label", (action) => {
    const auditEvent = {
      seq: 1,
      at: "2026-11-20T15:04:00.000Z",
      actorId: null,
      actorName: "Ada",
      objectType: "",
      objectId: "",
      ...UNNAMED,
    };
    const sentence = auditEventSentence({ ...auditEvent, action, address: "", detail: {} });
    expect(sentence, "needs a label in audit-event-labels.ts").not.toContain("did “");
  });

  test("every setting that can change has the same name as in its form", () => {
    const { policy: _policy, ...details } = OrganizationDetails.shape;
    const policies = Object.keys(OrganizationPolicy.shape).map((field) => `policy.${field}`);
    expect(SETTINGS_FIELDS.map(({ name }) => name).sort()).toEqual([...Object.keys(details), ...policies].sort());
  });

  test("a group has only the flag that its events name", () => {
    expect(Object.keys(GroupDetails.shape.flags.def.innerType.shape)).toEqual(["billing"]);
  });

  test.each(BORROWER_STATUSES)("a change to the status %s is shown by its name", (status) => {
    const auditEvent = {
      seq: 1,
      at: "2026-11-20T15:04:00.000Z",
      actorId: null,
      actorName: "Ada",
      objectType: "",
      ...UNNAMED,
    };
    const detail = { from: "new", to: status };
    expect(
      auditEventSentence({ ...auditEvent, objectId: "", action: "borrower.status-changed", address: "", detail }),
    ).not.toContain("unknown");
  });
});
