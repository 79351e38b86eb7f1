import { Trash2 } from "lucide-react";
import { DELETE_AT_ONCE } from "#features/posts/contract.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import type { PostArea } from "./post-area.ts";
import type { PostTableRow } from "./post-row.ts";
import { useAskedDelete } from "./use-asked-delete.ts";

interface DeleteSelectedProps {
  readonly area: PostArea;
  readonly selected: readonly PostTableRow[];
  readonly onDeleted: () => void;
}

export function DeleteSelected({ area, selected, onDeleted }: DeleteSelectedProps) {
  const { ask, bar: disabledReason, isPending } = useAskedDelete(area, onDeleted);
  const tooMany =
    selected.length > DELETE_AT_ONCE ? `At most ${DELETE_AT_ONCE} posts are deleted at once. Select fewer.` : undefined;
  return (
    <Button
      size="small"
      variant="danger"
      icon={<Trash2 aria-hidden="true" />}
      disabledReason={disabledReason ?? tooMany}
      isBusy={isPending}
      onClick={() => void ask(selected.map(({ id }) => id))}
    >
      Delete selected
    </Button>
  );
}
