// Owns the question who one is, as a dialog: the password, and a code where a second factor is due.
import * as z from "zod/mini";
import { reauthenticate } from "#features/identity/contract.ts";
import type { Input } from "#kit/contract/call.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { PasswordField } from "#kit/web/form/PasswordField.tsx";
import { codeOf } from "#kit/web/http/api-error.ts";
import { Dialog } from "#kit/web/parts/Dialog.tsx";
import { useReauthenticate } from "../data.ts";
import type { ProofRequest } from "./reauthentication.ts";
import { SecondFactorField } from "./SecondFactorField.tsx";
import { useCodeDue } from "./use-code-due.ts";

type ProofValues = Input<typeof reauthenticate>;
const byPassword = z.omit(reauthenticate.body, { code: true });
const byPasswordAndCode = z.required(reauthenticate.body, { code: true });

export function ProofDialog({ request }: { readonly request: ProofRequest }) {
  const proof = useReauthenticate();
  const { isCodeDue, onError, shown } = useCodeDue();

  return (
    <Dialog
      title="Confirm that it is you"
      text="You are about to change how you get in, and it is a while since you logged in."
      onClose={() => request.answer(false)}
    >
      <Form<ProofValues>
        schema={isCodeDue ? byPasswordAndCode : byPassword}
        defaults={{ password: "", code: "" }}
        submit="Continue"
        loading={proof.isPending}
        error={shown(proof.error)}
        explainError={explainRefusal}
        asksBeforeLeaving={false}
        cancel={() => request.answer(false)}
        onSubmit={({ password, code }) =>
          proof.mutate(isCodeDue ? { password, code } : { password }, {
            onSuccess: () => request.answer(true),
            onError,
          })
        }
      >
        <PasswordField
          name="password"
          label="Password"
          purpose="current"
          faults={{ INVALID_PASSWORD: "That is not your password" }}
        />
        {isCodeDue && <SecondFactorField />}
      </Form>
    </Dialog>
  );
}

function explainRefusal(error: Error): string | undefined {
  if (codeOf(error) !== "NO_PASSWORD") return undefined;
  return "Your account has no password. Log out, log in again with your provider, and make the change within 30 minutes.";
}
