// Owns the way to a new post, barred for whoever may not write one.
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { Button, LinkButton } from "#kit/web/parts/Button.tsx";
import type { PostArea } from "./post-area.ts";

export function CreatePostLink({ area }: { readonly area: PostArea }) {
  const bar = useBar(area.calls.create);
  if (bar !== undefined)
    return (
      <Button variant="primary" barred={bar}>
        Create Post
      </Button>
    );
  return (
    <LinkButton to={area.create} variant="primary">
      Create Post
    </LinkButton>
  );
}
