// What directories send, reduced to the attributes that we store. All others are ignored, as RFC 7643 allows.
import { Id } from "#platform/contract/fields.ts";
import { attributeOf } from "./read-filter.ts";
import { ScimError } from "./scim-error.ts";

const MAX_TEXT = 500;
const MAX_OPERATIONS = 1_000;

export interface UserChange {
  userName?: string;
  externalId?: string | null;
  isActive?: boolean;
  firstName?: string;
  lastName?: string;
  displayName?: string;
  /** The primary one. */
  email?: string;
}

export interface MembersChange {
  readonly kind: "add" | "remove" | "replace";
  readonly ids: readonly string[];
}

export interface GroupChange {
  displayName?: string;
  externalId?: string | null;
  /** One after another. */
  readonly members: MembersChange[];
}

interface Operation {
  readonly kind: "add" | "remove" | "replace";
  /** In lower case; `null`: the value names the attributes. */
  readonly path: string | null;
  readonly value: unknown;
}

/** A whole user, as POST and PUT send it. */
export function readUser(body: unknown): UserChange {
  const change: UserChange = {};
  for (const [name, value] of entriesOf(body)) setUser(change, name, value);
  return change;
}

export function readUserPatch(body: unknown): UserChange {
  const change: UserChange = {};
  for (const { kind, path, value } of operationsOf(body)) {
    if (path !== null) setUser(change, path, kind === "remove" ? null : value);
    else for (const [name, inner] of entriesOf(value)) setUser(change, name, inner);
  }
  return change;
}

/** A whole group. Without `members` those that it has stay. */
export function readGroup(body: unknown): GroupChange {
  const change: GroupChange = { members: [] };
  for (const [name, value] of entriesOf(body)) setGroup(change, { kind: "replace", path: name, value });
  return change;
}

export function readGroupPatch(body: unknown): GroupChange {
  const change: GroupChange = { members: [] };
  for (const { kind, path, value } of operationsOf(body)) {
    if (path !== null) setGroup(change, { kind, path, value });
    else for (const [name, inner] of entriesOf(value)) setGroup(change, { kind, path: name, value: inner });
  }
  return change;
}

function operationsOf(body: unknown): Operation[] {
  const [, operations] = entriesOf(body).find(([name]) => name === "operations") ?? [];
  if (!Array.isArray(operations) || operations.length === 0) throw syntax("Operations must be a list.");
  if (operations.length > MAX_OPERATIONS) throw syntax("There are too many operations.");
  return operations.map((operation: unknown) => {
    const fields = new Map(entriesOf(operation));
    const kind = String(fields.get("op")).toLowerCase();
    if (kind !== "add" && kind !== "remove" && kind !== "replace") throw syntax("op must be add, remove or replace.");
    const path = fields.get("path") ?? null;
    if (path !== null && (typeof path !== "string" || path.length > MAX_TEXT))
      throw new ScimError(400, "invalidPath", "path must be a text.");
    if (path === null && kind === "remove") throw new ScimError(400, "noTarget", "remove needs a path.");
    return { kind, path: path && attributeOf(path), value: fields.get("value") };
  });
}

function setUser(change: UserChange, name: string, value: unknown): void {
  switch (name) {
    case "username":
      change.userName = textOf(name, value);
      break;
    case "externalid":
      change.externalId = optionalText(name, value);
      break;
    case "active":
      change.isActive = booleanOf(value);
      break;
    case "displayname":
      change.displayName = optionalText(name, value) ?? "";
      break;
    case "name":
      for (const [part, inner] of value === null ? [] : entriesOf(value)) setUser(change, `name.${part}`, inner);
      break;
    case "name.givenname":
      change.firstName = optionalText(name, value) ?? "";
      break;
    case "name.familyname":
      change.lastName = optionalText(name, value) ?? "";
      break;
    case "emails": {
      const email = primaryOf(value);
      if (email !== undefined) change.email = email;
      break;
    }
  }
}

const MEMBER = /^members\[value eq "([^"]*)"\]$/;

function setGroup(change: GroupChange, { kind, path, value }: Operation): void {
  const one = MEMBER.exec(path ?? "")?.[1];
  if (one !== undefined && kind === "remove") change.members.push({ kind, ids: idsOf([{ value: one }], kind) });
  else if (path === "members") {
    // Entra names whom to remove in the value; without one it is all of them.
    if (kind === "remove" && value === undefined) change.members.push({ kind: "replace", ids: [] });
    else change.members.push({ kind, ids: idsOf(value, kind) });
  } else if (path === "displayname") change.displayName = textOf("displayName", value);
  else if (path === "externalid") change.externalId = optionalText("externalId", kind === "remove" ? null : value);
  else if (path?.includes("[")) throw new ScimError(400, "invalidPath", "The path isn't supported.");
}

/** A member to remove whose id is not ours is already gone. */
function idsOf(value: unknown, kind: Operation["kind"]): string[] {
  if (!Array.isArray(value)) throw invalid("members");
  const ids = value.map((member: unknown) => {
    const [, id] = entriesOf(member).find(([name]) => name === "value") ?? [];
    return Id.safeParse(id).data?.toLowerCase();
  });
  if (kind !== "remove" && ids.includes(undefined)) throw invalid("members");
  return [...new Set(ids.filter((id) => id !== undefined))];
}

function primaryOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (!Array.isArray(value)) throw invalid("emails");
  const emails = value.slice(0, 100).map((email: unknown) => new Map(entriesOf(email)));
  const found =
    emails.find((email) => email.get("primary") === true || email.get("primary") === "True") ??
    emails.find((email) => email.get("type") === "work") ??
    emails[0];
  return found && textOf("emails", found.get("value"));
}

/** Names in lower case. Entries and no object: a name never reaches a prototype. */
function entriesOf(value: unknown): [string, unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw syntax("An object was expected.");
  return Object.entries(value).map(([name, inner]) => [attributeOf(name), inner]);
}

function textOf(name: string, value: unknown): string {
  const text = optionalText(name, value);
  if (text === null || text === "") throw invalid(name);
  return text;
}

function optionalText(name: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== "string" || value.length > MAX_TEXT || /[\p{Cc}\p{Cs}]/u.test(value)) throw invalid(name);
  return value.trim();
}

/** Entra sends "True" and "False" unless a flag of its address says otherwise. */
function booleanOf(value: unknown): boolean {
  const text = String(value).toLowerCase();
  if (typeof value === "object" || (text !== "true" && text !== "false")) throw invalid("active");
  return text === "true";
}

function invalid(name: string): ScimError {
  return new ScimError(400, "invalidValue", `The value of ${name} isn't valid.`);
}

function syntax(detail: string): ScimError {
  return new ScimError(400, "invalidSyntax", detail);
}
