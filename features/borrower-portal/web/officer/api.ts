import { BORROWER_UPDATED } from "#features/borrowers/contract.ts";
import {
  askNeeds,
  changeNeed,
  copyVisitLink,
  type EmailTemplate,
  listConsents,
  listEmailTemplates,
  listNeeds,
  listGiftLetters,
  listVisitLinks,
  type NeedsList,
  recordConsent,
  remindNow,
  requestDocument,
  resetEmailTemplate,
  requestGiftLetter,
  resendGiftLetter,
  revokeGiftLetter,
  sendVisitLink,
  setReminders,
  textVisitLink,
  updateEmailTemplate,
} from "#features/borrower-portal/contract.ts";
import { ownBorrower, ownBorrowers } from "#features/borrowers/web/api.ts";
import { useChange, query } from "#platform/web/http/query.ts";
import { refreshOn } from "#platform/web/http/live.ts";

export const borrowerLinks = query(listVisitLinks);
export const loanConsents = query(listConsents);
export const giftLetters = query(listGiftLetters);

export const needsOf = query(listNeeds);
export const emailTemplates = query(listEmailTemplates);

const putsTemplates = (templates: readonly EmailTemplate[]) => [[emailTemplates().queryKey, templates]] as const;
export const useUpdateEmailTemplate = () => useChange(updateEmailTemplate, { refreshes: [], puts: putsTemplates });
export const useResetEmailTemplate = () => useChange(resetEmailTemplate, { refreshes: [], puts: putsTemplates });

refreshOn(BORROWER_UPDATED, [borrowerLinks, loanConsents, needsOf, giftLetters]);

const refreshes = [borrowerLinks, ownBorrower, ownBorrowers];
const puts = (list: NeedsList, { borrowerId }: { readonly borrowerId: string }) =>
  [[needsOf({ borrowerId }).queryKey, list]] as const;

export const useAskNeeds = () => useChange(askNeeds, { refreshes, puts });
export const useRequestDocument = () => useChange(requestDocument, { refreshes, puts });
export const useChangeNeed = () => useChange(changeNeed, { refreshes, puts });
export const useRemindNow = () => useChange(remindNow, { refreshes, puts });
export const useSetReminders = () => useChange(setReminders, { refreshes, puts });
export const useRequestGiftLetter = () =>
  useChange(requestGiftLetter, { refreshes: [], puts: (letters, { id }) => [[giftLetters({ id }).queryKey, letters]] });

export const useResendGiftLetter = (borrowerId: string) =>
  useChange(resendGiftLetter, {
    refreshes: [],
    puts: (letters) => [[giftLetters({ id: borrowerId }).queryKey, letters]],
  });

export const useRevokeGiftLetter = (borrowerId: string) =>
  useChange(revokeGiftLetter, {
    refreshes: [],
    puts: (letters) => [[giftLetters({ id: borrowerId }).queryKey, letters]],
  });

export const useRecordConsent = () =>
  useChange(recordConsent, {
    refreshes: [borrowerLinks, ownBorrower],
    puts: (consents, { id }) => [[loanConsents({ id }).queryKey, consents]],
  });

export const useSendBorrowerLink = () =>
  useChange(sendVisitLink, {
    refreshes: [ownBorrower, ownBorrowers],
    puts: (links, { id }) => [[borrowerLinks({ id }).queryKey, links]],
  });

export const useCopyBorrowerLink = () =>
  useChange(copyVisitLink, {
    refreshes: [ownBorrower, ownBorrowers],
    puts: ({ links }, { id }) => [[borrowerLinks({ id }).queryKey, links]],
  });

export const useTextBorrowerLink = () =>
  useChange(textVisitLink, {
    refreshes: [ownBorrower, ownBorrowers],
    puts: (links, { id }) => [[borrowerLinks({ id }).queryKey, links]],
  });
