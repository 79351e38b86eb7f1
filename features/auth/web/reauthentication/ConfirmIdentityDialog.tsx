import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { messageOf } from "#platform/web/http/explain.ts";
import { MESSAGES } from "#features/auth/messages.ts";
import { reauthenticate } from "#features/auth/contract.ts";
import type { Input } from "#platform/contract/call.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { PasswordField } from "#platform/web/form/PasswordField.tsx";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { signInMethods, useReauthenticate } from "../api.ts";
import { explainPasskey, usePasskeyReauthentication } from "../passkeys/api.ts";
import { type ReauthenticationRequest, useCodeDue } from "./reauthentication.ts";
import { SecondFactorField } from "./SecondFactorField.tsx";

type ConfirmIdentityValues = Input<typeof reauthenticate>;
const byPassword = z.omit(reauthenticate.body, { code: true });
const byPasswordAndCode = z.required(reauthenticate.body, { code: true });

export function ConfirmIdentityDialog({ request }: { readonly request: ReauthenticationRequest }) {
  const reauthenticate = useReauthenticate();
  const { isCodeDue, onError, shown } = useCodeDue();
  const methods = useQuery(signInMethods());

  return (
    <Dialog
      title="Confirm your identity"
      text="You're changing how you log in. Enter your password to continue."
      onClose={() => request.answer(false)}
    >
      <Form<ConfirmIdentityValues>
        schema={isCodeDue ? byPasswordAndCode : byPassword}
        defaults={{ password: "", code: "" }}
        submit="Continue"
        loading={reauthenticate.isPending}
        error={shown(reauthenticate.error)}
        explainError={(error) => messageOf(error, MESSAGES.identity)}
        asksBeforeLeaving={false}
        cancel={() => request.answer(false)}
        onSubmit={({ password, code }) =>
          reauthenticate.mutate(isCodeDue ? { password, code } : { password }, {
            onSuccess: () => request.answer(true),
            onError,
          })
        }
      >
        <PasswordField
          name="password"
          label="Password"
          purpose="current"
          errorTexts={{ INVALID_PASSWORD: "Incorrect password" }}
        />
        {isCodeDue && <SecondFactorField />}
      </Form>
      {methods.data?.hasPasskey && <ByPasskey onProven={() => request.answer(true)} />}
    </Dialog>
  );
}

function ByPasskey({ onProven }: { readonly onProven: () => void }) {
  const prove = usePasskeyReauthentication();
  return (
    <>
      {prove.error && <Alert tone="stop">{explainPasskey(prove.error)}</Alert>}
      <Button isBusy={prove.isPending} onClick={() => prove.mutate(undefined, { onSuccess: onProven })}>
        Use a passkey
      </Button>
    </>
  );
}
