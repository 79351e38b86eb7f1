import { MESSAGES } from "#features/auth/messages.ts";
import { startSso } from "#features/auth/contract.ts";
import { AuthPage } from "#features/auth/web/pages/AuthPage.tsx";
import { Form } from "#platform/web/form/Form.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import styles from "../pages/AuthPage.module.css";
import { useContinueWithSso } from "./api.ts";

interface SsoFormProps {
  readonly email: string;
  /** The organization accepts nothing else. */
  readonly isRequired: boolean;
  readonly onUsePassword: () => void;
}

export function SsoForm({ email, isRequired, onUsePassword }: SsoFormProps) {
  const start = useContinueWithSso();
  return (
    <AuthPage title="Log in with SSO">
      <p className={styles.aside} role={isRequired ? "status" : undefined}>
        {isRequired
          ? "Your organization requires single sign-on. Continue to its sign-in page."
          : "Enter your work email. We'll take you to your organization's sign-in page."}
      </p>
      <Form<{ email: string }>
        schema={startSso.body}
        defaults={{ email }}
        submit="Continue with SSO"
        // The browser is leaving the page, so the button stays busy.
        loading={start.isPending || start.isSuccess}
        error={start.error}
        explainError={(error) => explain(error, MESSAGES.sso)}
        asksBeforeLeaving={false}
        onSubmit={(values) => start.mutate(values)}
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" />
      </Form>
      <div className={styles.ways}>
        <Button onClick={onUsePassword}>Use a password instead</Button>
      </div>
    </AuthPage>
  );
}
