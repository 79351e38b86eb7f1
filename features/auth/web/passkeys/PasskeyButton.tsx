import { useNavigate } from "@tanstack/react-router";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { takeTarget } from "../session/return-target.ts";
import { explainPasskey, usePasskeyLogIn } from "./api.ts";

/** Logs in without email, password and code. */
export function PasskeyButton() {
  const login = usePasskeyLogIn();
  const navigate = useNavigate();
  return (
    <>
      {login.error && <Alert tone="stop">{explainPasskey(login.error)}</Alert>}
      <Button
        isBusy={login.isPending}
        onClick={() => login.mutate(undefined, { onSuccess: () => void navigate({ href: takeTarget() }) })}
      >
        Continue with a passkey
      </Button>
    </>
  );
}
