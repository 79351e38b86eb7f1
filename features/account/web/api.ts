import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  createOrganization,
  eraseAccount,
  readContact,
  setPictureURL,
  updateContact,
  updateName,
  uploadPicture,
} from "#features/account/contract.ts";
import { signInMethods } from "#features/auth/web/api.ts";
import { withReauthentication } from "#features/auth/web/reauthentication/reauthentication.ts";
import { refreshSession } from "#features/auth/web/session/keep-session.ts";
import { activeMembership, chooseMembership, endSession } from "#features/auth/web/session/session.ts";
import { findSubscription, isOpen } from "#features/billing/contract.ts";
import { useChange, query } from "#platform/web/http/query.ts";

export const useUpdateName = () => useChange(updateName, { refreshes: [], onReply: refreshSession });
export const useUploadPicture = () => useChange(uploadPicture, { refreshes: [], onReply: refreshSession });
export const useSetPictureURL = () => useChange(setPictureURL, { refreshes: [], onReply: refreshSession });

export const ownContact = query(readContact);
export const useUpdateContact = () =>
  useChange(updateContact, { refreshes: [], puts: (contact) => [[ownContact().queryKey, contact]] });

/** The new organization becomes the active one. */
export function useCreateOrganization() {
  return useChange(createOrganization, {
    refreshes: [signInMethods],
    async onReply({ id }) {
      await refreshSession();
      chooseMembership(id);
    },
  });
}

/**
 * Opens a public page that confirms the erasure before the session ends. A private page would ask the user to sign in.
 */
export function useEraseAccount() {
  const navigate = useNavigate();
  return useChange(eraseAccount, {
    refreshes: [],
    through: withReauthentication,
    async onReply() {
      await navigate({ to: "/auth/logout", state: { isErased: true }, ignoreBlocker: true });
      endSession();
    },
  });
}

const ownSubscription = query(findSubscription);

/** Whether the organization has a plan that ends with the user who pays for it. `false` when this cannot be read. */
export function useReadsOpenPlan(): () => Promise<boolean> {
  const cache = useQueryClient();
  return async () => {
    if (!activeMembership()) return false; // Without an active organization there is no plan to read.
    const read = await cache.fetchQuery(ownSubscription()).catch(() => null);
    return read?.subscription ? isOpen(read.subscription) : false;
  };
}
