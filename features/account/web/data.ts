// Owns what the browser asks to change about one's own account; each change shows at once, by a fresh token.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  createOrganization,
  eraseAccount,
  setPictureURL,
  updateName,
  uploadPicture,
} from "#features/account/contract.ts";
import { signInMethods } from "#features/identity/web/data.ts";
import { proving } from "#features/identity/web/proof/reauthentication.ts";
import { refreshSession } from "#features/identity/web/session/refresh-session.ts";
import { activeMembership, chooseMembership, endSession } from "#features/identity/web/session/session.ts";
import { findSubscription, isOpen } from "#features/subscriptions/contract.ts";
import { useChange } from "#kit/web/http/change.ts";
import { query } from "#kit/web/http/query.ts";

export const useUpdateName = () => useChange(updateName, { refreshes: [], onReply: refreshSession });
export const useUploadPicture = () => useChange(uploadPicture, { refreshes: [], onReply: refreshSession });
export const useSetPictureURL = () => useChange(setPictureURL, { refreshes: [], onReply: refreshSession });

/** The new organization is the one to work in from then on. */
export function useCreateOrganization() {
  return useChange(createOrganization, {
    refreshes: [signInMethods],
    async onReply({ id }) {
      await refreshSession();
      chooseMembership(id);
    },
  });
}

/** Leaves for a public page, which says so, before the session ends: a private one would ask for a log-in. */
export function useEraseAccount() {
  const navigate = useNavigate();
  return useChange(eraseAccount, {
    refreshes: [],
    through: proving,
    async onReply() {
      await navigate({ to: "/auth/logout", state: { isErased: true }, ignoreBlocker: true });
      endSession();
    },
  });
}

const ownSubscription = query(findSubscription);

/** Whether the organization has a plan that ends with whoever pays for it; `false` where that cannot be read. */
export function useReadsOpenPlan(): () => Promise<boolean> {
  const cache = useQueryClient();
  return async () => {
    if (!activeMembership()) return false; // in no organization it is not theirs to read
    const read = await cache.fetchQuery(ownSubscription()).catch(() => null);
    return read?.subscription ? isOpen(read.subscription) : false;
  };
}
