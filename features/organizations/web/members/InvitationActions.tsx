import { useNavigate } from "@tanstack/react-router";
import { useDisabledReason } from "#features/auth/web/session/use-disabled-reason.ts";
import { revokeInvitation, type MemberDetails } from "#features/organizations/contract.ts";
import { confirm } from "#platform/web/confirm.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { showToast } from "#platform/web/toasts.ts";
import { useResendInvitation, useRevokeInvitation } from "./data.ts";
import { errorMessage } from "./error-messages.ts";
import styles from "./MemberFacts.module.css";
import { statusOf } from "./member-status.ts";

export function InvitationActions({ member }: { readonly member: MemberDetails }) {
  const { id, email } = member;
  const [resend, revoke] = [useResendInvitation(), useRevokeInvitation()];
  const disabledReason = useDisabledReason(revokeInvitation);
  const navigate = useNavigate();
  const error = resend.error ?? revoke.error;

  function sendAgain(): void {
    const sent = () => showToast("Invitation sent", `We emailed a new link to ${email}.`, { autohide: true });
    resend.mutate({ id }, { onSuccess: () => void sent() });
  }

  async function takeBack(): Promise<void> {
    const isSure = await confirm({
      title: `Revoke the invitation to ${email}?`,
      text: "The link in their email stops working.",
      confirm: "Revoke",
      tone: "danger",
    });
    if (!isSure) return;
    revoke.mutate(
      { id },
      {
        onSuccess() {
          showToast("Invitation revoked", `The link to ${email} no longer works.`, { autohide: true });
          void navigate({ to: "/admin/users" });
        },
      },
    );
  }

  return (
    <div className={styles.actions}>
      {error && <Alert tone="stop">{errorMessage(error)}</Alert>}
      {statusOf(member) === "expired" && (
        <Alert tone="ask">The link has expired. Resend the invitation for a new one.</Alert>
      )}
      <div className={styles.buttons}>
        <Button isBusy={resend.isPending} disabledReason={disabledReason} onClick={sendAgain}>
          Resend
        </Button>
        <Button isBusy={revoke.isPending} disabledReason={disabledReason} onClick={() => void takeBack()}>
          Revoke
        </Button>
      </div>
    </div>
  );
}
