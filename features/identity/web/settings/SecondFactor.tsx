// Owns the second factor in the settings: off, being set up, on, its recovery codes.
import { lazy, Suspense, useState } from "react";
import { beginSecondFactor, type SignInMethods } from "#features/identity/contract.ts";
import { confirm } from "#kit/web/confirm.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { DateText } from "#kit/web/parts/DateText.tsx";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import { useBeginSecondFactor, useDisableSecondFactor, useRenewRecoveryCodes } from "../data.ts";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import styles from "./Settings.module.css";
import { useBar } from "../session/use-bar.ts";

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
  const bar = useBar(beginSecondFactor);
  if (begin.data)
    return (
      <Suspense fallback={<Skeleton lines={5} />}>
        <SetUpSecondFactor secret={begin.data} onCodes={onCodes} onCancel={begin.reset} />
      </Suspense>
    );
  return (
    <div className={styles.narrow}>
      {isRequired && (
        <Alert tone="ask" title="Your organization asks you for a second factor">
          Until it is set up you cannot work in it. It takes a minute and an authenticator app.
        </Alert>
      )}
      <p className={styles.words}>
        A code from an app on your phone, asked for after the password: who learns your password still cannot get in.
      </p>
      {begin.error && <Alert tone="stop">{explain(begin.error)}</Alert>}
      <div className={styles.buttons}>
        <Button
          variant={isRequired ? "primary" : "secondary"}
          barred={bar}
          isBusy={begin.isPending}
          onClick={() => begin.mutate({})}
        >
          Set up second factor
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
      title: "Make new recovery codes?",
      text: "The codes that you kept until now stop working.",
      confirm: "Make new codes",
    });
    if (isSure) renew.mutate({}, { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) });
  }

  async function turnOff(): Promise<void> {
    const isSure = await confirm({
      title: "Turn the second factor off?",
      text: isRequired
        ? "The password alone will then be enough to get in, and your organization will not let you work until it is on again."
        : "The password alone will then be enough to get in.",
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
          Make new recovery codes
        </Button>
        <Button isBusy={disable.isPending} onClick={() => void turnOff()}>
          Turn off
        </Button>
      </div>
    </div>
  );
}
