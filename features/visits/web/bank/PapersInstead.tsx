// Owns the way for whoever would rather send papers than connect a bank.
import { PAGES } from "#features/visits/words/pages.ts";
import { Section } from "#kit/web/parts/Page.tsx";
import { SendFile } from "../SendFile.tsx";

const WORDS = PAGES.papers;

export function PapersInstead({ token }: { readonly token: string }) {
  return (
    <Section title={WORDS.title}>
      <p>{WORDS.text}</p>
      <SendFile label={WORDS.label} token={token}>
        {WORDS.add}
      </SendFile>
    </Section>
  );
}
