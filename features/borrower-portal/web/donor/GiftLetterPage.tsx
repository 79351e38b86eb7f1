// The donor's page: who asks, the letter, and their signature. Reading it changes nothing.
import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import {
  type DonorPage,
  findGiftLetter,
  signGiftLetter,
  uploadDonorDocument,
} from "#features/borrower-portal/contract.ts";
import type { Call, Input } from "#platform/contract/call.ts";
import { formatMoney } from "#platform/money/money.ts";
import { fileSize } from "#platform/text/text.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextArea, TextField } from "#platform/web/form/TextField.tsx";
import { ApiError } from "#platform/web/http/api-error.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Page, Section } from "#platform/web/parts/Page.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { useParam } from "#platform/web/use-param.ts";
import { mailedToken } from "../landing/emailed-link.ts";
import { sendWithLink } from "../portal-client.ts";
import { PortalFrame } from "../PortalFrame.tsx";
import { explainToBorrower } from "../refusals.ts";
import { SendFiles } from "../SendFile.tsx";
import { Signature, SignatureFields } from "../SignatureFields.tsx";
import { WhoAsks } from "../WhoAsks.tsx";
import { type PortalTexts, useTexts } from "../language.ts";
import styles from "../BorrowerPortal.module.css";

export function GiftLetterPage() {
  const id = useParam("id");
  return <GiftLetterOf key={id} id={id} />;
}

function GiftLetterOf({ id }: { readonly id: string }) {
  const TEXTS = useTexts().pages.donor;
  const [token] = useState(() => mailedToken(id));
  if (token === null) return <NoLetter title={TEXTS.noLinkTitle} text={TEXTS.noLinkText} />;
  return <OpenLetter token={token} />;
}

function NoLetter({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <PortalFrame page="donor">
      <Page title={title}>
        <p>{text}</p>
      </Page>
    </PortalFrame>
  );
}

const keyOf = (token: string) => ["gift-letter", token] as const;

function OpenLetter({ token }: { readonly token: string }) {
  const { pages } = useTexts();
  const TEXTS = pages.donor;
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => sendWithLink(token, findGiftLetter, {}, { signal }),
    gcTime: 0,
  });
  if (isOver(error)) return <NoLetter title={TEXTS.deadTitle} text={TEXTS.deadText} />;
  return (
    <PortalFrame page="donor">
      <Page title={TEXTS.title}>
        {data && (
          <>
            <WhoAsks lender={data.lender} />
            {data.signed === null ? <ToSign page={data} token={token} /> : <Signed page={data} token={token} />}
          </>
        )}
        {!data && error && (
          <Alert
            tone="stop"
            title={TEXTS.loading}
            action={<Button onClick={() => void refetch()}>{pages.tryAgain}</Button>}
          >
            {explainToBorrower(error)}
          </Alert>
        )}
        {!data && !error && <Skeleton lines={10} />}
      </Page>
    </PortalFrame>
  );
}

function isOver(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "LINK_DEAD";
}

type DonorCall = Call & { readonly reply: typeof findGiftLetter.reply };

/** A change that returns the new state of the page. One that is refused shows what changed. */
function useDonorChange<C extends DonorCall>(call: C, token: string) {
  const cache = useQueryClient();
  return useMutation<DonorPage, Error, Input<C>>({
    mutationFn: (input) => sendWithLink(token, call, input) as Promise<DonorPage>, // the type of its reply, by DonorCall
    onSuccess: (page) => void cache.setQueryData(keyOf(token), page),
    onError: () => void cache.invalidateQueries({ queryKey: keyOf(token) }),
  });
}

interface PageProps {
  readonly page: DonorPage;
  readonly token: string;
}

const { address, phone } = signGiftLetter.body.shape;
const ToFill = z.object({ address, phone, ...Signature });
type Filled = z.infer<typeof ToFill>;

function letterOf(
  { giftLetter }: PortalTexts,
  { lender, borrowerName, amountCents, ...gift }: DonorPage,
  facts: Pick<Filled, "address" | "phone">,
) {
  const amount = formatMoney(amountCents);
  return giftLetter({ ...gift, ...facts, lender: lender.name, borrower: borrowerName, amount });
}

function ToSign({ page, token }: PageProps) {
  const texts = useTexts();
  const { pages, disclosure } = texts;
  const TEXTS = pages.donor;
  const sign = useDonorChange(signGiftLetter, token);
  const { donorName, borrowerName, amountCents, lender } = page;

  function submit({ address, phone, signedName }: Filled): void {
    const text = letterOf(texts, page, { address, phone });
    sign.mutate({ text, address, phone, signedName, disclosureVersion: disclosure.version });
  }

  return (
    <section className={styles.card} aria-label={TEXTS.title}>
      <p>{TEXTS.hello(donorName, borrowerName, formatMoney(amountCents))}</p>
      <p className={styles.quiet}>{TEXTS.wrong}</p>
      <Form<Filled>
        schema={ToFill}
        defaults={{ address: "", phone: "", signedName: "" }}
        submit={TEXTS.button}
        loading={sign.isPending}
        error={sign.error}
        explainError={explainToBorrower}
        onSubmit={submit}
      >
        <TextArea name="address" label={TEXTS.address} rows={2} errorTexts={{ REQUIRED: TEXTS.addressMissing }} />
        <TextField
          name="phone"
          label={TEXTS.phone}
          type="tel"
          autoComplete="tel"
          errorTexts={{ REQUIRED: TEXTS.phoneMissing }}
        />
        <Letter page={page} />
        <SignatureFields
          lender={lender.name}
          label={TEXTS.sign}
          help={TEXTS.signHelp(donorName)}
          errorTexts={{ REQUIRED: TEXTS.signMissing, NOT_THE_DONOR: TEXTS.notTheDonor(donorName) }}
        />
      </Form>
    </section>
  );
}

/** As it will be signed, with what was entered so far. */
function Letter({ page }: Pick<PageProps, "page">) {
  const texts = useTexts();
  const TEXTS = texts.pages.donor;
  const [address, phone] = useWatch({ name: ["address", "phone"] }) as string[];
  return (
    <section aria-label={TEXTS.letter}>
      <h2>{TEXTS.letter}</h2>
      <p className={styles.letter}>{letterOf(texts, page, { address: address ?? "", phone: phone ?? "" })}</p>
    </section>
  );
}

function Signed({ page, token }: PageProps) {
  const { pages } = useTexts();
  const TEXTS = pages.donor;
  const upload = useDonorChange(uploadDonorDocument, token);
  const { signed, documents, lender } = page;
  if (signed === null) return null;
  return (
    <>
      <Alert tone="ok" title={TEXTS.signedTitle}>
        {TEXTS.signedText(lender.name)}
      </Alert>
      <section className={styles.card} aria-label={TEXTS.letter}>
        <p className={styles.letter}>{signed.text}</p>
        <p>{TEXTS.signedBy(signed.signedName, formatDate(signed.signedAt, { withTime: true }))}</p>
        <div>
          <Button onClick={() => window.print()}>{TEXTS.print}</Button>
        </div>
      </section>
      {(signed.canAddDocuments || documents.length > 0) && (
        <Section title={signed.canAddDocuments ? TEXTS.proofTitle : TEXTS.sentTitle}>
          {documents.length > 0 && (
            <ul aria-label={TEXTS.sentTitle} className={styles.list}>
              {documents.map(({ id, name, bytes }) => (
                <li key={id}>{pages.tasks.size(name, fileSize(bytes))}</li>
              ))}
            </ul>
          )}
          {signed.canAddDocuments && (
            <>
              <p>{TEXTS.proofText}</p>
              <SendFiles label={TEXTS.addLabel} isBusy={upload.isPending} onSend={(file) => upload.mutateAsync(file)}>
                {TEXTS.add}
              </SendFiles>
            </>
          )}
        </Section>
      )}
    </>
  );
}
