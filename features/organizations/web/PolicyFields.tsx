import { REPORT_DAYS } from "#features/organizations/contract.ts";
import { Checkbox } from "#platform/web/form/Checkbox.tsx";
import { FormRow } from "#platform/web/form/FormRow.tsx";
import { MoneyField } from "#platform/web/form/MoneyField.tsx";
import { NumberField } from "#platform/web/form/NumberField.tsx";
import styles from "./Organization.module.css";

const SECOND_FACTOR_FAULTS = {
  OWN_SECOND_FACTOR_MISSING:
    "Set up your own second factor first, under Account Settings, Authorization. Otherwise this would lock you out",
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
          help="The report asks for a review at this many returned-item and overdraft fees in 12 months."
        />
        <NumberField
          name="policy.nsfBlocker"
          label="Fees to block"
          least={1}
          most={100}
          help="At this many, the report calls them a blocker."
          errorTexts={{ TOO_SMALL: "Enter at least as many as the fees to review" }}
        />
      </FormRow>
      <FormRow>
        <NumberField
          name="policy.defaultDays"
          label="Days in a report"
          least={REPORT_DAYS.least}
          most={REPORT_DAYS.most}
          help="How far back a report reads unless you ask otherwise."
        />
        <NumberField
          name="policy.retentionDays"
          label="Days bank data is stored"
          least={30}
          most={3650}
          help="Counted from the day a borrower is closed."
        />
      </FormRow>
      <MoneyField
        name="policy.spendCap"
        label="Spend cap"
        isOptional
        help="Dollars a month for reports. Paid reports stop when the next one would go over it; you are mailed at 80% and at 100%. Empty: no cap."
      />
      <Checkbox
        name="policy.restrictByGroup"
        help="Editors and observers then see the borrowers of their own groups, and those of no group."
      >
        Restrict by group
      </Checkbox>
      <Checkbox
        name="policy.requireSecondFactor"
        help="Admins without one see nothing but their own settings until they have set it up. Set up yours first."
        errorTexts={SECOND_FACTOR_FAULTS}
      >
        Require a second factor of admins
      </Checkbox>
      <Checkbox name="policy.borrowerMaySeeReport" help="They see what their lender sees, without notes.">
        Borrowers may see their report
      </Checkbox>
    </section>
  );
}
