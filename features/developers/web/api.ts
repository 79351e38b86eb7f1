import { withReauthentication } from "#features/auth/web/reauthentication/reauthentication.ts";
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey, updateApiKey } from "#features/developers/contract.ts";
import { query, useChange } from "#platform/web/http/query.ts";

export const apiKeys = query(listApiKeys);

const sensitive = { refreshes: [apiKeys], through: withReauthentication };

export const useCreateApiKey = () => useChange(createApiKey, sensitive);
export const useUpdateApiKey = () => useChange(updateApiKey, sensitive);
export const useRotateApiKey = () => useChange(rotateApiKey, sensitive);
export const useRevokeApiKey = () => useChange(revokeApiKey, { refreshes: [apiKeys] });
