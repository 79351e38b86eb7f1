import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { beginPasskey, type Passkey, renamePasskey } from "#features/auth/contract.ts";
import type { Input } from "#platform/contract/call.ts";
import { confirm } from "#platform/web/confirm.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { DateText } from "#platform/web/parts/Values.tsx";
import { useDisabledReason } from "../session/session.ts";
import { deviceName } from "../settings/Devices.tsx";
import styles from "../settings/Settings.module.css";
import { explainPasskey, ownPasskeys, useAddPasskey, useDeletePasskey, useRenamePasskey } from "./api.ts";

export function Passkeys() {
  const passkeys = useQuery(ownPasskeys());
  const add = useAddPasskey();
  const disabledReason = useDisabledReason(beginPasskey);
  return (
    <>
      <p className={styles.words}>
        Log in with your fingerprint, face or device PIN. A passkey replaces your password and two-factor code.
      </p>
      <QueryBoundary query={passkeys} failed="We couldn't load your passkeys">
        {(shown) =>
          shown.length > 0 && (
            <RowList label="Passkeys">
              {shown.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </RowList>
          )
        }
      </QueryBoundary>
      {add.error && <Alert tone="stop">{explainPasskey(add.error)}</Alert>}
      <div className={styles.buttons}>
        <Button
          disabledReason={disabledReason}
          isBusy={add.isPending}
          onClick={() => add.mutate({ name: deviceName(navigator.userAgent) })}
        >
          Add a passkey
        </Button>
      </div>
    </>
  );
}

function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const { id, name, isSynced, createdAt, lastUsedAt } = passkey;
  const [isRenaming, setRenaming] = useState(false);
  const remove = useDeletePasskey();

  async function removeIt(): Promise<void> {
    const isSure = await confirm({
      title: `Delete the passkey ${name}?`,
      text: "You can no longer log in with it. Delete it on your device too, so that it isn't offered there.",
      confirm: "Delete passkey",
      tone: "danger",
    });
    if (isSure) remove.mutate({ id });
  }

  return (
    <Row
      title={name}
      about={
        <>
          {isSynced ? "Synced across your devices" : "On one device"}, added on <DateText at={createdAt} />
          {lastUsedAt === null ? (
            ", not used yet"
          ) : (
            <>
              , last used <DateText at={lastUsedAt} withTime />
            </>
          )}
          {remove.error && <Alert tone="stop">{explainPasskey(remove.error)}</Alert>}
          {isRenaming && <RenameDialog passkey={passkey} onClose={() => setRenaming(false)} />}
        </>
      }
      action={
        <div className={styles.buttons}>
          <Button size="small" label={`Rename ${name}`} onClick={() => setRenaming(true)}>
            Rename
          </Button>
          <Button size="small" label={`Delete ${name}`} isBusy={remove.isPending} onClick={() => void removeIt()}>
            Delete
          </Button>
        </div>
      }
    />
  );
}

interface RenameDialogProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
}

function RenameDialog({ passkey: { id, name }, onClose }: RenameDialogProps) {
  const rename = useRenamePasskey();
  return (
    <Dialog title="Rename passkey" onClose={onClose}>
      <Form<Pick<Input<typeof renamePasskey>, "name">>
        schema={renamePasskey.body}
        defaults={{ name }}
        submit="Save"
        loading={rename.isPending}
        error={rename.error}
        asksBeforeLeaving={false}
        cancel={onClose}
        onSubmit={(values) => rename.mutate({ id, ...values }, { onSuccess: onClose })}
      >
        <TextField name="name" label="Name" autoComplete="off" help="Only you see it." />
      </Form>
    </Dialog>
  );
}
