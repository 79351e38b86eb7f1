import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import {
  DELIVERIES_PER_PAGE,
  DELIVERY_STATUSES,
  resendWebhookDelivery,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookDeliveryStatus,
  type WebhookEndpoint,
} from "#features/developers/contract.ts";
import { DELIVERY_STATUS_LABELS, SEND_ERROR_LABELS } from "#features/developers/labels.ts";
import { MESSAGES } from "#features/developers/messages.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { EmptyState, QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { DateText, StatusPill } from "#platform/web/parts/Values.tsx";
import { useResendDelivery, webhookDeliveries } from "./api.ts";
import styles from "./Webhooks.module.css";

const MAX_SHOWN = 200;

interface DeliveriesDialogProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

export function DeliveriesDialog({ endpoint: { id, url, state }, onClose }: DeliveriesDialogProps) {
  const [status, setStatus] = useState<WebhookDeliveryStatus | undefined>(undefined);
  const [limit, setLimit] = useState(DELIVERIES_PER_PAGE);
  const found = useQuery(webhookDeliveries({ id, limit, ...(status && { status }) }));
  return (
    <Dialog title={`Deliveries to ${new URL(url).host}`} text="Of the last 30 days." size="large" onClose={onClose}>
      <div className={styles.filters} role="group" aria-label="Status">
        {[undefined, ...DELIVERY_STATUSES].map((one) => (
          <button
            key={one ?? "all"}
            type="button"
            className={styles.filter}
            aria-pressed={one === status}
            onClick={() => setStatus(one)}
          >
            {one ? DELIVERY_STATUS_LABELS[one] : "All"}
          </button>
        ))}
      </div>
      <QueryBoundary query={found} failed="We couldn't load the deliveries">
        {({ deliveries, hasOlder }) =>
          deliveries.length === 0 ? (
            <EmptyState title="No deliveries">Events appear here as they are sent.</EmptyState>
          ) : (
            <>
              <ul role="list" className={styles.deliveries} aria-label="Deliveries">
                {deliveries.map((delivery) => (
                  <DeliveryItem key={delivery.id} delivery={delivery} isEnabled={state === "enabled"} />
                ))}
              </ul>
              {hasOlder && limit < MAX_SHOWN && (
                <p>
                  <Button size="small" onClick={() => setLimit(MAX_SHOWN)}>
                    Show more
                  </Button>
                </p>
              )}
            </>
          )
        }
      </QueryBoundary>
      <p className={styles.close}>
        <Button onClick={onClose}>Close</Button>
      </p>
    </Dialog>
  );
}

const TONES = { pending: "amber", delivered: "green", failed: "red", canceled: "hollow" } as const;

function DeliveryItem({ delivery, isEnabled }: { readonly delivery: WebhookDelivery; readonly isEnabled: boolean }) {
  const { id, eventId, type, status, payload, attemptCount, attempts, nextAttemptAt, createdAt } = delivery;
  const resend = useResendDelivery();
  const disabledReason = useDisabledReason(resendWebhookDelivery);
  return (
    <li>
      <details>
        <summary className={styles.summary}>
          <code>{type}</code>
          <StatusPill tone={TONES[status]}>{DELIVERY_STATUS_LABELS[status]}</StatusPill>
          {attempts[0] && <span>{resultOf(attempts[0])}</span>}
          {attempts[0] && nextAttemptAt && (
            <span>
              Next attempt <DateText at={nextAttemptAt} withTime />
            </span>
          )}
          <span className={styles.when}>
            <DateText at={createdAt} withTime />
          </span>
        </summary>
        <div className={styles.delivery}>
          <p>
            {attemptCount === 1 ? "1 attempt" : `${attemptCount} attempts`}
            {nextAttemptAt ? (
              <>
                {" · Next attempt "}
                <DateText at={nextAttemptAt} withTime />
              </>
            ) : (
              status !== "delivered" && " · No further attempt is planned"
            )}
          </p>
          {attempts.length > 0 && (
            <ol className={styles.attempts} aria-label="Attempts">
              {attempts.map((attempt) => (
                <li key={attempt.at}>
                  <DateText at={attempt.at} withTime /> · {resultOf(attempt)} · {attempt.durationMs} ms
                </li>
              ))}
            </ol>
          )}
          <p>
            Event <code>{eventId}</code>
          </p>
          <pre className={styles.payload}>{JSON.stringify(JSON.parse(payload), null, 2)}</pre>
          {resend.error && <Alert tone="stop">{explain(resend.error, MESSAGES.webhook)}</Alert>}
          <p>
            <Button
              size="small"
              label={`Resend ${type}`}
              isBusy={resend.isPending}
              disabledReason={disabledReason ?? (isEnabled ? undefined : "Enable the endpoint first.")}
              onClick={() => resend.mutate({ id })}
            >
              Resend
            </Button>
          </p>
        </div>
      </details>
    </li>
  );
}

function resultOf({ responseStatus, error }: WebhookAttempt): string {
  if (responseStatus !== null) return `HTTP ${responseStatus}`;
  return SEND_ERROR_LABELS[error ?? ""] ?? "No answer";
}
