import type * as contract from "#features/notifications/contract.ts";
import { DEFAULT_PREFERENCES } from "#features/notifications/contract.ts";
import { anOwn, nothing, type RowsOf } from "./row.ts";

export const notifications: RowsOf<typeof contract> = {
  listNotifications: { works: nothing, names: [] },
  countUnreadNotifications: { works: nothing, names: [] },
  markNotificationRead: {
    works: async (stage) => ({ id: await anOwn("notification", stage) }),
    names: ["id"],
    kind: "notification",
  },
  markAllNotificationsRead: { works: async () => ({ until: "2026-01-01T00:00:00.000Z" }), names: [] },
  readNotificationPreferences: { works: nothing, names: [] },
  updateNotificationPreferences: { works: async () => DEFAULT_PREFERENCES, names: [] },
};
