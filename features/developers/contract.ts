import * as z from "zod/mini";
import { LEADS } from "#features/organizations/contract.ts";
import { call } from "#platform/contract/call.ts";
import { GivenTimestamp, Id, listOf, orNull, text, Timestamp, whole } from "#platform/contract/fields.ts";
import { API_SCOPES } from "#platform/contract/who.ts";

export const API_KEYS_PER_ORGANIZATION = 50;
/** The longest that a replaced secret still works, in hours. */
export const MAX_OVERLAP_HOURS = 168;

export const ApiScope = z.enum(API_SCOPES);
export type ApiScope = z.infer<typeof ApiScope>;

/** An IPv4 or IPv6 address, or a network in CIDR notation. */
const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

export const ApiKeyDetails = z.object({
  name: text(80),
  scopes: listOf(ApiScope, API_SCOPES.length, 1),
  /** The key works from these alone. Empty: from anywhere. */
  addresses: listOf(Network, 20),
});
export type ApiKeyDetails = z.infer<typeof ApiKeyDetails>;

export const ApiKey = z.object({
  id: Id,
  ...ApiKeyDetails.shape,
  /** The last four characters of the secret. */
  secretEnd: z.string(),
  /** `null`: it does not expire. */
  expiresAt: z.nullable(Timestamp),
  isExpired: z.boolean(),
  /** Until then the secret before the last rotation works too. */
  previousEndsAt: z.nullable(Timestamp),
  /** Within a minute. `null`: never. */
  lastUsedAt: z.nullable(Timestamp),
  /** Where the last use came from. */
  lastUsedAddress: z.nullable(z.string()),
  createdAt: Timestamp,
  /** First and last name. `null`: the account was deleted. */
  createdByName: z.nullable(z.string()),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** The secret is shown this once: only its hash is stored. */
const NewSecret = z.object({ key: ApiKey, secret: z.string() });

export const listApiKeys = call({
  method: "GET",
  path: "/admin/api-key",
  summary: "List the organization's API keys",
  ...LEADS,
  reply: z.array(ApiKey),
});

export const createApiKey = call({
  method: "POST",
  path: "/admin/api-key",
  summary: "Create an API key",
  ...LEADS,
  confirmed: true,
  body: z.extend(ApiKeyDetails, { expiresAt: orNull(GivenTimestamp) }),
  reply: NewSecret,
  status: 201,
  holdsSecret: true,
  errors: ["REAUTHENTICATION_REQUIRED", "LIMIT_REACHED"],
});

export const updateApiKey = call({
  method: "PUT",
  path: "/admin/api-key/{id}",
  summary: "Update an API key's name, scopes and addresses",
  ...LEADS,
  confirmed: true,
  reach: { root: "organization", admin: "organization", registered: "organization" },
  params: z.object({ id: Id }),
  body: ApiKeyDetails,
  reply: ApiKey,
  errors: ["REAUTHENTICATION_REQUIRED", "NOT_FOUND"],
});

export const rotateApiKey = call({
  method: "POST",
  path: "/admin/api-key/{id}/rotate",
  summary: "Replace an API key's secret",
  ...LEADS,
  confirmed: true,
  reach: { root: "organization", admin: "organization", registered: "organization" },
  params: z.object({ id: Id }),
  /** How long the old secret still works. */
  body: z.object({ overlapHours: whole(0, MAX_OVERLAP_HOURS) }),
  reply: NewSecret,
  holdsSecret: true,
  errors: ["REAUTHENTICATION_REQUIRED", "NOT_FOUND"],
});

export const revokeApiKey = call({
  method: "POST",
  path: "/admin/api-key/{id}/revoke",
  summary: "Revoke an API key at once",
  ...LEADS,
  reach: { root: "organization", admin: "organization", registered: "organization" },
  params: z.object({ id: Id }),
  reply: null,
  errors: ["NOT_FOUND"],
});
