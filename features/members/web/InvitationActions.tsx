// Owns what may be done about an invitation: mail it again, or take it back.
import { useNavigate } from "@tanstack/react-router";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { revokeInvitation, type MemberDetails } from "#features/members/contract.ts";
import { confirm } from "#kit/web/confirm.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { showToast } from "#kit/web/toasts.ts";
import { useResendInvitation, useRevokeInvitation } from "./data.ts";
import { explainRefusal } from "./explain-refusal.ts";
import styles from "./MemberFacts.module.css";
import { statusOf } from "./member-status.ts";

export function InvitationActions({ member }: { readonly member: MemberDetails }) {
  const { id, email } = member;
  const [resend, revoke] = [useResendInvitation(), useRevokeInvitation()];
  const bar = useBar(revokeInvitation);
  const navigate = useNavigate();
  const error = resend.error ?? revoke.error;

  function sendAgain(): void {
    const sent = () => showToast("Invitation sent", `A fresh link is on its way to ${email}.`, { autohide: true });
    resend.mutate({ id }, { onSuccess: () => void sent() });
  }

  async function takeBack(): Promise<void> {
    const isSure = await confirm({
      title: `Revoke the invitation to ${email}?`,
      text: "The link in their mail ends at once.",
      confirm: "Revoke",
      tone: "danger",
    });
    if (!isSure) return;
    revoke.mutate(
      { id },
      {
        onSuccess() {
          showToast("Invitation revoked", `The link to ${email} has ended.`, { autohide: true });
          void navigate({ to: "/admin/users" });
        },
      },
    );
  }

  return (
    <div className={styles.actions}>
      {error && <Alert tone="stop">{explainRefusal(error)}</Alert>}
      {statusOf(member) === "expired" && (
        <Alert tone="ask">The link is too old to be used. Resend the invitation for a fresh one.</Alert>
      )}
      <div className={styles.buttons}>
        <Button isBusy={resend.isPending} barred={bar} onClick={sendAgain}>
          Resend
        </Button>
        <Button isBusy={revoke.isPending} barred={bar} onClick={() => void takeBack()}>
          Revoke
        </Button>
      </div>
    </div>
  );
}
