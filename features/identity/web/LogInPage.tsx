// Log-in by password; whoever was sent here goes back to the page they wanted.
import { Link, useNavigate } from "@tanstack/react-router";
import { logIn } from "#features/identity/contract.ts";
import { ApiError } from "#kit/web/api-error.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { PasswordField } from "#kit/web/form/PasswordField.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { useLogIn } from "./data.ts";
import { takeTarget } from "./return-target.ts";

export function LogInPage() {
  const login = useLogIn();
  const navigate = useNavigate();

  return (
    <AuthPage
      title="Log In"
      other={
        <>
          New here? <Link to="/auth/register">Register</Link>
        </>
      }
    >
      <Form
        schema={logIn.body}
        defaults={{ email: "", password: "" }}
        submit="Log In"
        loading={login.isPending}
        error={login.error}
        explainError={explainRefusal}
        asksBeforeLeaving={false}
        onSubmit={(values) => login.mutate(values, { onSuccess: () => void navigate({ href: takeTarget() }) })}
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <PasswordField name="password" label="Password" purpose="current" />
      </Form>
    </AuthPage>
  );
}

function explainRefusal(error: Error): string | undefined {
  if (error.message === "NO_TOKEN") return "The server let you in but gave no token. Try again in a minute.";
  switch (error instanceof ApiError ? error.code : undefined) {
    case "EMAIL_NOT_FOUND":
      return "No account has this address. Check the spelling, or register below.";
    case "INVALID_PASSWORD":
      return "Email and password do not belong together. Check both and try again.";
    case "PASSWORD_CHANGE_REQUIRED":
      return "This account needs a new password first. We have mailed you a link to set one.";
    case "ACCOUNT_LOCKED":
      return "This account is locked after too many wrong passwords. Wait 15 minutes, or ask an admin of your organization to unlock it.";
    default:
      return undefined;
  }
}
