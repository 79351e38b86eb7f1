import { lazy, Suspense, useState } from "react";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { useAskForReset } from "../api.ts";
import styles from "./Settings.module.css";
import { useUser } from "../session/session.ts";

const ChangePasswordDialog = lazy(() =>
  import("./ChangePasswordDialog.tsx").then((file) => ({ default: file.ChangePasswordDialog })),
);

interface ChangePasswordProps {
  readonly hasPassword: boolean;
}

export function ChangePassword({ hasPassword }: ChangePasswordProps) {
  const [step, setStep] = useState<"idle" | "asking" | "changed">("idle");
  if (!hasPassword) return <SetPassword />;
  return (
    <div className={styles.narrow}>
      {step === "changed" && <Alert tone="ok">Password updated. All other devices were logged out.</Alert>}
      <div>
        <Button onClick={() => setStep("asking")}>Change password</Button>
      </div>
      <Suspense>
        {step === "asking" && (
          <ChangePasswordDialog onChanged={() => setStep("changed")} onClose={() => setStep("idle")} />
        )}
      </Suspense>
    </div>
  );
}

function SetPassword() {
  const user = useUser();
  const ask = useAskForReset();
  return (
    <div className={styles.narrow}>
      <p className={styles.words}>
        {user?.hasSocialAuth
          ? "You log in with a provider and have no password yet. Set one to log in without the provider."
          : "You have no password yet and need one to log in again. Set it with the link in our welcome email, or request a new link."}
      </p>
      <div>
        <Button isBusy={ask.isPending} onClick={() => ask.mutate({ email: user?.email ?? "" })}>
          Email me a link to set a password
        </Button>
      </div>
      {ask.isSuccess && <Alert tone="ok">Sent to {user?.email}. Open it within 30 minutes.</Alert>}
      {ask.error && <Alert tone="stop">{explain(ask.error)}</Alert>}
    </div>
  );
}
