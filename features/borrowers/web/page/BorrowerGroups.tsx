import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { assignBorrower, type Borrower } from "#features/borrowers/contract.ts";
import { groupChoices } from "#features/organizations/web/groups/group-choices.ts";
import { useMembership } from "#features/auth/web/session/session.ts";
import { useDisabledReason } from "#features/auth/web/session/use-disabled-reason.ts";
import { admits } from "#platform/contract/who.ts";
import { CheckboxGroup } from "#platform/web/form/CheckboxGroup.tsx";
import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { useAssignBorrower } from "../data.ts";
import styles from "./BorrowerGroups.module.css";

interface BorrowerGroupsProps {
  readonly borrower: Borrower;
  /** A change was refused, so the shown borrower may be out of date. */
  readonly onRefused: () => void;
}

export function BorrowerGroups({ borrower: { id, groupIds, version }, onRefused }: BorrowerGroupsProps) {
  const mayAssign = admits(assignBorrower.who, useMembership()?.role.name ?? null);
  const { data: groups, error, refetch } = useQuery({ ...groupChoices(), enabled: mayAssign });
  const assign = useAssignBorrower();
  const disabledReason = useDisabledReason(assignBorrower);
  const barId = useId();
  if (!mayAssign || groups?.length === 0) return null;
  if (!groups) return error && <NotLoaded onRetry={() => void refetch()} />;

  const isOff = disabledReason !== undefined || assign.isPending;
  const shown = (assign.isPending ? assign.variables.groupIds : undefined) ?? groupIds;

  function toggle(groupId: string): void {
    const others = groupIds.filter((known) => known !== groupId);
    const wanted = others.length < groupIds.length ? others : [...groupIds, groupId];
    assign.mutate({ id, groupIds: wanted, version }, { onError: onRefused });
  }

  return (
    <CheckboxGroup
      legend="Groups"
      options={groups}
      chosen={shown}
      onToggle={toggle}
      isOff={isOff}
      isBusy={assign.isPending}
      describedBy={disabledReason && barId}
      before={
        disabledReason && (
          <p id={barId} className={styles.line}>
            {disabledReason}
          </p>
        )
      }
    >
      {assign.error && <Alert tone="stop">{errorMessage(assign.error)}</Alert>}
    </CheckboxGroup>
  );
}

function NotLoaded({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className={styles.line}>
      <p role="status">We couldn&apos;t load the groups.</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

function errorMessage(error: Error): string {
  switch (codeOf(error)) {
    case "STALE":
      return "Someone else just updated this borrower. Review the changes, then choose again.";
    case "NOT_FOUND":
      return "Nothing was changed. You can only add or remove groups you're in. Ask an admin for the others.";
    case "VALIDATION_ERROR":
      return "Nothing was changed. Keep the borrower in at least one group. Without a group, everyone in your organization could see them.";
    default:
      return explain(error);
  }
}
