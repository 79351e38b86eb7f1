import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { createCalendarFeed, type CalendarFeed, type CalendarKind } from "#features/asset-reports/contract.ts";
import { CALENDAR_PAGE as TEXTS } from "#features/asset-reports/labels.ts";
import { MESSAGES } from "#features/asset-reports/messages.ts";
import { useDisabledReason, useMembership } from "#features/auth/web/session/session.ts";
import { confirm } from "#platform/web/confirm.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { CopyButton } from "#platform/web/parts/CopyButton.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { QueryBoundary, Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { DateText } from "#platform/web/parts/Values.tsx";
import { calendarFeeds, useCreateCalendarFeed, useDeleteCalendarFeed } from "../api.ts";
import styles from "./CalendarPage.module.css";

export function CalendarPage() {
  const feeds = useQuery(calendarFeeds());
  const role = useMembership()?.role.name;
  const [address, setAddress] = useState<string | null>(null);
  const kinds: readonly CalendarKind[] = role === "admin" || role === "root" ? ["own", "organization"] : ["own"];
  return (
    <Page title={TEXTS.title} lead={TEXTS.lead}>
      <QueryBoundary query={feeds} failed={TEXTS.failed} skeleton={<Skeleton lines={4} />}>
        {(shown) => (
          <RowList label={TEXTS.title}>
            {kinds.map((kind) => (
              <FeedRow key={kind} kind={kind} feed={shown.find((one) => one.kind === kind)} onCreated={setAddress} />
            ))}
          </RowList>
        )}
      </QueryBoundary>
      {address !== null && (
        <Dialog title={TEXTS.addressTitle} text={TEXTS.addressText} onClose={() => {}}>
          <p className={styles.address}>
            <code>{address}</code> <CopyButton name={TEXTS.address} text={address} />
          </p>
          <p>
            <Button variant="primary" onClick={() => setAddress(null)}>
              Done
            </Button>
          </p>
        </Dialog>
      )}
    </Page>
  );
}

interface FeedRowProps {
  readonly kind: CalendarKind;
  /** `undefined`: there is no address. */
  readonly feed: CalendarFeed | undefined;
  readonly onCreated: (address: string) => void;
}

function FeedRow({ kind, feed, onCreated }: FeedRowProps) {
  const create = useCreateCalendarFeed();
  const remove = useDeleteCalendarFeed();
  const disabledReason = useDisabledReason(createCalendarFeed);
  const error = create.error ?? remove.error;
  const { name, about } = TEXTS.kinds[kind];

  async function replace(): Promise<void> {
    const isSure =
      !feed ||
      (await confirm({ title: TEXTS.replaceTitle, text: TEXTS.replaceText, confirm: TEXTS.replace, tone: "danger" }));
    if (isSure) create.mutate({ kind }, { onSuccess: ({ calendarURL }) => onCreated(calendarURL) });
  }

  async function askRemove(): Promise<void> {
    const isSure = await confirm({
      title: TEXTS.removeTitle,
      text: TEXTS.removeText,
      confirm: TEXTS.remove,
      tone: "danger",
    });
    if (isSure) remove.mutate({ kind });
  }

  return (
    <Row
      title={name}
      about={
        <>
          <p>{about}</p>
          {feed && (
            <p>
              Created <DateText at={feed.createdAt} />
              {feed.createdBy !== null && ` by ${feed.createdBy}`}
              {feed.lastReadAt === null ? (
                ". Never read."
              ) : (
                <>
                  . Last read <DateText at={feed.lastReadAt} withTime />.
                </>
              )}
            </p>
          )}
          {error && <Alert tone="stop">{explain(error, MESSAGES.calendar)}</Alert>}
        </>
      }
      action={
        <div className={styles.actions}>
          <Button
            size="small"
            disabledReason={disabledReason}
            isBusy={create.isPending}
            label={`${feed ? TEXTS.replace : TEXTS.create}: ${name}`}
            onClick={() => void replace()}
          >
            {feed ? TEXTS.replace : TEXTS.create}
          </Button>
          {feed && (
            <Button
              size="small"
              isBusy={remove.isPending}
              label={`${TEXTS.remove}: ${name}`}
              onClick={() => void askRemove()}
            >
              {TEXTS.remove}
            </Button>
          )}
        </div>
      }
    />
  );
}
