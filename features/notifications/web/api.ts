import {
  countUnreadNotifications,
  listNotifications,
  NOTIFICATIONS_CHANGED,
  markAllNotificationsRead,
  markNotificationRead,
  readNotificationPreferences,
  updateNotificationPreferences,
} from "#features/notifications/contract.ts";
import { sendBesidePage } from "#platform/web/http/client.ts";
import { refreshOn } from "#platform/web/http/live.ts";
import { query, useChange } from "#platform/web/http/query.ts";

export const ownNotifications = query(listNotifications, sendBesidePage);
export const unreadNotifications = query(countUnreadNotifications, sendBesidePage);
const LISTS = [ownNotifications, unreadNotifications];
refreshOn(NOTIFICATIONS_CHANGED, LISTS);

export const useMarkNotificationRead = () => useChange(markNotificationRead, { refreshes: LISTS });
export const useMarkAllNotificationsRead = () => useChange(markAllNotificationsRead, { refreshes: LISTS });

export const notificationPreferences = query(readNotificationPreferences);
export const useUpdatePreferences = () =>
  useChange(updateNotificationPreferences, {
    refreshes: [],
    puts: (preferences) => [[notificationPreferences().queryKey, preferences]],
  });
