import { ApiError } from "../platform/web/http/api-error.ts";
import { createClient, ReportError } from "./client.ts";
import { verifyWebhook, WebhookError } from "./webhooks.ts";
import type { CallOptions, Download, Page } from "./call-options.ts";
import type { ClientOptions, Keyturn, WaitOptions } from "./client.ts";
import type { ReceivedWebhook } from "./webhooks.ts";

export { ApiError, createClient, ReportError, verifyWebhook, WebhookError };
export type { CallOptions, ClientOptions, Download, Keyturn, Page, ReceivedWebhook, WaitOptions };
