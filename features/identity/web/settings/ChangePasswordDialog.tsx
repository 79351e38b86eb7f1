// Owns the form that changes one's own password, in a dialog.
import * as z from "zod/mini";
import { changePassword } from "#features/identity/contract.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { PasswordField } from "#kit/web/form/PasswordField.tsx";
import { Dialog } from "#kit/web/parts/Dialog.tsx";
import { useChangePassword } from "../data.ts";
import { PASSWORD_FAULTS, TypedNewPassword } from "../password-faults.ts";

const passwordToChange = z.extend(changePassword.body, { password: TypedNewPassword });

interface ChangePasswordDialogProps {
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function ChangePasswordDialog({ onChanged, onClose }: ChangePasswordDialogProps) {
  const change = useChangePassword();
  return (
    <Dialog
      title="Change your password"
      text="Every other device will be logged out. You stay logged in here."
      onClose={onClose}
    >
      <Form
        schema={passwordToChange}
        defaults={{ currentPassword: "", password: "" }}
        submit="Save new password"
        loading={change.isPending}
        error={change.error}
        asksBeforeLeaving={false}
        cancel={onClose}
        onSubmit={(values) => change.mutate(values, { onSuccess: onChanged })}
      >
        <PasswordField
          name="currentPassword"
          label="Current password"
          purpose="current"
          faults={{ INVALID_PASSWORD: "That is not your current password" }}
        />
        <PasswordField name="password" label="New password" purpose="new" faults={PASSWORD_FAULTS} />
      </Form>
    </Dialog>
  );
}
