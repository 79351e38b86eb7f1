// The bell in the top navigation and the panel that it opens.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import Bell from "lucide-react/icons/bell";
import { useId, useRef, useState } from "react";
import { type Notification, NOTIFICATIONS_AT_ONCE, MAX_NOTIFICATIONS } from "#features/notifications/contract.ts";
import { KIND_TEXTS, pathOf } from "#features/notifications/labels.ts";
import { formatDate, relativeDate } from "#platform/web/format/dates.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { EmptyState, QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { ownNotifications, unreadNotifications, useMarkAllNotificationsRead, useMarkNotificationRead } from "./api.ts";
import styles from "./NotificationBell.module.css";

/** The browser's own popover: closes by Escape or a click elsewhere, gives focus back. */
export function NotificationBell() {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
  const unread = useQuery(unreadNotifications()).data?.unread ?? 0;
  return (
    <div className={styles.place}>
      <button
        type="button"
        className={styles.bell}
        popoverTarget="notifications"
        aria-label={unread === 0 ? "Notifications" : `Notifications, ${unread} unread`}
      >
        <Bell aria-hidden="true" />
        {unread > 0 && (
          <span className={styles.count} aria-hidden="true">
            {unread > 99 ? "99+" : unread}
          </span>
        )}
      </button>
      <section
        ref={panel}
        id="notifications"
        popover="auto"
        className={styles.panel}
        aria-labelledby={titleId}
        onToggle={({ newState }) => setOpen(newState === "open")}
      >
        <p id={titleId} className={styles.title}>
          Notifications
        </p>
        {isOpen && <NotificationList unread={unread} onLeave={() => panel.current?.hidePopover()} />}
      </section>
    </div>
  );
}

interface NotificationListProps {
  readonly unread: number;
  readonly onLeave: () => void;
}

/** Read only while the panel is open. */
function NotificationList({ unread, onLeave }: NotificationListProps) {
  const [limit, setLimit] = useState(NOTIFICATIONS_AT_ONCE);
  const list = useQuery({ ...ownNotifications({ limit }), placeholderData: keepPreviousData });
  const readOne = useMarkNotificationRead();
  const readAll = useMarkAllNotificationsRead();
  const newest = list.data?.notifications[0];

  function open({ id, readAt }: Notification): void {
    if (readAt === null) readOne.mutate({ id });
    onLeave();
  }

  return (
    <>
      {newest && (
        <div className={styles.all}>
          <Button
            size="small"
            variant="quiet"
            isBusy={readAll.isPending}
            disabledReason={unread > 0 ? undefined : "All notifications are read"}
            onClick={() => readAll.mutate({ until: newest.createdAt })}
          >
            Mark all as read
          </Button>
        </div>
      )}
      <div className={styles.scroll}>
        {readAll.error && <Alert tone="stop">{explain(readAll.error)}</Alert>}
        <QueryBoundary query={list} failed="We couldn't load your notifications">
          {({ notifications, hasOlder }) =>
            notifications.length === 0 ? (
              <EmptyState title="No notifications yet">
                When a borrower connects a bank, answers a question or sends documents, you see it here.
              </EmptyState>
            ) : (
              <>
                <ul role="list" aria-label="Notifications" className={styles.list}>
                  {notifications.map((one) => (
                    <li key={one.id}>
                      <NotificationLink notification={one} onOpen={() => open(one)} />
                    </li>
                  ))}
                </ul>
                {hasOlder && limit < MAX_NOTIFICATIONS && (
                  <div className={styles.older}>
                    <Button
                      size="small"
                      isBusy={list.isPlaceholderData}
                      onClick={() => setLimit(limit + NOTIFICATIONS_AT_ONCE)}
                    >
                      Show older
                    </Button>
                  </div>
                )}
              </>
            )
          }
        </QueryBoundary>
      </div>
      <Link to="/account/settings/notifications" className={styles.settings} onClick={onLeave}>
        Notification settings
      </Link>
    </>
  );
}

interface NotificationLinkProps {
  readonly notification: Notification;
  readonly onOpen: () => void;
}

function NotificationLink({ notification, onOpen }: NotificationLinkProps) {
  const { kind, borrower, bank, reason, by, readAt, createdAt } = notification;
  const { title, sentence } = KIND_TEXTS[kind];
  const isUnread = readAt === null;
  return (
    <Link to={pathOf(kind, borrower.id)} className={styles.notification} data-unread={isUnread} onClick={onOpen}>
      <span className={styles.what}>
        {title}
        {isUnread && <span className="visually-hidden"> (unread)</span>}
      </span>
      <span className={styles.sentence}>{sentence({ borrower: borrower.name, bank, reason, by })}</span>
      <time dateTime={createdAt} title={formatDate(createdAt, { withTime: true })} className={styles.when}>
        {relativeDate(createdAt)}
      </time>
    </Link>
  );
}
