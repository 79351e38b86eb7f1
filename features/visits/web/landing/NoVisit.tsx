// Owns what stands where there is no visit: why, and the way to a new link. Whether an address is known, nobody learns.
import { requestVisitLink } from "#features/visits/contract.ts";
import { PAGES } from "#features/visits/words/pages.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Page, Section } from "#kit/web/parts/Page.tsx";
import { PageCard } from "#kit/web/parts/PageCard.tsx";
import { useRequestLink } from "../data.ts";
import { troubleText } from "../troubles.ts";
import { VisitFrame } from "../VisitFrame.tsx";

const WORDS = PAGES.newLink;

interface NoVisitProps {
  readonly id: string;
  readonly why: "noLink" | "deadLink" | "ended" | "closedByYou";
}

export function NoVisit({ id, why }: NoVisitProps) {
  const request = useRequestLink();
  const sentTo = request.isSuccess ? request.variables.email : null;
  return (
    <VisitFrame>
      <Page title={PAGES[why].title} lead={PAGES[why].text}>
        {sentTo === null ? (
          <PageCard size="medium">
            <Section title={WORDS.title}>
              <Form
                schema={requestVisitLink.body}
                defaults={{ email: "" }}
                submit={WORDS.button}
                submitVariant={why === "closedByYou" ? "secondary" : "primary"}
                loading={request.isPending}
                error={request.error}
                explainError={troubleText}
                asksBeforeLeaving={false}
                onSubmit={({ email }) => request.mutate({ id, email })}
              >
                <TextField
                  name="email"
                  label={WORDS.email}
                  type="email"
                  autoComplete="email"
                  help={WORDS.help}
                  faults={WORDS.faults}
                />
              </Form>
            </Section>
          </PageCard>
        ) : (
          <Alert tone="ok" title={WORDS.sentTitle}>
            {WORDS.sent(sentTo)}
          </Alert>
        )}
      </Page>
    </VisitFrame>
  );
}
