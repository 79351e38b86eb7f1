// Owns whose work a borrower is: admins and editors give it to a colleague, others see nothing of it.
import { useQuery } from "@tanstack/react-query";
import { assignBorrower, findOwnBorrower, fullName, type Borrower } from "#features/borrowers/contract.ts";
import { useMembership } from "#features/identity/web/session/session.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { colleagues } from "#features/members/web/data.ts";
import { admits } from "#kit/contract/who.ts";
import { Select } from "#kit/web/form/Select.tsx";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { useAssignBorrower } from "../data.ts";
import { FORMER } from "../use-owners.ts";

const NOBODY = "";

interface AssigneeSelectProps {
  readonly borrower: Borrower;
}

export function AssigneeSelect({ borrower: { id, assignedUserId } }: AssigneeSelectProps) {
  const mayAssign = admits(assignBorrower.who, useMembership()?.role.name ?? null);
  const { data: people } = useQuery({ ...colleagues(), enabled: mayAssign });
  const assign = useAssignBorrower();
  const bar = useBar(assignBorrower);
  if (!mayAssign || !people) return null;

  const workers = people.filter(({ role }) => admits(findOwnBorrower.who, role));
  const known = workers.map((member) => ({ value: member.userId, label: fullName(member) }));
  const isGone = assignedUserId !== null && !known.some(({ value }) => value === assignedUserId);
  // Disabled or fallen back while the change is under way, it would lose the focus, or make the next key a second change.
  const shown = assign.isPending ? assign.variables.userId : assignedUserId;
  const gone = isGone ? [{ value: assignedUserId, label: FORMER, isDisabled: true }] : [];
  return (
    <>
      <Select
        label="Assigned to"
        options={[{ value: NOBODY, label: "Nobody" }, ...gone, ...known]}
        value={shown ?? NOBODY}
        isDisabled={bar !== undefined}
        onChange={(userId) => !assign.isPending && assign.mutate({ id, userId: userId === NOBODY ? null : userId })}
      />
      {assign.error && <Alert tone="stop">{explain(assign.error)}</Alert>}
    </>
  );
}
