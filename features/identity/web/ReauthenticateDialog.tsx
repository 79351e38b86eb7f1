// Owns the question who one is, asked again before a change of how one gets in; what was wanted then goes on by itself.
import { useEffect } from "react";
import { reauthenticate } from "#features/identity/contract.ts";
import type { Input } from "#kit/contract/call.ts";
import { codeOf } from "#kit/web/api-error.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { PasswordField } from "#kit/web/form/PasswordField.tsx";
import { Dialog } from "#kit/web/parts/Dialog.tsx";
import { useStore } from "#kit/web/store.ts";
import { useReauthenticate } from "./data.ts";
import { proofStore, type ProofRequest } from "./reauthentication.ts";
import { SecondFactorField } from "./SecondFactorField.tsx";
import { useCodeDue } from "./use-code-due.ts";

/** Stands in each page that changes how one gets in; seen when a proof is asked for. */
export function ReauthenticateDialog() {
  const request = useStore(proofStore);
  // A page that is left takes its question along.
  useEffect(() => () => proofStore.get()?.answer(false), []);
  return request && <ProofDialog request={request} />;
}

type ProofValues = Input<typeof reauthenticate>;
const byPassword = reauthenticate.body.omit({ code: true });
const byPasswordAndCode = reauthenticate.body.required({ code: true });

function ProofDialog({ request }: { readonly request: ProofRequest }) {
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
