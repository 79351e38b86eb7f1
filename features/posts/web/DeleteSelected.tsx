// Owns the end of the posts selected: asked about first, for it cannot be undone.
import { Trash2 } from "lucide-react";
import { useBar } from "#features/identity/web/use-bar.ts";
import { DELETE_AT_ONCE } from "#features/posts/contract.ts";
import { confirm } from "#kit/web/confirm.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Button } from "#kit/web/parts/Button.tsx";
import { showToast } from "#kit/web/toasts.ts";
import type { PostArea } from "./post-area.ts";
import type { PostTableRow } from "./post-row.ts";

interface DeleteSelectedProps {
  readonly area: PostArea;
  readonly selected: readonly PostTableRow[];
  readonly onDeleted: () => void;
}

export function DeleteSelected({ area, selected, onDeleted }: DeleteSelectedProps) {
  const remove = area.useDelete();
  const bar = useBar(area.calls.remove);
  const tooMany =
    selected.length > DELETE_AT_ONCE ? `At most ${DELETE_AT_ONCE} posts are deleted at once. Select fewer.` : undefined;

  async function ask(): Promise<void> {
    const isMeant = await confirm({
      title: selected.length === 1 ? "Delete this post?" : `Delete these ${selected.length} posts?`,
      text: `Nobody can read ${selected.length === 1 ? "it" : "them"} any more. This cannot be undone.`,
      tone: "danger",
    });
    if (!isMeant) return;
    remove.mutate(
      { ids: selected.map(({ id }) => id) },
      {
        onSuccess() {
          onDeleted();
          showToast("Posts deleted", countOf(selected.length), { autohide: true, closeOnClick: true });
        },
        onError: (error) => void showToast("Nothing was deleted", explain(error)),
      },
    );
  }

  return (
    <Button
      size="small"
      variant="danger"
      icon={<Trash2 aria-hidden="true" />}
      barred={bar ?? tooMany}
      isBusy={remove.isPending}
      onClick={() => void ask()}
    >
      Delete selected
    </Button>
  );
}

function countOf(posts: number): string {
  return posts === 1 ? "One post is gone." : `${posts} posts are gone.`;
}
