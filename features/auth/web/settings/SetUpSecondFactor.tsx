import { confirmSecondFactor } from "#features/auth/contract.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { useConfirmSecondFactor } from "../data.ts";
import { QrCode } from "./QrCode.tsx";
import { SecondFactorField } from "../reauthentication/SecondFactorField.tsx";
import styles from "./SetUpSecondFactor.module.css";

interface SetUpSecondFactorProps {
  readonly secret: { readonly secret: string; readonly otpauthURL: string };
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

export function SetUpSecondFactor({ secret: { secret, otpauthURL }, onCodes, onCancel }: SetUpSecondFactorProps) {
  const turnOn = useConfirmSecondFactor();
  return (
    <div className={styles.setUp}>
      <QrCode text={otpauthURL} title="QR code for your authenticator app" />
      <div className={styles.steps}>
        <p>Scan the QR code with your authenticator app, or enter this key:</p>
        <code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(" ")}</code>
        <p>Then enter the 6-digit code from the app to turn it on.</p>
        <Form
          schema={confirmSecondFactor.body}
          defaults={{ code: "" }}
          submit="Turn on"
          loading={turnOn.isPending}
          error={turnOn.error}
          asksBeforeLeaving={false}
          cancel={onCancel}
          onSubmit={(values) => turnOn.mutate(values, { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) })}
        >
          <SecondFactorField help="The 6 digits shown in the app." />
        </Form>
      </div>
    </div>
  );
}
