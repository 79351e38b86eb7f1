import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import { ReauthenticateDialog } from "#features/auth/web/reauthentication/ReauthenticateDialog.tsx";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import {
  createWebhookEndpoint,
  disableWebhookEndpoint,
  SUBSCRIBABLE_EVENTS,
  WEBHOOK_EVENTS,
  WebhookEndpointDetails,
  type WebhookEndpoint,
} from "#features/developers/contract.ts";
import { WEBHOOK_STATE_LABELS } from "#features/developers/labels.ts";
import { MESSAGES } from "#features/developers/messages.ts";
import { currentConfig } from "#platform/web/config.ts";
import { confirm } from "#platform/web/confirm.ts";
import { CheckboxGroup } from "#platform/web/form/ChoiceGroup.tsx";
import { ConflictNotice } from "#platform/web/form/ConflictNotice.tsx";
import { FieldNote, FormRow, useFieldError } from "#platform/web/form/Field.tsx";
import { Form } from "#platform/web/form/Form.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { useEditConflict } from "#platform/web/form/use-edit-conflict.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { MoreActions } from "#platform/web/parts/MoreActions.tsx";
import { Page, PageCard } from "#platform/web/parts/Page.tsx";
import { EmptyState, QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { DateText, StatusPill } from "#platform/web/parts/Values.tsx";
import {
  useCreateWebhookEndpoint,
  useDeleteWebhookEndpoint,
  useDisableWebhookEndpoint,
  useEnableWebhookEndpoint,
  useRotateWebhookSecret,
  useSendTestEvent,
  useUpdateWebhookEndpoint,
  webhookEndpoints,
} from "./api.ts";
import { DeliveriesDialog } from "./DeliveriesDialog.tsx";
import { ENDPOINT_FIELDS } from "./form.ts";
import { SecretDialog } from "./SecretDialog.tsx";
import styles from "./Webhooks.module.css";

interface ShownSecret {
  readonly url: string;
  readonly secret: string;
}

interface Open {
  readonly what: "edit" | "deliveries";
  readonly id: string;
}

export function WebhooksPage() {
  const all = useQuery(webhookEndpoints());
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const reload = () => void all.refetch();
  const opened = all.data?.find(({ id }) => id === open?.id);
  return (
    <Page
      title="Webhooks"
      lead="Send events to your loan origination system and other software as they happen. Each request is signed, so that the receiver can verify it."
    >
      <AddEndpoint onCreated={setShown} />
      <QueryBoundary query={all} failed="We couldn't load the webhook endpoints">
        {(endpoints) =>
          endpoints.length === 0 ? (
            <EmptyState title="No endpoints yet" below="medium">
              Add one above for each system that listens.
            </EmptyState>
          ) : (
            <RowList label="Webhook endpoints">
              {endpoints.map((endpoint) => (
                <EndpointRow
                  key={endpoint.id}
                  endpoint={endpoint}
                  onRotated={setShown}
                  onOpen={setOpen}
                  onStale={reload}
                />
              ))}
            </RowList>
          )
        }
      </QueryBoundary>
      {shown && (
        <SecretDialog
          title="Signing secret"
          purpose={`Verify the events sent to ${new URL(shown.url).host} with this secret.`}
          what="secret"
          secret={shown.secret}
          onClose={() => setShown(null)}
        />
      )}
      {opened && open?.what === "edit" && <EditDialog endpoint={opened} onClose={close} onStale={reload} />}
      {opened && open?.what === "deliveries" && <DeliveriesDialog endpoint={opened} onClose={close} />}
      <ReauthenticateDialog />
    </Page>
  );
}

const EMPTY: WebhookEndpointDetails = { url: "", description: "", events: [] };

function AddEndpoint({ onCreated }: { readonly onCreated: (shown: ShownSecret) => void }) {
  const [added, setAdded] = useState(0);
  const create = useCreateWebhookEndpoint();
  const disabledReason = useDisabledReason(createWebhookEndpoint);
  return (
    <PageCard size="medium">
      <Form<WebhookEndpointDetails>
        key={added} // A new key empties the form for the next one.
        schema={WebhookEndpointDetails}
        defaults={EMPTY}
        submit="Add endpoint"
        loading={create.isPending}
        error={create.error}
        explainError={(error) => explain(error, MESSAGES.webhook)}
        disabledReason={disabledReason}
        onSubmit={(values) =>
          create.mutate(values, {
            onSuccess({ endpoint: { url }, secret }) {
              setAdded(added + 1);
              onCreated({ url, secret });
            },
          })
        }
      >
        <EndpointFields />
      </Form>
    </PageCard>
  );
}

function EndpointFields() {
  return (
    <>
      <FormRow>
        <TextField
          name="url"
          label="Endpoint URL"
          autoComplete="off"
          help={
            currentConfig().environment === "local"
              ? "An https address on the public internet. In a local environment, http and private addresses can be allowed too."
              : "An https address on the public internet."
          }
          errorTexts={{
            INVALID_FORMAT: "Enter a URL such as https://example.com/webhooks",
            NOT_HTTPS: "The URL must begin with https://",
            PRIVATE_ADDRESS: "The URL must lead to the public internet",
          }}
        />
        <TextField name="description" label="Description" autoComplete="off" isOptional />
      </FormRow>
      <EventsField />
    </>
  );
}

const EVENT_OPTIONS = SUBSCRIBABLE_EVENTS.map((id) => ({ id, name: `${id}: ${WEBHOOK_EVENTS[id].when}` }));

function EventsField() {
  const { field } = useController<WebhookEndpointDetails, "events">({ name: "events" });
  const error = useFieldError("events");
  const noteId = useId();
  const isAll = field.value.length === SUBSCRIBABLE_EVENTS.length;
  return (
    <CheckboxGroup
      legend="Events"
      options={EVENT_OPTIONS}
      chosen={field.value}
      firstRef={field.ref}
      describedBy={error ? noteId : undefined}
      onToggle={(id, isChosen) =>
        field.onChange(SUBSCRIBABLE_EVENTS.filter((type) => (type === id ? isChosen : field.value.includes(type))))
      }
      before={
        <div>
          <Button variant="quiet" size="small" onClick={() => field.onChange(isAll ? [] : [...SUBSCRIBABLE_EVENTS])}>
            {isAll ? "Clear all" : "Select all"}
          </Button>
        </div>
      }
    >
      <FieldNote id={noteId} error={error && "Choose what the endpoint is sent"} />
    </CheckboxGroup>
  );
}

interface EndpointRowProps {
  readonly endpoint: WebhookEndpoint;
  readonly onRotated: (shown: ShownSecret) => void;
  readonly onOpen: (open: Open) => void;
  readonly onStale: () => void;
}

const OVERLAP_HOURS = 24;

function EndpointRow({ endpoint, onRotated, onOpen, onStale }: EndpointRowProps) {
  const { id, url, description, events, state, disabledAt, previousEndsAt, lastDeliveredAt, failedCount, version } =
    endpoint;
  const { host } = new URL(url);
  const isEnabled = state === "enabled";
  const disabledReason = useDisabledReason(disableWebhookEndpoint);
  const [rotate, test] = [useRotateWebhookSecret(), useSendTestEvent()];
  const [enable, disable, remove] = [
    useEnableWebhookEndpoint(),
    useDisableWebhookEndpoint(),
    useDeleteWebhookEndpoint(),
  ];
  const error = rotate.error ?? test.error ?? enable.error ?? disable.error ?? remove.error;

  async function askRotate(): Promise<void> {
    const isSure = await confirm({
      title: `Replace the secret of ${host}?`,
      text: `You get a new secret. For ${OVERLAP_HOURS} hours, events are signed with both, so that you can replace it first.`,
      confirm: "Replace secret",
    });
    if (isSure)
      rotate.mutate(
        { id, version, overlapHours: OVERLAP_HOURS },
        { onSuccess: ({ secret }) => onRotated({ url, secret }), onError: onStale },
      );
  }

  async function askDisable(): Promise<void> {
    const isSure = await confirm({
      title: `Disable ${host}?`,
      text: "It's sent no more events, and what waits to be sent is canceled.",
      confirm: "Disable endpoint",
    });
    if (isSure) disable.mutate({ id }, { onSuccess: () => showToast("Endpoint disabled", `${host} gets no events.`) });
  }

  async function askDelete(): Promise<void> {
    const isSure = await confirm({
      title: `Delete ${host}?`,
      text: "It's sent no more events, and its deliveries are deleted. This can't be undone.",
      confirm: "Delete endpoint",
      tone: "danger",
    });
    if (isSure) remove.mutate({ id }, { onSuccess: () => showToast("Endpoint deleted", `${host} gets no events.`) });
  }

  return (
    <Row
      title={
        <span className={styles.url}>
          {url} <StatusPill tone={STATE_TONES[state]}>{WEBHOOK_STATE_LABELS[state]}</StatusPill>
        </span>
      }
      about={
        <>
          {description && <p>{description}</p>}
          <p>{events.length === SUBSCRIBABLE_EVENTS.length ? "All events" : events.join(" · ")}</p>
          <p>
            {lastDeliveredAt === null ? (
              "Nothing delivered in 30 days"
            ) : (
              <>
                Last delivered <DateText at={lastDeliveredAt} withTime />
              </>
            )}
            {failedCount > 0 && ` · ${failedCount} failed`}
            {disabledAt && (
              <>
                {" · Disabled "}
                <DateText at={disabledAt} withTime />
              </>
            )}
            {previousEndsAt && (
              <>
                {" · Old secret signs until "}
                <DateText at={previousEndsAt} withTime />
              </>
            )}
          </p>
          {error && <Alert tone="stop">{explain(error, MESSAGES.webhook)}</Alert>}
        </>
      }
      action={
        <>
          <Button size="small" label={`Deliveries to ${host}`} onClick={() => onOpen({ what: "deliveries", id })}>
            Deliveries
          </Button>
          <Button
            size="small"
            label={`Send test event to ${host}`}
            isBusy={test.isPending}
            disabledReason={disabledReason ?? (isEnabled ? undefined : "Enable the endpoint first.")}
            onClick={() =>
              test.mutate({ id }, { onSuccess: () => showToast("Test event sent", "Its result is under Deliveries.") })
            }
          >
            Send test event
          </Button>
          <MoreActions
            label={`More for ${host}`}
            actions={[
              { label: "Edit", onPress: () => onOpen({ what: "edit", id }) },
              { label: "Replace secret", onPress: () => void askRotate() },
              isEnabled
                ? { label: "Disable", onPress: () => void askDisable() }
                : { label: "Enable", onPress: () => enable.mutate({ id }) },
              { label: "Delete", onPress: () => void askDelete() },
            ]}
          />
        </>
      }
    />
  );
}

const STATE_TONES = { enabled: "green", disabled: "hollow", failing: "red", gone: "red" } as const;

const valuesOf = ({ url, description, events }: WebhookEndpoint): WebhookEndpointDetails => ({
  url,
  description,
  events: [...events],
});

interface EditDialogProps {
  /** The stored endpoint. It may change while the dialog is open. */
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
  readonly onStale: () => void;
}

function EditDialog({ endpoint, onClose, onStale }: EditDialogProps) {
  const update = useUpdateWebhookEndpoint();
  const { hasEditConflict, base, theirs, version, error, takeTheirs } = useEditConflict(endpoint, {
    fields: ENDPOINT_FIELDS,
    valuesOf,
    update,
  });
  return (
    <Dialog title="Edit endpoint" size="large" onClose={onClose}>
      <Form<WebhookEndpointDetails>
        schema={WebhookEndpointDetails}
        defaults={base}
        submit="Save"
        loading={update.isPending}
        error={error}
        explainError={(failed) => explain(failed, MESSAGES.webhook)}
        cancel={onClose}
        onSubmit={(values) =>
          update.mutate({ id: endpoint.id, version, ...values }, { onSuccess: onClose, onError: onStale })
        }
      >
        {hasEditConflict && (
          <ConflictNotice
            what="this endpoint"
            fields={ENDPOINT_FIELDS}
            base={base}
            theirs={theirs}
            onMerged={takeTheirs}
          />
        )}
        <EndpointFields />
      </Form>
    </Dialog>
  );
}
