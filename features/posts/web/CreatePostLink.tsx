import { useDisabledReason } from "#features/auth/web/session/use-disabled-reason.ts";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import type { PostArea } from "./post-area.ts";

export function CreatePostLink({ area }: { readonly area: PostArea }) {
  const disabledReason = useDisabledReason(area.calls.create);
  if (disabledReason !== undefined)
    return (
      <Button variant="primary" disabledReason={disabledReason}>
        Create Post
      </Button>
    );
  return (
    <LinkButton to={area.create} variant="primary">
      Create Post
    </LinkButton>
  );
}
