import { useQuery } from "@tanstack/react-query";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { type BackTest, type BackTestSubject, cancelBackTest, startBackTest } from "#features/underwriting/contract.ts";
import { backTestSummary, notTestedTexts } from "#features/underwriting/labels.ts";
import { MESSAGES } from "#features/underwriting/messages.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { ProgressBar } from "#platform/web/parts/ProgressBar.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { DateText } from "#platform/web/parts/Values.tsx";
import { backTests, useCancelBackTest, useStartBackTest } from "./api.ts";
import { BackTestChanges, EvaluateAll } from "./BackTestChanges.tsx";
import styles from "./BackTests.module.css";

interface BackTestPanelProps {
  readonly subject: BackTestSubject;
  /** On the button that starts the first test. */
  readonly startLabel: string;
  /** What is tested, and that nothing changes by it. */
  readonly about: string;
}

/** Tests an edition or an overlay on stored reports and shows which of them change. */
export function BackTestPanel({ subject, startLabel, about }: BackTestPanelProps) {
  const all = useQuery(backTests());
  return (
    <QueryBoundary query={all} failed="We couldn't load the tests">
      {(tests) => {
        const test = tests.find((one) => isSameSubject(one.subject, subject));
        const isOtherRunning = tests.some((one) => one.state === "running" && one !== test);
        return (
          <div className={styles.panel}>
            {!test && <p>{about}</p>}
            {test?.state === "running" && <Running test={test} />}
            {test && test.state !== "running" && <Ended test={test} />}
            {test?.state !== "running" && (
              <div className={styles.actions}>
                {test && test.changed > 0 && subject.kind === "edition" && <EvaluateAll test={test} />}
                <Start
                  subject={subject}
                  label={test ? "Test again" : startLabel}
                  isOtherRunning={isOtherRunning}
                  isFirst={!test}
                />
              </div>
            )}
            {test && test.changed > 0 && (
              // A new test empties the selection.
              <BackTestChanges key={test.id} test={test} />
            )}
          </div>
        );
      }}
    </QueryBoundary>
  );
}

function isSameSubject(one: BackTestSubject, other: BackTestSubject): boolean {
  if (one.kind === "edition") return other.kind === "edition" && one.edition === other.edition;
  return other.kind === "overlay" && one.overlayId === other.overlayId;
}

function Running({ test }: { readonly test: BackTest }) {
  const cancel = useCancelBackTest();
  const disabledReason = useDisabledReason(cancelBackTest);
  const done = test.tested + test.notTested.reduce((sum, { reports }) => sum + reports, 0);
  return (
    <>
      <ProgressBar label="Reports tested" value={test.total === 0 ? null : Math.min(1, done / test.total)} />
      <p className="numbers">{backTestSummary(test)}</p>
      {cancel.error && <Alert tone="stop">{explain(cancel.error, MESSAGES.backTest)}</Alert>}
      <p>
        <Button
          size="small"
          isBusy={cancel.isPending}
          disabledReason={disabledReason}
          onClick={() => cancel.mutate({ id: test.id })}
        >
          Cancel test
        </Button>
      </p>
    </>
  );
}

function Ended({ test }: { readonly test: BackTest }) {
  const { state, changed, endedAt, startedBy } = test;
  const reasons = notTestedTexts(test);
  return (
    <Alert tone={state === "canceled" ? "info" : changed === 0 ? "ok" : "info"} title={backTestSummary(test)}>
      {reasons.length > 0 && (
        <p>
          {"Not tested: "}
          {reasons.join(" ")}
        </p>
      )}
      <p>
        {startedBy ? `Tested by ${startedBy}, ` : "Tested "}
        <DateText at={endedAt} withTime />
      </p>
    </Alert>
  );
}

interface StartProps {
  readonly subject: BackTestSubject;
  readonly label: string;
  readonly isOtherRunning: boolean;
  readonly isFirst: boolean;
}

function Start({ subject, label, isOtherRunning, isFirst }: StartProps) {
  const start = useStartBackTest();
  const disabledReason = useDisabledReason(startBackTest);
  return (
    <>
      {start.error && <Alert tone="stop">{explain(start.error, MESSAGES.backTest)}</Alert>}
      <Button
        variant={isFirst ? "primary" : "secondary"}
        isBusy={start.isPending}
        disabledReason={disabledReason ?? (isOtherRunning ? MESSAGES.backTest.BACK_TEST_RUNNING : undefined)}
        onClick={() => start.mutate({ subject })}
      >
        {label}
      </Button>
    </>
  );
}
