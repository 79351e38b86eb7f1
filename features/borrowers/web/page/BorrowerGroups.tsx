// Owns which groups a borrower is in: where the organization restricts by group, their people alone see it.
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { assignBorrower, type Borrower } from "#features/borrowers/contract.ts";
import { groupChoices } from "#features/groups/web/group-choices.ts";
import { useMembership } from "#features/identity/web/session/session.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { admits } from "#kit/contract/who.ts";
import { CheckboxGroup } from "#kit/web/form/CheckboxGroup.tsx";
import { codeOf } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { useAssignBorrower } from "../data.ts";
import styles from "./BorrowerGroups.module.css";

interface BorrowerGroupsProps {
  readonly borrower: Borrower;
  /** A change was refused: what is shown may be old. */
  readonly onRefused: () => void;
}

export function BorrowerGroups({ borrower: { id, groupIds, version }, onRefused }: BorrowerGroupsProps) {
  const mayAssign = admits(assignBorrower.who, useMembership()?.role.name ?? null);
  const { data: groups, error, refetch } = useQuery({ ...groupChoices(), enabled: mayAssign });
  const assign = useAssignBorrower();
  const bar = useBar(assignBorrower);
  const barId = useId();
  if (!mayAssign || groups?.length === 0) return null;
  if (!groups) return error && <NotLoaded onRetry={() => void refetch()} />;

  const isOff = bar !== undefined || assign.isPending;
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
      describedBy={bar && barId}
      before={
        bar && (
          <p id={barId} className={styles.line}>
            {bar}
          </p>
        )
      }
    >
      {assign.error && <Alert tone="stop">{explainRefusal(assign.error)}</Alert>}
    </CheckboxGroup>
  );
}

function NotLoaded({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className={styles.line}>
      <p role="status">The groups could not be loaded.</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

function explainRefusal(error: Error): string {
  switch (codeOf(error)) {
    case "STALE":
      return "Someone else changed this borrower just now. Look at it again, then choose.";
    case "NOT_FOUND":
      return "Nothing was changed. You can put a borrower only into groups that you are in, or take it out of those; ask an admin for the others.";
    case "VALIDATION_ERROR":
      return "Nothing was changed. Leave the borrower in one group: without any, everybody in your organization could see it.";
    default:
      return explain(error);
  }
}
