import * as z from "zod/mini";
import { BORROWER_REACH, BORROWER_READERS } from "#features/borrowers/contract.ts";
import { call } from "#platform/contract/call.ts";
import { digits, GivenTimestamp, Id, Timestamp } from "#platform/contract/fields.ts";

/** The live event for the person whose notifications changed, on each of their open pages. */
export const NOTIFICATIONS_CHANGED = "notifications.changed";

export const NOTIFICATION_KINDS = [
  "bankConnected",
  "reportReady",
  "reportFailed",
  "questionAnswered",
  "documentsReceived",
  "consentWithdrawn",
  "connectionBroken",
  "reportExpiring",
  "plannedRefresh",
  "mentioned",
  "reviewRequested",
] as const;
export const NotificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** All but `off` are shown in the product. */
export const DELIVERIES = ["email", "daily", "product", "off"] as const;
export type Delivery = (typeof DELIVERIES)[number];
const Choice = z.enum(DELIVERIES);
/** For what a person must not miss. */
const AlwaysShown = z.enum(["email", "daily", "product"]);

/** A member's choice in one organization. A requested review is always emailed right away. */
export const NotificationPreferences = z.object({
  bankConnected: Choice,
  reportReady: Choice,
  reportFailed: Choice,
  questionAnswered: Choice,
  documentsReceived: Choice,
  consentWithdrawn: AlwaysShown,
  connectionBroken: Choice,
  reportExpiring: Choice,
  plannedRefresh: Choice,
  mentioned: AlwaysShown,
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

export const DEFAULT_PREFERENCES: NotificationPreferences = {
  bankConnected: "email",
  reportReady: "daily",
  reportFailed: "email",
  questionAnswered: "email",
  documentsReceived: "email",
  consentWithdrawn: "email",
  connectionBroken: "email",
  reportExpiring: "email",
  plannedRefresh: "email",
  mentioned: "email",
};

/** Facts that the text of a notification needs. */
export const NotificationDetail = z.object({
  /** The bank's name. */
  bank: z.optional(z.string()),
  /** Why a report failed or was not requested. */
  reason: z.optional(z.string()),
  /** The user who mentioned the person. */
  by: z.optional(Id),
});
export type NotificationDetail = z.infer<typeof NotificationDetail>;

export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  borrower: z.object({ id: Id, name: z.string() }),
  bank: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Name of the colleague who caused it. `null`: the borrower, the bank or the product did. */
  by: z.nullable(z.string()),
  readAt: z.nullable(Timestamp),
  createdAt: Timestamp,
});
export type Notification = z.infer<typeof Notification>;

/** How many a panel shows first, and how many more each time. */
export const NOTIFICATIONS_AT_ONCE = 20;
/** The most that one reading of the list gives. */
export const MAX_NOTIFICATIONS = 200;
/** Deleted after so many days. */
export const NOTIFICATION_DAYS = 90;
/** The hour at which the daily email is sent, in the organization's time zone. */
export const DIGEST_HOUR = 7;

const OWN = { who: BORROWER_READERS, reach: BORROWER_REACH } as const;

export const listNotifications = call({
  method: "GET",
  path: "/account/notifications",
  summary: "List your notifications",
  ...OWN,
  query: z.object({ limit: z._default(digits(1, MAX_NOTIFICATIONS), NOTIFICATIONS_AT_ONCE) }),
  reply: z.object({ notifications: z.array(Notification), hasOlder: z.boolean() }),
});

export const countUnreadNotifications = call({
  method: "GET",
  path: "/account/notifications/unread",
  summary: "Count your unread notifications",
  ...OWN,
  reply: z.object({ unread: z.int() }),
});

export const markNotificationRead = call({
  method: "POST",
  path: "/account/notifications/{id}/read",
  summary: "Mark a notification as read",
  who: BORROWER_READERS,
  params: z.object({ id: Id }),
  reply: null,
});

export const markAllNotificationsRead = call({
  method: "POST",
  path: "/account/notifications/read",
  summary: "Mark all notifications as read",
  who: BORROWER_READERS,
  /** The newest that the person saw. */
  body: z.object({ until: GivenTimestamp }),
  reply: null,
});

export const readNotificationPreferences = call({
  method: "GET",
  path: "/account/notification-preferences",
  summary: "Read your notification preferences",
  who: BORROWER_READERS,
  reply: NotificationPreferences,
});

export const updateNotificationPreferences = call({
  method: "PUT",
  path: "/account/notification-preferences",
  summary: "Change your notification preferences",
  who: BORROWER_READERS,
  body: NotificationPreferences,
  reply: NotificationPreferences,
});
