import { useQueryClient } from "@tanstack/react-query";
import { formatCount } from "#platform/text/text.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { confirm } from "#platform/web/confirm.ts";
import { explain } from "#platform/web/http/explain.ts";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { organizationPost, ownPost, type PostArea } from "./api.ts";

export function useAskedDelete(area: PostArea, onDeleted: () => void) {
  const { mutate, isPending } = area.useDelete();
  const cache = useQueryClient();
  const disabledReason = useDisabledReason(area.calls.remove);

  async function ask(ids: readonly string[]): Promise<void> {
    const isMeant = await confirm({
      title: ids.length === 1 ? "Delete this post?" : `Delete these ${ids.length} posts?`,
      text: `No one can read ${ids.length === 1 ? "it" : "them"} anymore. This can't be undone.`,
      tone: "danger",
    });
    if (!isMeant) return;
    mutate(
      { ids: [...ids] },
      {
        onSuccess() {
          // Not refetched, because a page that still shows a deleted post would get NOT_FOUND.
          for (const { key } of [ownPost, organizationPost])
            void cache.invalidateQueries({ queryKey: key, refetchType: "none" });
          onDeleted();
          showToast("Posts deleted", countOf(ids.length), { autohide: true, closeOnClick: true });
        },
        onError: (error) => void showToast("Nothing was deleted", explain(error)),
      },
    );
  }

  return { ask, bar: disabledReason, isPending };
}

function countOf(posts: number): string {
  return `${formatCount(posts, "post")} deleted.`;
}
