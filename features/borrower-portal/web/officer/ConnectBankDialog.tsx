import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { fullName, type Borrower } from "#features/borrowers/contract.ts";
import { CONSENT, findConsentText } from "#features/borrowers/labels.ts";
import type { LoanConsents } from "#features/borrower-portal/contract.ts";
import { OFFICER_CONSENT as TEXTS } from "#features/borrower-portal/labels.ts";
import { MESSAGES } from "#features/borrower-portal/messages.ts";
import { DocumentDrop, RefusedDocuments, useSendDocuments } from "#features/underwriting/web/DocumentDrop.tsx";
import { ReviewForm } from "#features/underwriting/web/ReviewForm.tsx";
import { Day } from "#platform/contract/fields.ts";
import { RadioGroup } from "#platform/web/form/ChoiceGroup.tsx";
import { UnsavedForms, useAskBeforeClosing, useUnsavedPart } from "#platform/web/form/Form.tsx";
import { Select } from "#platform/web/form/Select.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { LinkOptions } from "./LinkOptions.tsx";
import { loanConsents, useRecordConsent } from "./api.ts";
import styles from "./ConnectBankDialog.module.css";

type Person = LoanConsents["people"][number];
type Way = "link" | "in_person" | "signed_form" | "attested";

interface ConnectBankDialogProps {
  readonly borrower: Borrower;
  /** Opens the bank dialog for the person with this address. */
  readonly onConnect: (email: string) => void;
  readonly onClose: () => void;
}

/**
 * Before an officer opens the bank dialog: who is there, and how they gave consent. Nothing is asked where the only person
 * on the loan has given it.
 */
export function ConnectBankDialog({ borrower, onConnect, onClose }: ConnectBankDialogProps) {
  const { forms, close } = useAskBeforeClosing(onClose);
  // Read each time: someone may have withdrawn since.
  const consents = useQuery({ ...loanConsents({ id: borrower.id }), staleTime: 0, gcTime: 0 });
  const [email, setEmail] = useState(borrower.email);
  const people = consents.data?.people ?? [];
  const [first] = people;
  const person = people.find((one) => one.email === email) ?? first;
  const isAsked = consents.data === undefined || people.length > 1 || first?.isRunning === false;
  const isOver = useRef(false);
  // A consent that was just recorded also answers the query.
  function connectOnce(whose: string): void {
    if (!isOver.current) onConnect(whose);
    isOver.current = true;
  }
  const connectUnasked = useEffectEvent(() => first && connectOnce(first.email));
  useEffect(() => {
    if (!isAsked) connectUnasked();
  }, [isAsked]);
  if (consents.isPending || !isAsked) return null;
  return (
    <Dialog size="large" title={TEXTS.title(person?.firstName ?? borrower.firstName)} text={TEXTS.rule} onClose={close}>
      <div className={styles.step}>
        <QueryBoundary query={consents} failed={TEXTS.failed}>
          {(shown) =>
            person && (
              <UnsavedForms value={forms}>
                {people.length > 1 && (
                  <Select
                    label={TEXTS.whose}
                    options={people.map((one) => ({ value: one.email, label: fullName(one) }))}
                    value={person.email}
                    onChange={setEmail}
                  />
                )}
                <ConsentChoice
                  key={person.email}
                  borrower={borrower}
                  person={person}
                  consents={shown}
                  onConnect={() => connectOnce(person.email)}
                  onClose={close}
                />
              </UnsavedForms>
            )
          }
        </QueryBoundary>
      </div>
    </Dialog>
  );
}

interface ConsentChoiceProps {
  readonly borrower: Borrower;
  readonly person: Person;
  readonly consents: LoanConsents;
  readonly onConnect: () => void;
  readonly onClose: () => void;
}

function ConsentChoice({ borrower, person, consents, onConnect, onClose }: ConsentChoiceProps) {
  const { canConnectInPerson } = consents;
  const form = useForm<{ way: Way }>({ defaultValues: { way: "link" } });
  const way = useWatch({ control: form.control, name: "way" });
  const { firstName, isRunning } = person;
  if (isRunning)
    return (
      <>
        <p>{TEXTS.running(firstName)}</p>
        <div className={styles.acts}>
          <Button onClick={onClose}>{TEXTS.cancel}</Button>
          <Button variant="primary" onClick={onConnect}>
            {TEXTS.open}
          </Button>
        </div>
      </>
    );
  const options: readonly { value: Way; label: string }[] = [
    { value: "link", label: TEXTS.ways.link },
    ...(canConnectInPerson ? [{ value: "in_person" as const, label: TEXTS.ways.inPerson(firstName) }] : []),
    { value: "signed_form", label: TEXTS.ways.signedForm },
    { value: "attested", label: TEXTS.ways.attested },
  ];
  const own = { borrowerId: borrower.id, person, onConnect, onClose };
  return (
    <>
      <FormProvider {...form}>
        <RadioGroup name="way" legend={TEXTS.legend(firstName)} options={options} />
      </FormProvider>
      {way === "link" && (
        <>
          <LinkOptions borrower={borrower} person={person} canText={consents.canText} hasEmail />
          <div className={styles.acts}>
            <Button onClick={onClose}>{TEXTS.close}</Button>
          </div>
        </>
      )}
      {way === "in_person" && <InPerson {...own} asking={consents.asking} />}
      {(way === "signed_form" || way === "attested") && <OwnForm key={way} {...own} method={way} />}
    </>
  );
}

interface GivenProps extends Pick<ConsentChoiceProps, "person" | "onConnect" | "onClose"> {
  readonly borrowerId: string;
}

function InPerson({ borrowerId, person, asking, onConnect, onClose }: GivenProps & Pick<LoanConsents, "asking">) {
  const record = useRecordConsent();
  const words = findConsentText(asking.version) ?? CONSENT;
  return (
    <section className={styles.text} aria-label={words.title}>
      <p>{TEXTS.handOver(person.firstName)}</p>
      <ul role="list">
        {words.paragraphs(asking).map((paragraph) => (
          <li key={paragraph}>{paragraph}</li>
        ))}
      </ul>
      <p>{words.agree}</p>
      {record.error && <Alert tone="stop">{explain(record.error, MESSAGES.consent)}</Alert>}
      <div className={styles.acts}>
        <Button onClick={onClose}>{TEXTS.cancel}</Button>
        <Button
          variant="primary"
          isBusy={record.isPending}
          onClick={() =>
            record.mutate(
              { id: borrowerId, email: person.email, method: "in_person", shown: asking },
              { onSuccess: onConnect },
            )
          }
        >
          {TEXTS.agrees(person.firstName)}
        </Button>
      </div>
    </section>
  );
}

const isPast = (day: string) =>
  day <= new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
const FormValues = z.object({ signedOn: Day.check(z.refine(isPast, "TOO_BIG")) });
type FormValues = z.infer<typeof FormValues>;

/** The lender's own form: uploaded here, or attested to be in the file. */
function OwnForm({
  borrowerId,
  person: { email, firstName },
  method,
  onConnect,
  onClose,
}: GivenProps & { readonly method: "signed_form" | "attested" }) {
  const record = useRecordConsent();
  const { upload, refused } = useSendDocuments(borrowerId);
  const [file, setFile] = useState<File | null>(null);
  /** A retry after a refusal must not upload it again. */
  const [documentId, setDocumentId] = useState<string | null>(null);
  const isUploaded = method === "signed_form";
  useUnsavedPart(() => file !== null && !save.isPending);

  const save = useMutation<boolean, Error, FormValues>({
    async mutationFn({ signedOn }) {
      const known = documentId ?? (file && (await upload(null, [file])).ids[0]);
      if (isUploaded && !known) return false;
      if (known) setDocumentId(known);
      await record.mutateAsync({ id: borrowerId, email, method, signedOn, ...(known && { documentId: known }) });
      return true;
    },
    onSuccess: (isSaved) => isSaved && onConnect(),
  });

  return (
    <ReviewForm<FormValues>
      schema={FormValues}
      defaults={{ signedOn: "" }}
      submit={isUploaded ? TEXTS.saveForm : TEXTS.attest}
      disabledReason={({ signedOn }) => {
        if (isUploaded && file === null) return TEXTS.fileMissing;
        return signedOn === "" ? TEXTS.dayMissing : undefined;
      }}
      isBusy={save.isPending}
      error={save.error}
      explainError={(error) => explain(error, MESSAGES.consent)}
      onSubmit={(values) => save.mutate(values)}
      onCancel={onClose}
    >
      {isUploaded ? (
        <DocumentDrop
          files={file === null ? [] : [file]}
          isBusy={save.isPending}
          onFiles={([first]) => {
            setFile(first ?? null);
            setDocumentId(null);
          }}
          onRemove={() => setFile(null)}
        />
      ) : (
        <p>{TEXTS.attestation(firstName)}</p>
      )}
      <TextField
        name="signedOn"
        label={TEXTS.signedOn}
        type="date"
        autoComplete="off"
        errorTexts={{ TOO_BIG: TEXTS.dayInFuture, INVALID_FORMAT: TEXTS.dayMissing }}
      />
      {refused.length > 0 && (
        <Alert tone="stop">
          <RefusedDocuments refused={refused} />
        </Alert>
      )}
    </ReviewForm>
  );
}
