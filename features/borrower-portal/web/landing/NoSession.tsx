// Never reveals whether an address is known.
import { requestVisitLink } from "#features/borrower-portal/contract.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Page, Section, PageCard } from "#platform/web/parts/Page.tsx";
import { useRequestLink } from "../api.ts";
import { explainToBorrower } from "../refusals.ts";
import { useTexts } from "../language.ts";
import { PortalFrame } from "../PortalFrame.tsx";

interface NoSessionProps {
  readonly id: string;
  readonly why: "noLink" | "deadLink" | "ended" | "closedByYou";
}

export function NoSession({ id, why }: NoSessionProps) {
  const { pages } = useTexts();
  const TEXTS = pages.newLink;
  const request = useRequestLink();
  const sentTo = request.isSuccess ? request.variables.email : null;
  return (
    <PortalFrame>
      <Page title={pages[why].title} lead={pages[why].text}>
        {sentTo === null ? (
          <PageCard size="medium">
            <Section title={TEXTS.title}>
              <Form
                schema={requestVisitLink.body}
                defaults={{ email: "" }}
                submit={TEXTS.button}
                submitVariant={why === "closedByYou" ? "secondary" : "primary"}
                loading={request.isPending}
                error={request.error}
                explainError={explainToBorrower}
                asksBeforeLeaving={false}
                onSubmit={({ email }) => request.mutate({ id, email })}
              >
                <TextField
                  name="email"
                  label={TEXTS.email}
                  type="email"
                  autoComplete="email"
                  help={TEXTS.help}
                  errorTexts={TEXTS.errorTexts}
                />
              </Form>
            </Section>
          </PageCard>
        ) : (
          <Alert tone="ok" title={TEXTS.sentTitle}>
            {TEXTS.sent(sentTo)}
          </Alert>
        )}
      </Page>
    </PortalFrame>
  );
}
