import { Button } from "#platform/web/parts/Button.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { useResendConfirmation } from "./api.ts";

const CONFIRMED = "Already confirmed";

/** The bar around the button goes with the reply. */
function say({ isConfirmed }: { readonly isConfirmed: boolean }): void {
  if (isConfirmed) showToast(CONFIRMED, "There's nothing left to do.", { autohide: true, closeOnClick: true });
}

export function ResendConfirmation() {
  const resend = useResendConfirmation();
  return (
    <>
      <Button size="small" isBusy={resend.isPending} onClick={() => resend.mutate({}, { onSuccess: say })}>
        Resend email
      </Button>
      <span role="status">
        {resend.data && (resend.data.isConfirmed ? CONFIRMED : "Email sent. Use the newest link.")}
        {resend.error && explain(resend.error)}
      </span>
    </>
  );
}
