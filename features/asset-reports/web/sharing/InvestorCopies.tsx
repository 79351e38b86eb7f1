import { useQuery } from "@tanstack/react-query";
import { endInvestorCopy, type InvestorCopy } from "#features/asset-reports/contract.ts";
import { INVESTOR_SYSTEMS } from "#features/asset-reports/labels.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { PROGRAM_NAMES } from "#features/underwriting/labels.ts";
import { confirm } from "#platform/web/confirm.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { CopyButton } from "#platform/web/parts/CopyButton.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { DateText } from "#platform/web/parts/Values.tsx";
import { investorCopies, useEndInvestorCopy } from "../api.ts";
import styles from "./InvestorCopies.module.css";

interface InvestorCopiesProps {
  readonly borrowerId: string;
  /** The report on the page. */
  readonly reportId: string;
}

/** Renders nothing until the report is shared. */
export function InvestorCopies({ borrowerId, reportId }: InvestorCopiesProps) {
  const copies = useQuery(investorCopies({ borrowerId }));
  const end = useEndInvestorCopy();
  if (copies.error)
    return (
      <Alert tone="stop" title="We couldn't load who this report is shared with">
        {explain(copies.error)}
      </Alert>
    );
  if (!copies.data || copies.data.length === 0) return null;
  return (
    <Section title="Shared with investors">
      {end.error && <Alert tone="stop">{explain(end.error)}</Alert>}
      <RowList label="Shared with investors">
        {copies.data.map((copy) => (
          <CopyRow key={copy.id} copy={copy} isOfEarlier={copy.reportId !== reportId} end={end} />
        ))}
      </RowList>
    </Section>
  );
}

interface CopyRowProps {
  readonly copy: InvestorCopy;
  /** The copy is of an earlier report than the one on the page. */
  readonly isOfEarlier: boolean;
  readonly end: ReturnType<typeof useEndInvestorCopy>;
}

function CopyRow({ copy: { id, investor, token, createdBy, createdAt }, isOfEarlier, end }: CopyRowProps) {
  const disabledReason = useDisabledReason(endInvestorCopy);
  const name = PROGRAM_NAMES[investor];

  async function stop(): Promise<void> {
    const isSure = await confirm({
      title: `Stop sharing with ${name}?`,
      text: `${name} can no longer read the report, and ${INVESTOR_SYSTEMS[investor]} can't validate the loan's assets with this token. To share again, you need a new token.`,
      confirm: "Stop sharing",
      tone: "danger",
    });
    if (isSure) end.mutate({ id });
  }

  return (
    <Row
      title={name}
      about={
        <>
          <p className={styles.token}>
            <code>{token}</code> <CopyButton name="Token" text={token} isIcon />
          </p>
          <p>
            {isOfEarlier && "An earlier report. "}
            Enter the token in {INVESTOR_SYSTEMS[investor]}. Shared by {createdBy ?? "a deleted user"} on{" "}
            <DateText at={createdAt} withTime />.
          </p>
        </>
      }
      action={
        <Button
          size="small"
          disabledReason={disabledReason}
          isBusy={end.isPending && end.variables.id === id}
          label={`Stop sharing with ${name}`}
          onClick={() => void stop()}
        >
          Stop sharing
        </Button>
      }
    />
  );
}
