import { encode } from "uqr";
import { confirmSecondFactor } from "#features/auth/contract.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { useConfirmSecondFactor } from "../api.ts";
import { SecondFactorField } from "../reauthentication/SecondFactorField.tsx";
import styles from "./Settings.module.css";

interface QrCodeProps {
  readonly text: string;
  readonly title: string;
}

const QUIET_ZONE = 4; // white modules around the code, required by ISO/IEC 18004

function QrCode({ text, title }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" shapeRendering="crispEdges">
      <title>{title}</title>
      <rect width={size} height={size} fill="white" />
      <path d={pathOf(data)} fill="black" />
    </svg>
  );
}

function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
}

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
