import { lazy, Suspense, useState } from "react";
import { beginSecondFactor, type SignInMethods } from "#features/auth/contract.ts";
import { confirm } from "#platform/web/confirm.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { DateText, StatusPill } from "#platform/web/parts/Values.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { useBeginSecondFactor, useDisableSecondFactor, useRenewRecoveryCodes } from "../api.ts";
import styles from "./Settings.module.css";
import { currentToken, useDisabledReason } from "../session/session.ts";
import { useBlocker } from "@tanstack/react-router";
import { saveFile } from "#platform/web/http/download.ts";
import { CopyButton } from "#platform/web/parts/CopyButton.tsx";

const SetUpSecondFactor = lazy(() =>
  import("./SetUpSecondFactor.tsx").then((file) => ({ default: file.SetUpSecondFactor })),
);

interface SecondFactorProps {
  readonly secondFactor: SignInMethods["secondFactor"];
}

export function SecondFactor({ secondFactor }: SecondFactorProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />;
  return secondFactor.enabledAt === null ? (
    <Off isRequired={secondFactor.isRequired} onCodes={setCodes} />
  ) : (
    <On secondFactor={secondFactor} enabledAt={secondFactor.enabledAt} onCodes={setCodes} />
  );
}

interface CodesProps {
  readonly onCodes: (codes: readonly string[]) => void;
}

function Off({ isRequired, onCodes }: CodesProps & { readonly isRequired: boolean }) {
  const begin = useBeginSecondFactor();
  const disabledReason = useDisabledReason(beginSecondFactor);
  if (begin.data)
    return (
      <Suspense fallback={<Skeleton lines={5} />}>
        <SetUpSecondFactor secret={begin.data} onCodes={onCodes} onCancel={begin.reset} />
      </Suspense>
    );
  return (
    <div className={styles.narrow}>
      {isRequired && (
        <Alert tone="ask" title="Your organization requires two-factor authentication">
          Set it up to continue working there. It takes a minute and an authenticator app. Logging in with a passkey
          counts too.
        </Alert>
      )}
      <p className={styles.words}>Add a code from your phone, so a stolen password isn&apos;t enough.</p>
      {begin.error && <Alert tone="stop">{explain(begin.error)}</Alert>}
      <div className={styles.buttons}>
        <Button
          variant={isRequired ? "primary" : "secondary"}
          disabledReason={disabledReason}
          isBusy={begin.isPending}
          onClick={() => begin.mutate({})}
        >
          Set up two-factor
        </Button>
      </div>
    </div>
  );
}

interface OnProps extends SecondFactorProps, CodesProps {
  readonly enabledAt: string;
}

function On({ secondFactor: { recoveryCodesLeft, isRequired }, enabledAt, onCodes }: OnProps) {
  const renew = useRenewRecoveryCodes();
  const disable = useDisableSecondFactor();
  const error = renew.error ?? disable.error;

  async function renewCodes(): Promise<void> {
    const isSure = await confirm({
      title: "Create new recovery codes?",
      text: "Your current codes stop working.",
      confirm: "Create new codes",
    });
    if (isSure) renew.mutate({}, { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) });
  }

  async function turnOff(): Promise<void> {
    const isSure = await confirm({
      title: "Turn off two-factor authentication?",
      text: isRequired
        ? "You'll log in with your password only, and can't work in your organization until you turn it on again."
        : "You'll log in with your password only.",
      confirm: "Turn off",
      tone: "danger",
    });
    if (isSure) disable.mutate({});
  }

  return (
    <div className={styles.narrow}>
      <p>
        <StatusPill tone="green">On</StatusPill> since <DateText at={enabledAt} />. {recoveryCodesLeft} recovery{" "}
        {recoveryCodesLeft === 1 ? "code" : "codes"} left.
      </p>
      {error && <Alert tone="stop">{explain(error)}</Alert>}
      <div className={styles.buttons}>
        <Button isBusy={renew.isPending} onClick={() => void renewCodes()}>
          Create new recovery codes
        </Button>
        <Button isBusy={disable.isPending} onClick={() => void turnOff()}>
          Turn off
        </Button>
      </div>
    </div>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join("\n");
  useBlocker({ shouldBlockFn: staysWithCodes, enableBeforeUnload: true });
  return (
    <div className={styles.codes}>
      <Alert tone="ask" title="Save your recovery codes">
        Each works once if you lose your phone. You won&apos;t see them again.
      </Alert>
      <ul role="list" aria-label="Recovery codes" className={styles.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.recoveryCodesButtons}>
        <CopyButton name="Codes" text={text} />
        <Button onClick={() => saveFile(new Blob([`${text}\n`], { type: "text/plain" }), "recovery-codes.txt")}>
          Download codes
        </Button>
        <Button variant="primary" onClick={onDone}>
          I&apos;ve saved them
        </Button>
      </div>
    </div>
  );
}

/** A user who is signed out cannot stay. */
async function staysWithCodes(): Promise<boolean> {
  if (currentToken() === null) return false;
  return !(await confirm({
    title: "Leave without your recovery codes?",
    text: "You won't see them again. Copy or download them first.",
    cancel: "Stay",
    confirm: "Leave",
  }));
}
