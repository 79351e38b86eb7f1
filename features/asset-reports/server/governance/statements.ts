import type { RuleId } from "#features/underwriting/rules/rule-set.ts";

// What the governance packet says in words. A change of the product that makes one of these untrue changes it here.

export const AUTOMATED: readonly string[] = [
  "Reading balances, transactions and owners of connected bank accounts through the bank-data provider, or from statement files that a person uploads.",
  "Sorting each bank line into a class by fixed lists of words, payees and given names.",
  "Comparing the names of account owners and payees with the people on the loan.",
  "Computing usable funds, cash to close and reserves from those figures and from the loan terms that the lender enters.",
  "Testing them against the rules below and the lender's overlay in force, and listing findings with the guide's section, the lines and the figures behind each.",
  "Naming, under each program, whether the documented funds suffice, what is missing, what would change a finding, and how far price and down payment can move.",
  "Asking borrowers for documents and reminding them, and refreshing reports on the days that a person planned, as the lender sets it up.",
];

export const NOT_AUTOMATED: readonly string[] = [
  "No lending decision: no loan is approved, denied, priced or ranked.",
  "No credit score, income qualification, fraud score or prediction about a person.",
  "No finding is waived, no fact confirmed and no evidence accepted except by a person of the lender. Each such act is in the activity log and counted here.",
  "No overlay comes into force except by a second person's approval.",
  "No rule reads race, color, religion, national origin, sex, marital status, age or public assistance. The twin test below shows what other names, addresses, banks and order change.",
];

export const MODELS =
  "No machine-learned model and no generative model takes part. Every answer comes from written rules, and the same inputs always give the same answer.";

export const REPRODUCE: readonly string[] = [
  "Download the JSON file of an asset report. It has the parsed bank data, every input and the evaluation, and names the edition of the rules by its hash.",
  "Run npx keyturn evaluate report.json, or choose the file on the verify page. Both run that edition offline on the data in the file and compare its answer with the evaluation byte for byte. Older editions stay available.",
  "Check the file's signature on the verify page or offline: Ed25519 over the statement as canonical JSON.",
  "Run the tests of the rules and the twin test, which are part of the product's source: npm run governance.",
];

const CREDIT_POLICY = "Head of credit policy";
const BANK_DATA = "Head of bank data";
const COMPLIANCE = "Compliance officer";

/** The role at the vendor that answers for a rule: its reading of the guide, its parameters and its tests. */
export const RULE_OWNERS: Readonly<Record<RuleId, string>> = {
  S2: BANK_DATA,
  R1: CREDIT_POLICY,
  R2: CREDIT_POLICY,
  R2b: CREDIT_POLICY,
  R3: CREDIT_POLICY,
  R3c: CREDIT_POLICY,
  R4: BANK_DATA,
  R5: BANK_DATA,
  R6: CREDIT_POLICY,
  R6b: CREDIT_POLICY,
  R7: CREDIT_POLICY,
  R7b: CREDIT_POLICY,
  R8: CREDIT_POLICY,
  R9: CREDIT_POLICY,
  R10: CREDIT_POLICY,
  R11: CREDIT_POLICY,
  R12: CREDIT_POLICY,
  R13: CREDIT_POLICY,
  R14: CREDIT_POLICY,
  R15: CREDIT_POLICY,
  R16: CREDIT_POLICY,
  R17: CREDIT_POLICY,
  R18: BANK_DATA,
  R19: BANK_DATA,
  R20: CREDIT_POLICY,
  R21: CREDIT_POLICY,
  R22: CREDIT_POLICY,
  R23: CREDIT_POLICY,
  R24: CREDIT_POLICY,
  R25: CREDIT_POLICY,
  R26: CREDIT_POLICY,
  R27: CREDIT_POLICY,
  R28: CREDIT_POLICY,
  R29: CREDIT_POLICY,
  R30: COMPLIANCE,
};
