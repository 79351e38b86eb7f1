import { lazy, Suspense, useState } from "react";
import Check from "lucide-react/icons/check";
import { fullName } from "#features/borrowers/contract.ts";
import type { BorrowerSession } from "#features/borrower-portal/contract.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { BankStep } from "../bank/BankStep.tsx";
import { SentDocuments } from "../documents/SentDocuments.tsx";
import { ConsentStep, TakeBack } from "../consent/ConsentStep.tsx";
import { NeedsList } from "../tasks/NeedsList.tsx";
import { TaskList } from "../tasks/TaskList.tsx";
import { endBorrowerSession } from "../portal-client.ts";
import { WhoAsks } from "../WhoAsks.tsx";
import { openTasks, partsOf } from "../portal-parts.ts";
import { languageStore, LOCALES, useTexts } from "../language.ts";
import { useStore } from "#platform/web/use-store.ts";
import styles from "../BorrowerPortal.module.css";

function PortalSteps({ session }: { readonly session: BorrowerSession }) {
  const TEXTS = useTexts().pages.steps;
  const { hasAgreed, hasConnected, hasQuestions, isOnPaper, hasSent } = partsOf(session);
  const steps = [
    ...(isOnPaper
      ? [{ label: TEXTS.send, isDone: hasSent }]
      : [
          { label: TEXTS.agree, isDone: hasAgreed },
          { label: TEXTS.connect, isDone: hasConnected },
        ]),
    ...(hasQuestions ? [{ label: TEXTS.answer, isDone: openTasks(session).length === 0 }] : []),
  ];
  const now = steps.findIndex(({ isDone }) => !isDone);
  return (
    <ol role="list" aria-label={TEXTS.name} className={styles.steps}>
      {steps.map(({ label, isDone }, at) => (
        <li key={label} data-done={isDone} aria-current={at === now ? "step" : undefined}>
          <span className={styles.mark} aria-hidden="true">
            {isDone ? <Check /> : at + 1}
          </span>
          {label}
          {isDone && <span className="visually-hidden">{TEXTS.done}</span>}
        </li>
      ))}
    </ol>
  );
}

function LeaveSession({ endsAt }: { readonly endsAt: string }) {
  const { pages } = useTexts();
  // In the visitor's own time zone.
  const clock = new Intl.DateTimeFormat(LOCALES[useStore(languageStore)], { hour: "numeric", minute: "2-digit" });
  return (
    <p className={styles.leave}>
      {pages.leave.text(clock.format(new Date(endsAt)))}
      <Button variant="quiet" size="small" onClick={() => endBorrowerSession("left")}>
        {pages.leave.button}
      </Button>
    </p>
  );
}

const News = lazy(() => import("./News.tsx").then((file) => ({ default: file.News })));

interface OpenSessionProps {
  readonly session: BorrowerSession;
  readonly token: string;
  readonly hasTakenBack: boolean;
  readonly onTakenBack: () => void;
}

export function OpenSession({ session, token, hasTakenBack, onTakenBack }: OpenSessionProps) {
  const { pages } = useTexts();
  const { lender, consent, banks, tasks, needs, documents, posts } = session;
  // As it was when the page opened: what is used must not move away.
  const [isOnPaper] = useState(partsOf(session).isOnPaper);
  const papers = (banks.length === 0 || documents.length > 0) && <SentDocuments session={session} token={token} />;
  return (
    <>
      <WhoAsks lender={lender} />
      <PortalSteps session={session} />
      {needs.length > 0 && <NeedsList session={session} token={token} />}
      {isOnPaper && papers}
      {consent === null ? (
        <ConsentStep session={session} token={token} hasTakenBack={hasTakenBack} />
      ) : (
        <BankStep session={session} token={token} />
      )}
      {tasks.length > 0 && <TaskList session={session} token={token} name={fullName(session)} />}
      {!isOnPaper && papers}
      {posts.length > 0 && (
        <Suspense>
          <News title={pages.news.title(lender.name)} posts={posts} />
        </Suspense>
      )}
      <div className={styles.ways}>
        {/* The lender may have connected a bank on its own form. */}
        {(consent !== null || session.banks.length > 0) && (
          <TakeBack session={session} token={token} onTakenBack={onTakenBack} />
        )}
        <LeaveSession endsAt={session.endsAt} />
      </div>
    </>
  );
}
