// Owns the end of posts: asked about first, for it cannot be undone.
import { useQueryClient } from "@tanstack/react-query";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { confirm } from "#kit/web/confirm.ts";
import { explain } from "#kit/web/http/explain.ts";
import { showToast } from "#kit/web/toasts.ts";
import { organizationPost, ownPost } from "./data.ts";
import type { PostArea } from "./post-area.ts";

export function useAskedDelete(area: PostArea, onDeleted: () => void) {
  const { mutate, isPending } = area.useDelete();
  const cache = useQueryClient();
  const bar = useBar(area.calls.remove);

  async function ask(ids: readonly string[]): Promise<void> {
    const isMeant = await confirm({
      title: ids.length === 1 ? "Delete this post?" : `Delete these ${ids.length} posts?`,
      text: `Nobody can read ${ids.length === 1 ? "it" : "them"} any more. This cannot be undone.`,
      tone: "danger",
    });
    if (!isMeant) return;
    mutate(
      { ids: [...ids] },
      {
        onSuccess() {
          // Not read again by a page that still shows one of them: it would be missed.
          for (const { key } of [ownPost, organizationPost])
            void cache.invalidateQueries({ queryKey: key, refetchType: "none" });
          onDeleted();
          showToast("Posts deleted", countOf(ids.length), { autohide: true, closeOnClick: true });
        },
        onError: (error) => void showToast("Nothing was deleted", explain(error)),
      },
    );
  }

  return { ask, bar, isPending };
}

function countOf(posts: number): string {
  return posts === 1 ? "One post is gone." : `${posts} posts are gone.`;
}
