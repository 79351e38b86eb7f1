import { expect, test } from "vitest";
import { BORROWER_STATUSES } from "#features/borrowers/contract.ts";
import { GroupDetails, OrganizationDetails, OrganizationPolicy } from "#features/organizations/contract.ts";
import { AUDIT_EVENT_KINDS, auditEventSentence } from "./audit-event-labels.ts";
import { SETTINGS_FIELDS } from "./form.ts";

/** Actions whose names the server composes, by the expression in its source. */
const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  "audit-copy.${act}": ["audit-copy.downloaded", "audit-copy.locked", "audit-copy.opened", "audit-copy.refused"],
  "evidence.${ACTS[state]}": ["evidence.accepted", "evidence.rejected", "evidence.reopened"],
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
const found = (pattern: RegExp) =>
  [...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!)))].sort();

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
  };
  expect(auditEventSentence({ ...auditEvent, action, address: "", detail: {} })).not.toContain("did “");
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
  const auditEvent = { seq: 1, at: "2026-11-20T15:04:00.000Z", actorId: null, actorName: "Ada", objectType: "" };
  const detail = { from: "new", to: status };
  expect(
    auditEventSentence({ ...auditEvent, objectId: "", action: "borrower.status-changed", address: "", detail }),
  ).not.toContain("unknown");
});
