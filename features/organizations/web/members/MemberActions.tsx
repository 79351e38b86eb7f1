import { useNavigate } from "@tanstack/react-router";
import { useUser } from "#features/auth/web/session/session.ts";
import { useDisabledReason } from "#features/auth/web/session/use-disabled-reason.ts";
import { removeMember, type MemberDetails } from "#features/organizations/contract.ts";
import { confirm } from "#platform/web/confirm.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { DateText } from "#platform/web/parts/DateText.tsx";
import { showToast } from "#platform/web/toasts.ts";
import { useRemoveMember, useRequirePasswordChange, useUnlockMember } from "./data.ts";
import { errorMessage } from "./error-messages.ts";
import styles from "./MemberFacts.module.css";

export function MemberActions({ member }: { readonly member: MemberDetails }) {
  const { id, firstName, lastName, organization, lockedUntil, mustChangePassword } = member;
  const name = `${firstName} ${lastName}`;
  const [change, unlock, remove] = [useRequirePasswordChange(), useUnlockMember(), useRemoveMember()];
  const disabledReason = useDisabledReason(removeMember);
  const navigate = useNavigate();
  const isSelf = useUser()?.id === member.userId;
  const error = change.error ?? unlock.error ?? remove.error;

  async function requireChange(): Promise<void> {
    const isSure = await confirm({
      title: `Require a new password of ${name}?`,
      text: "They'll be logged out everywhere and get an email with a link to set a new password.",
      confirm: "Require password change",
    });
    if (isSure) change.mutate({ id });
  }

  async function takeOut(): Promise<void> {
    const isSure = await confirm({
      title: `Remove ${name} from ${organization.name}?`,
      text: "They lose access immediately and leave their groups. Their account and past work stay. To bring them back, invite them again.",
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
      {error && <Alert tone="stop">{errorMessage(error)}</Alert>}
      {lockedUntil !== null && (
        <Alert
          tone="ask"
          title="Locked"
          action={
            <Button
              size="small"
              isBusy={unlock.isPending}
              disabledReason={disabledReason}
              onClick={() => unlock.mutate({ id })}
            >
              Unlock
            </Button>
          }
        >
          Too many failed sign-ins. Locked until <DateText at={lockedUntil} />.
        </Alert>
      )}
      {mustChangePassword && (
        <Alert tone="info">A new password is required. They can set it with the link in their email.</Alert>
      )}
      <div className={styles.buttons}>
        <Button isBusy={change.isPending} disabledReason={disabledReason} onClick={() => void requireChange()}>
          Require password change
        </Button>
        <Button isBusy={remove.isPending} disabledReason={disabledReason} onClick={() => void takeOut()}>
          Remove from organization
        </Button>
      </div>
    </div>
  );
}
