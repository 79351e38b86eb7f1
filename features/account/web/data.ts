// Owns what the browser asks to change about one's own account; each change shows at once, by a fresh token.
import { useNavigate } from "@tanstack/react-router";
import {
  createOrganization,
  eraseAccount,
  setPictureURL,
  updateName,
  uploadPicture,
} from "#features/account/contract.ts";
import { signInMethods } from "#features/identity/web/data.ts";
import { proving } from "#features/identity/web/reauthentication.ts";
import { refreshSession } from "#features/identity/web/refresh-session.ts";
import { chooseMembership, endSession } from "#features/identity/web/session.ts";
import { useChange } from "#kit/web/change.ts";

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
