import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import { ReauthenticateDialog } from "#features/auth/web/reauthentication/ReauthenticateDialog.tsx";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { createApiKey, revokeApiKey, type ApiKey } from "#features/developers/contract.ts";
import { SCOPE_LABELS } from "#features/developers/labels.ts";
import { MESSAGES } from "#features/developers/messages.ts";
import { API_KEY_PREFIX, API_SCOPES } from "#platform/contract/who.ts";
import { confirm } from "#platform/web/confirm.ts";
import { CheckboxGroup, SelectField } from "#platform/web/form/ChoiceGroup.tsx";
import { FieldNote, FormRow, useFieldError } from "#platform/web/form/Field.tsx";
import { Form } from "#platform/web/form/Form.tsx";
import { TextArea, TextField } from "#platform/web/form/TextField.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { Page, PageCard } from "#platform/web/parts/Page.tsx";
import { EmptyState, QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { DateText, StatusPill } from "#platform/web/parts/Values.tsx";
import { apiKeys, useCreateApiKey, useRevokeApiKey, useRotateApiKey, useUpdateApiKey } from "./api.ts";
import { ConflictNotice } from "#platform/web/form/ConflictNotice.tsx";
import { useEditConflict } from "#platform/web/form/use-edit-conflict.ts";
import {
  ApiKeyForm,
  type ApiKeyValues,
  detailsOf,
  EMPTY_KEY,
  EXPIRY_OPTIONS,
  expiryOf,
  KEY_FIELDS,
  valuesOf,
} from "./form.ts";
import { SecretDialog, type ShownSecret } from "./SecretDialog.tsx";
import styles from "./ApiKeys.module.css";

export function ApiKeysPage() {
  const all = useQuery(apiKeys());
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const [editedId, setEditedId] = useState<string | null>(null);
  const edited = all.data?.find(({ id }) => id === editedId);
  return (
    <Page
      title="API Keys"
      lead={
        <>
          Let your loan origination system and other software work with Keyturn. A key acts for your organization, with
          only the access you choose. <Link to="/developers">How to use it</Link>
        </>
      }
    >
      <AddKey onCreated={setShown} />
      <QueryBoundary query={all} failed="We couldn't load the API keys">
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState title="No API keys yet" below="medium">
              Create one above for each system that connects.
            </EmptyState>
          ) : (
            <RowList label="API keys">
              {keys.map((key) => (
                <KeyRow
                  key={key.id}
                  apiKey={key}
                  onRotated={setShown}
                  onEdit={() => setEditedId(key.id)}
                  onStale={() => void all.refetch()}
                />
              ))}
            </RowList>
          )
        }
      </QueryBoundary>
      {shown && (
        <SecretDialog
          title={`API key of ${shown.name}`}
          what="key"
          secret={shown.secret}
          onClose={() => setShown(null)}
        />
      )}
      {edited && (
        <EditDialog
          key={edited.id}
          apiKey={edited}
          onClose={() => setEditedId(null)}
          onStale={() => void all.refetch()}
        />
      )}
      <ReauthenticateDialog />
    </Page>
  );
}

function AddKey({ onCreated }: { readonly onCreated: (shown: ShownSecret) => void }) {
  const [added, setAdded] = useState(0);
  const create = useCreateApiKey();
  const disabledReason = useDisabledReason(createApiKey);
  return (
    <PageCard size="medium">
      <Form<ApiKeyValues>
        key={added} // A new key empties the form for the next one.
        schema={ApiKeyForm}
        defaults={EMPTY_KEY}
        submit="Create API key"
        loading={create.isPending}
        error={create.error}
        explainError={(error) => explain(error, MESSAGES.apiKey)}
        disabledReason={disabledReason}
        onSubmit={(values) =>
          create.mutate(
            { ...detailsOf(values), expiresAt: expiryOf(values) },
            {
              onSuccess({ key: { name }, secret }) {
                setAdded(added + 1);
                onCreated({ name, secret });
              },
            },
          )
        }
      >
        <FormRow>
          <TextField name="name" label="Name" autoComplete="off" help="The system that will use it." />
          <SelectField name="expiresIn" label="Expires" options={EXPIRY_OPTIONS} />
        </FormRow>
        <AccessFields />
      </Form>
    </PageCard>
  );
}

function AccessFields() {
  return (
    <>
      <ScopesField />
      <TextArea
        name="addresses"
        label="Allowed IP addresses"
        rows={2}
        isOptional
        help="One address or CIDR network per line. Leave empty to allow any."
        errorTexts={{ INVALID_FORMAT: "Enter IP addresses or networks such as 203.0.113.7 or 203.0.113.0/24" }}
      />
    </>
  );
}

const SCOPE_OPTIONS = API_SCOPES.map((id) => ({ id, name: SCOPE_LABELS[id] }));

function ScopesField() {
  const { field } = useController<ApiKeyValues, "scopes">({ name: "scopes" });
  const error = useFieldError("scopes");
  const noteId = useId();
  return (
    <CheckboxGroup
      legend="Access"
      options={SCOPE_OPTIONS}
      chosen={field.value}
      firstRef={field.ref}
      describedBy={error ? noteId : undefined}
      onToggle={(id, isChosen) =>
        field.onChange(API_SCOPES.filter((scope) => (scope === id ? isChosen : field.value.includes(scope))))
      }
    >
      <FieldNote id={noteId} error={error && "Choose what the key may do"} />
    </CheckboxGroup>
  );
}

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly onRotated: (shown: ShownSecret) => void;
  readonly onEdit: () => void;
  readonly onStale: () => void;
}

const OVERLAP_HOURS = 24;

function KeyRow({ apiKey, onRotated, onEdit, onStale }: KeyRowProps) {
  const { id, name, scopes, secretEnd, expiresAt, isExpired, previousEndsAt, lastUsedAt, lastUsedAddress, version } =
    apiKey;
  const disabledReason = useDisabledReason(revokeApiKey);
  const [rotate, revoke] = [useRotateApiKey(), useRevokeApiKey()];
  const error = rotate.error ?? revoke.error;

  async function askRotate(): Promise<void> {
    const isSure = await confirm({
      title: `Rotate the key of ${name}?`,
      text: `You get a new key. The current one works for ${OVERLAP_HOURS} more hours, so that you can replace it first.`,
      confirm: "Rotate",
    });
    if (isSure)
      rotate.mutate(
        { id, version, overlapHours: OVERLAP_HOURS },
        { onSuccess: ({ secret }) => onRotated({ name, secret }), onError: onStale },
      );
  }

  async function askRevoke(): Promise<void> {
    const isSure = await confirm({
      title: `Revoke the key of ${name}?`,
      text: "Systems that use it lose access right away. This can't be undone.",
      confirm: "Revoke key",
      tone: "danger",
    });
    if (isSure) revoke.mutate({ id }, { onSuccess: () => showToast("API key revoked", `${name} has no access.`) });
  }

  return (
    <Row
      title={
        <>
          {name} {isExpired && <StatusPill tone="red">Expired</StatusPill>}
        </>
      }
      about={
        <>
          <p className={styles.key}>
            <code>
              {API_KEY_PREFIX}…{secretEnd}
            </code>
          </p>
          <p>{scopes.map((scope) => SCOPE_LABELS[scope]).join(" · ")}</p>
          <p>
            {lastUsedAt === null ? (
              "Never used"
            ) : (
              <>
                Last used <DateText at={lastUsedAt} withTime /> from {lastUsedAddress}
              </>
            )}
            {expiresAt && (
              <>
                {isExpired ? " · Expired " : " · Expires "}
                <DateText at={expiresAt} />
              </>
            )}
            {previousEndsAt && (
              <>
                {" · Old key works until "}
                <DateText at={previousEndsAt} withTime />
              </>
            )}
          </p>
          {error && <Alert tone="stop">{explain(error, MESSAGES.apiKey)}</Alert>}
        </>
      }
      action={
        <>
          <Button size="small" disabledReason={disabledReason} label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button
            size="small"
            disabledReason={disabledReason}
            label={`Rotate ${name}`}
            isBusy={rotate.isPending}
            onClick={() => void askRotate()}
          >
            Rotate
          </Button>
          <Button
            size="small"
            disabledReason={disabledReason}
            label={`Revoke ${name}`}
            isBusy={revoke.isPending}
            onClick={() => void askRevoke()}
          >
            Revoke
          </Button>
        </>
      }
    />
  );
}

interface EditDialogProps {
  /** The stored key. It may change while the dialog is open. */
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onStale: () => void;
}

function EditDialog({ apiKey, onClose, onStale }: EditDialogProps) {
  const update = useUpdateApiKey();
  const { hasEditConflict, base, theirs, version, error, takeTheirs } = useEditConflict(apiKey, {
    fields: KEY_FIELDS,
    valuesOf,
    update,
  });
  return (
    <Dialog title={`Edit ${apiKey.name}`} size="large" onClose={onClose}>
      <Form<ApiKeyValues>
        schema={ApiKeyForm}
        defaults={base}
        submit="Save"
        loading={update.isPending}
        error={error}
        explainError={(failed) => explain(failed, MESSAGES.apiKey)}
        cancel={onClose}
        onSubmit={(values) =>
          update.mutate({ id: apiKey.id, version, ...detailsOf(values) }, { onSuccess: onClose, onError: onStale })
        }
      >
        {hasEditConflict && (
          <ConflictNotice what="this key" fields={KEY_FIELDS} base={base} theirs={theirs} onMerged={takeTheirs} />
        )}
        <TextField name="name" label="Name" autoComplete="off" />
        <AccessFields />
      </Form>
    </Dialog>
  );
}
