import { useQuery } from "@tanstack/react-query";
import { assignBorrower, findOwnBorrower, fullName, type Borrower } from "#features/borrowers/contract.ts";
import { useMembership } from "#features/auth/web/session/session.ts";
import { useDisabledReason } from "#features/auth/web/session/use-disabled-reason.ts";
import { colleagues } from "#features/organizations/web/members/data.ts";
import { admits } from "#platform/contract/who.ts";
import { Select } from "#platform/web/form/Select.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { useAssignBorrower } from "../data.ts";
import { FORMER } from "../use-owners.ts";

const NO_ONE = "";

interface AssigneeSelectProps {
  readonly borrower: Borrower;
}

export function AssigneeSelect({ borrower: { id, assignedUserId } }: AssigneeSelectProps) {
  const mayAssign = admits(assignBorrower.who, useMembership()?.role.name ?? null);
  const { data: people } = useQuery({ ...colleagues(), enabled: mayAssign });
  const assign = useAssignBorrower();
  const disabledReason = useDisabledReason(assignBorrower);
  if (!mayAssign || !people) return null;

  const workers = people.filter(({ role }) => admits(findOwnBorrower.who, role));
  const known = workers.map((member) => ({ value: member.userId, label: fullName(member) }));
  const isGone = assignedUserId !== null && !known.some(({ value }) => value === assignedUserId);
  // While the change is pending, a disabled select would lose the focus, and a select that falls back would turn the
  // next key into a second change.
  const shown = assign.isPending ? assign.variables.userId : assignedUserId;
  const gone = isGone ? [{ value: assignedUserId, label: FORMER, isDisabled: true }] : [];
  return (
    <>
      <Select
        label="Assigned to"
        options={[{ value: NO_ONE, label: "No one" }, ...gone, ...known]}
        value={shown ?? NO_ONE}
        isDisabled={disabledReason !== undefined}
        onChange={(userId) => !assign.isPending && assign.mutate({ id, userId: userId === NO_ONE ? null : userId })}
      />
      {assign.error && <Alert tone="stop">{explain(assign.error)}</Alert>}
    </>
  );
}
