// Which ways in stand on the log-in and register pages: the password, and below it the providers.
import { LogInPage } from "#features/identity/web/pages/LogInPage.tsx";
import { RegisterPage } from "#features/identity/web/pages/RegisterPage.tsx";
import { SocialButtons } from "#features/social/web/SocialButtons.tsx";

export function LogIn() {
  return <LogInPage otherWays={<SocialButtons />} />;
}

export function Register() {
  return <RegisterPage otherWays={<SocialButtons />} />;
}
