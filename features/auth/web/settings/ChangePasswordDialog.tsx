import * as z from "zod/mini";
import { changePassword } from "#features/auth/contract.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { PasswordField } from "#platform/web/form/PasswordField.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { useChangePassword } from "../api.ts";
import { PASSWORD_ERRORS, TypedNewPassword } from "../password-messages.ts";

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
      text="All other devices will be logged out. You stay logged in here."
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
          errorTexts={{ INVALID_PASSWORD: "Incorrect current password" }}
        />
        <PasswordField name="password" label="New password" purpose="new" errorTexts={PASSWORD_ERRORS} />
      </Form>
    </Dialog>
  );
}
