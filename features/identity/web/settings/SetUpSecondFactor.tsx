// Owns setting a second factor up: the secret for the authenticator, as a picture and as text, and the first code of it.
import { confirmSecondFactor } from "#features/identity/contract.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { useConfirmSecondFactor } from "../data.ts";
import { QrCode } from "./QrCode.tsx";
import { SecondFactorField } from "../proof/SecondFactorField.tsx";
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
        <p>Scan the picture with your authenticator app, or type this key into it:</p>
        <code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(" ")}</code>
        <p>Then enter the code that the app shows. From that moment the second factor counts.</p>
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
          <SecondFactorField help="The 6 digits that the app shows now." />
        </Form>
      </div>
    </div>
  );
}
