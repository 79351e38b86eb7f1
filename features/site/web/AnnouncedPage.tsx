// What stands at an address whose page is still being made.
import { useMatches } from "@tanstack/react-router";
import { LinkButton } from "#kit/web/parts/Button.tsx";
import { EmptyState } from "#kit/web/parts/EmptyState.tsx";
import { Page } from "#kit/web/parts/Page.tsx";

export function AnnouncedPage() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title }) ?? "";
  return (
    <Page title={title}>
      <EmptyState title="This page is not open yet" action={<LinkButton to="/admin">Go to all borrowers</LinkButton>}>
        It is being built and opens with one of the next versions. Nothing of yours is missing.
      </EmptyState>
    </Page>
  );
}
