// Owns whose work a borrower is: admins and editors give it to a colleague, others see nothing of it.
import { useQuery } from "@tanstack/react-query";
import { useMembership } from "#features/identity/web/session.ts";
import { assignBorrower, findOwnBorrower, fullName, type Borrower } from "#features/borrowers/contract.ts";
import { useBar } from "#features/identity/web/use-bar.ts";
import { admits } from "#kit/contract/who.ts";
import { Select } from "#kit/web/form/Select.tsx";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { explain } from "#kit/web/explain.ts";
import { members, useAssignBorrower } from "./data.ts";

const NOBODY = "";

interface AssigneeSelectProps {
  readonly borrower: Borrower;
}

export function AssigneeSelect({ borrower: { id, assignedUserId } }: AssigneeSelectProps) {
  const mayAssign = admits(assignBorrower.who, useMembership()?.role.name ?? null);
  const { data: people } = useQuery({ ...members(), enabled: mayAssign });
  const assign = useAssignBorrower();
  const bar = useBar(assignBorrower);
  if (!mayAssign || !people) return null;

  const colleagues = people.filter(({ role }) => admits(findOwnBorrower.who, role));
  const known = colleagues.map((member) => ({ value: member.userId, label: fullName(member) }));
  const isGone = assignedUserId !== null && !known.some(({ value }) => value === assignedUserId);
  const gone = isGone ? [{ value: assignedUserId, label: "A former colleague", isDisabled: true }] : [];
  return (
    <>
      <Select
        label="Assigned to"
        options={[{ value: NOBODY, label: "Nobody" }, ...gone, ...known]}
        value={assignedUserId ?? NOBODY}
        isDisabled={bar !== undefined || assign.isPending}
        onChange={(userId) => assign.mutate({ id, userId: userId === NOBODY ? null : userId })}
      />
      {assign.error && <Alert tone="stop">{explain(assign.error)}</Alert>}
    </>
  );
}
