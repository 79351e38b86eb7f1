// Ways to sign in on the login and register pages: the password, and below it passkeys and social providers.
import { LogInPage } from "#features/auth/web/pages/LogInPage.tsx";
import { PasskeyButton } from "#features/auth/web/passkeys/PasskeyButton.tsx";
import { RegisterPage } from "#features/auth/web/pages/RegisterPage.tsx";
import { SocialButtons } from "#features/auth/web/social/SocialButtons.tsx";

export function LogIn() {
  return (
    <LogInPage
      otherWays={
        <SocialButtons>
          <PasskeyButton />
        </SocialButtons>
      }
    />
  );
}

export function Register() {
  return <RegisterPage otherWays={<SocialButtons />} />;
}
