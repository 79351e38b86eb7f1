import { PAGES } from "#features/borrower-portal/labels/pages.ts";
import { Section } from "#platform/web/parts/Page.tsx";
import { SendFile } from "../SendFile.tsx";

const TEXTS = PAGES.papers;

export function PapersInstead({ token }: { readonly token: string }) {
  return (
    <Section title={TEXTS.title}>
      <p>{TEXTS.text}</p>
      <SendFile label={TEXTS.label} token={token}>
        {TEXTS.add}
      </SendFile>
    </Section>
  );
}
