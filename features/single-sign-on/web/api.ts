import { useMutation } from "@tanstack/react-query";
import { withReauthentication } from "#features/auth/web/reauthentication/reauthentication.ts";
import { storeTarget } from "#features/auth/web/session/return-target.ts";
import { leaveForProvider } from "#features/auth/web/social/api.ts";
import { groups } from "#features/organizations/web/groups/api.ts";
import { members, oneMember } from "#features/organizations/web/members/api.ts";
import {
  addSsoDomain,
  enforceSso,
  mapScimGroup,
  readSso,
  removeSsoConnection,
  removeSsoDomain,
  saveOidcConnection,
  saveSamlConnection,
  testSso,
  verifySsoDomain,
  type SsoSettings,
} from "#features/single-sign-on/contract.ts";
import { send } from "#platform/web/http/client.ts";
import { query, useChange } from "#platform/web/http/query.ts";

export const ssoSettings = query(readSso);

/** Each change answers with all of the settings. */
const shown = {
  refreshes: [],
  puts: (settings: SsoSettings) => [[ssoSettings().queryKey, settings]] as const,
};
const sensitive = { ...shown, through: withReauthentication };

export const useSaveOidc = () => useChange(saveOidcConnection, sensitive);
export const useSaveSaml = () => useChange(saveSamlConnection, sensitive);
export const useRemoveConnection = () => useChange(removeSsoConnection, sensitive);
export const useAddDomain = () => useChange(addSsoDomain, shown);
export const useVerifyDomain = () => useChange(verifySsoDomain, shown);
export const useRemoveDomain = () => useChange(removeSsoDomain, sensitive);
export const useEnforce = () => useChange(enforceSso, sensitive);

/** The members of the group change with it. */
export const useMapScimGroup = () => useChange(mapScimGroup, { ...sensitive, refreshes: [members, oneMember, groups] });

/** Goes to the identity provider. The return leads back to this page. */
export function useTestConnection() {
  return useMutation<void, Error, void>({
    async mutationFn() {
      const start = await send(testSso, {});
      storeTarget("/admin/single-sign-on");
      leaveForProvider(start);
    },
  });
}
