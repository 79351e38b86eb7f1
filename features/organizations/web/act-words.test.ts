import { expect, test } from "vitest";
import { GroupDetails } from "#features/groups/contract.ts";
import { OrganizationDetails, OrganizationPolicy } from "#features/organizations/contract.ts";
import { ACT_KINDS, actSentence } from "./act-words.ts";
import { SETTINGS_FIELDS } from "./settings-values.ts";

/** Acts whose names are put together where they are recorded, by what stands there. */
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

const NOUNS = [...ACT_KINDS.map(({ value }) => value), "billing", "consent", "line-item", "visit", "visit-link"];
const WHOLE = new RegExp(`"((?:${NOUNS.join("|")})\\.[a-z-]+)"`, "g");
const TOGETHER = new RegExp(`\`((?:${NOUNS.join("|")})\\.\\$\\{[^}]+\\}[a-z-]*)\``, "g");

const texts = import.meta.glob<string>("/features/**/server/**/*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});
/** Names of jobs look like acts, and stand in files of their own. */
const sources = Object.entries(texts)
  .filter(([file]) => !/\.test\.ts$|\/test-[^/]+\.ts$|\/jobs\.ts$/.test(file))
  .map(([, text]) => text);
const found = (pattern: RegExp) =>
  [...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!)))].sort();

const isType = (name: string) => name.endsWith("${string}");

test("every act that the server puts together is known here", () => {
  expect(found(TOGETHER).filter((name) => !isType(name))).toEqual(Object.keys(COMPOSED));
});

test("acts are found where they are recorded", () => {
  expect(found(WHOLE)).toEqual(expect.arrayContaining(["borrower.loan-changed", "report.ready", "user.logged-in"]));
});

test.each([...found(WHOLE), ...Object.values(COMPOSED).flat()])("the act %s has words of its own", (action) => {
  const act = { seq: 1, at: "2026-11-20T15:04:00.000Z", actorId: null, actorName: "Ada", objectType: "", objectId: "" };
  expect(actSentence({ ...act, action, address: "", detail: {} })).not.toContain("did “");
});

test("every setting that can change is called as its form calls it", () => {
  const { policy: _policy, ...details } = OrganizationDetails.shape;
  const policies = Object.keys(OrganizationPolicy.shape).map((field) => `policy.${field}`);
  expect(SETTINGS_FIELDS.map(({ name }) => name).sort()).toEqual([...Object.keys(details), ...policies].sort());
});

test("a group has no flag but the one that its acts are said to change", () => {
  expect(Object.keys(GroupDetails.shape.flags.def.innerType.shape)).toEqual(["billing"]);
});
