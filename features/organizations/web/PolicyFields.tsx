import { REPORT_DAYS } from "#features/organizations/contract.ts";
import { Checkbox } from "#platform/web/form/Checkbox.tsx";
import { FormRow } from "#platform/web/form/FormRow.tsx";
import { MoneyField } from "#platform/web/form/MoneyField.tsx";
import { NumberField } from "#platform/web/form/NumberField.tsx";
import styles from "./Organization.module.css";

const SECOND_FACTOR_FAULTS = {
  OWN_SECOND_FACTOR_MISSING:
    "Set up your own two-factor authentication first, under Account Settings, Authorization. Otherwise this would lock you out",
};

export function PolicyFields() {
  return (
    <section className={styles.policies} aria-labelledby="policies">
      <h2 id="policies">Policies</h2>
      <FormRow>
        <NumberField
          name="policy.nsfReview"
          label="Fees to review"
          least={1}
          most={100}
          help="Reports ask for a review from this many returned-item and overdraft fees in 12 months."
        />
        <NumberField
          name="policy.nsfBlocker"
          label="Fees to block"
          least={1}
          most={100}
          help="From this many, they block closing."
          errorTexts={{ TOO_SMALL: "Enter at least as many as the fees to review" }}
        />
      </FormRow>
      <FormRow>
        <NumberField
          name="policy.defaultDays"
          label="Days in a report"
          least={REPORT_DAYS.least}
          most={REPORT_DAYS.most}
          help="How far back a report reads by default."
        />
        <NumberField
          name="policy.retentionDays"
          label="Days bank data is stored"
          least={30}
          most={3650}
          help="Counted from the day the borrower is closed."
        />
      </FormRow>
      <MoneyField
        name="policy.spendCap"
        label="Spend cap"
        isOptional
        help="Monthly limit for reports, in dollars. We email you at 80% and 100%, and stop paid reports that would exceed it. Leave empty for no cap."
      />
      <Checkbox
        name="policy.restrictByGroup"
        help="Editors and observers see only borrowers in their groups or in no group."
      >
        Restrict by group
      </Checkbox>
      <Checkbox
        name="policy.requireSecondFactor"
        help="Admins without it can only open their own settings until they set it up. Set up yours first."
        errorTexts={SECOND_FACTOR_FAULTS}
      >
        Require two-factor authentication for admins
      </Checkbox>
      <Checkbox name="policy.borrowerMaySeeReport" help="They see what you see, without notes.">
        Borrowers may see their report
      </Checkbox>
    </section>
  );
}
