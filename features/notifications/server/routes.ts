import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/notifications/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import * as notifications from "./notifications.ts";

export function notificationRoutes(ctx: Context): Route[] {
  return [
    route(calls.listNotifications, (actor, page) => notifications.listNotifications(ctx, actor, page)),
    route(calls.countUnreadNotifications, (actor) => notifications.countUnread(ctx, actor)),
    route(calls.markNotificationRead, (actor, { id }) => notifications.markNotificationRead(ctx, actor, id)),
    route(calls.markAllNotificationsRead, (actor, seen) => notifications.markAllNotificationsRead(ctx, actor, seen)),
    route(calls.readNotificationPreferences, (actor) => notifications.readPreferences(ctx, actor)),
    route(calls.updateNotificationPreferences, (actor, preferences) =>
      notifications.updatePreferences(ctx, actor, preferences),
    ),
  ];
}
