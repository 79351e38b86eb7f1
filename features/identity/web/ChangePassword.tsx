// Owns changing one's own password; who has none yet gets a link to set one.
import { useState } from "react";
import { changePassword } from "#features/identity/contract.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { PasswordField } from "#kit/web/form/PasswordField.tsx";
import { explain } from "#kit/web/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { useAskForReset, useChangePassword } from "./data.ts";
import { PASSWORD_FAULTS, TypedNewPassword } from "./password-faults.ts";
import styles from "./Settings.module.css";
import { useUser } from "./session.ts";

const passwordToChange = changePassword.body.extend({ password: TypedNewPassword });

interface ChangePasswordProps {
  readonly hasPassword: boolean;
}

export function ChangePassword({ hasPassword }: ChangePasswordProps) {
  const change = useChangePassword();
  const [changes, setChanges] = useState(0);
  if (!hasPassword) return <SetPassword />;
  return (
    <div className={styles.narrow}>
      {change.isSuccess && <Alert tone="ok">Your password is changed. Every other device has been logged out.</Alert>}
      <Form
        key={changes} // what was typed is gone once it was taken
        schema={passwordToChange}
        defaults={{ currentPassword: "", password: "" }}
        submit="Change password"
        loading={change.isPending}
        error={change.error}
        asksBeforeLeaving={false}
        onSubmit={(values) => change.mutate(values, { onSuccess: () => setChanges(changes + 1) })}
      >
        <PasswordField
          name="currentPassword"
          label="Current password"
          purpose="current"
          faults={{ INVALID_PASSWORD: "That is not your current password" }}
        />
        <PasswordField name="password" label="New password" purpose="new" faults={PASSWORD_FAULTS} />
      </Form>
    </div>
  );
}

function SetPassword() {
  const user = useUser();
  const ask = useAskForReset();
  return (
    <div className={styles.narrow}>
      <p className={styles.words}>
        You log in with a provider and have no password here. With one, you can get in without the provider too.
      </p>
      <div>
        <Button isBusy={ask.isPending} onClick={() => ask.mutate({ email: user?.email ?? "" })}>
          Mail me a link to set a password
        </Button>
      </div>
      {ask.isSuccess && <Alert tone="ok">Sent to {user?.email}. Open it within 30 minutes.</Alert>}
      {ask.error && <Alert tone="stop">{explain(ask.error)}</Alert>}
    </div>
  );
}
