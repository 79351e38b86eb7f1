// Owns what may be done about a person beside their role: how they get in, and whether they stay.
import { useNavigate } from "@tanstack/react-router";
import { useUser } from "#features/identity/web/session/session.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { removeMember, type MemberDetails } from "#features/members/contract.ts";
import { confirm } from "#kit/web/confirm.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { DateText } from "#kit/web/parts/DateText.tsx";
import { showToast } from "#kit/web/toasts.ts";
import { useRemoveMember, useRequirePasswordChange, useUnlockMember } from "./data.ts";
import { explainRefusal } from "./explain-refusal.ts";
import styles from "./MemberFacts.module.css";

export function MemberActions({ member }: { readonly member: MemberDetails }) {
  const { id, firstName, lastName, organization, lockedUntil, mustChangePassword } = member;
  const name = `${firstName} ${lastName}`;
  const [change, unlock, remove] = [useRequirePasswordChange(), useUnlockMember(), useRemoveMember()];
  const bar = useBar(removeMember);
  const navigate = useNavigate();
  const isSelf = useUser()?.id === member.userId;
  const error = change.error ?? unlock.error ?? remove.error;

  async function requireChange(): Promise<void> {
    const isSure = await confirm({
      title: `Require a new password of ${name}?`,
      text: "They are logged out everywhere, and get a mail with a link to set a new password.",
      confirm: "Require password change",
    });
    if (isSure) change.mutate({ id });
  }

  async function takeOut(): Promise<void> {
    const isSure = await confirm({
      title: `Remove ${name} from ${organization.name}?`,
      text: "They lose every right here at once and leave their groups. Their account stays, and so does what they did. To have them back, invite them again.",
      confirm: "Remove",
      tone: "danger",
    });
    if (!isSure) return;
    remove.mutate(
      { id },
      {
        onSuccess() {
          if (isSelf) return void navigate({ to: "/auth/logout", ignoreBlocker: true });
          showToast("User removed", `${name} is no longer in ${organization.name}.`, { autohide: true });
          void navigate({ to: "/admin/users" });
        },
      },
    );
  }

  return (
    <div className={styles.actions}>
      {error && <Alert tone="stop">{explainRefusal(error)}</Alert>}
      {lockedUntil !== null && (
        <Alert
          tone="ask"
          title="Locked"
          action={
            <Button size="small" isBusy={unlock.isPending} barred={bar} onClick={() => unlock.mutate({ id })}>
              Unlock
            </Button>
          }
        >
          Too many log-ins failed, so none is let in until <DateText at={lockedUntil} />.
        </Alert>
      )}
      {mustChangePassword && <Alert tone="info">A new password is due: they set it by the link in their mail.</Alert>}
      <div className={styles.buttons}>
        <Button isBusy={change.isPending} barred={bar} onClick={() => void requireChange()}>
          Require password change
        </Button>
        <Button isBusy={remove.isPending} barred={bar} onClick={() => void takeOut()}>
          Remove from organization
        </Button>
      </div>
    </div>
  );
}
