import type { ConnectBody } from "#modules/events/contract/integrations.ts";
import type { Entered } from "#modules/events/hooks.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { AppError, type FieldError } from "#platform/rules/errors.ts";
import type {
  IntegrationProvider,
  ProviderField,
} from "#modules/events/rules/integrations/providers.ts";
import { refuseUrl } from "#platform/rules/net/url-guard.ts";
import type { EventType } from "#modules/events/rules/event.ts";

const URL_FIELDS = /^(?:webhook_url|url|base_url)$/;

const SCOPES = ["user", "organization"];

/** Throws `validation_failed` with every wrong field at once. */
export function readFields(
  ctx: WorkspaceCtx,
  provider: IntegrationProvider,
  body: ConnectBody,
): Entered {
  const errors: FieldError[] = [];
  const { events: chosen, ...config } = body.config;
  const allowPrivate = allowsPrivateNetworks(ctx.settings);
  const read = (part: string, fields: readonly ProviderField[], given: Record<string, unknown>) => {
    const values: Record<string, string> = {};
    for (const [name, value] of Object.entries(given)) {
      const path = `${part}.${name}`;
      if (!fields.some((field) => field.name === name)) {
        errors.push({ path, code: "unknown_field", message: "This provider has no such field." });
      } else if (value !== null && typeof value !== "string") {
        errors.push({ path, code: "invalid_type", message: "Enter a text." });
      } else if (value !== null && value !== "") {
        const wrong = wrongValue(provider, name, value, allowPrivate);
        if (wrong) errors.push({ path, ...wrong });
        values[name] = value;
      }
    }
    for (const field of fields) {
      if (!field.required || values[field.name] !== undefined) continue;
      const path = `${part}.${field.name}`;
      errors.push({ path, code: "required", message: `${field.label}: ${field.description}` });
    }
    return values;
  };
  const entered = {
    name: body.name ?? null,
    credentials: read("credentials", provider.credentials, body.credentials),
    config: read(
      "config",
      provider.config.filter(({ name }) => name !== "events"),
      config,
    ),
    events: readEvents(provider, chosen, errors),
  };
  if (errors.length === 0) return entered;
  throw new AppError("validation_failed", "Some fields are missing or invalid. See errors.", {
    errors,
  });
}

function wrongValue(
  provider: IntegrationProvider,
  name: string,
  value: string,
  allowPrivate: boolean,
) {
  if (name === "scope" && !SCOPES.includes(value)) {
    return { code: "invalid_value", message: `Enter one of: ${SCOPES.join(", ")}.` };
  }
  if (!URL_FIELDS.test(name)) {
    return /[\s\0]/.test(value) && !value.includes("BEGIN PUBLIC KEY")
      ? { code: "invalid_format", message: "Spaces and line breaks are not allowed." }
      : null;
  }
  // Tokens go to the service itself, unless the operator vouches for the network.
  if (name === "base_url" && provider.kind !== "ai" && !allowPrivate) {
    return { code: "not_allowed", message: "This server allows no other address." };
  }
  return refuseUrl(value, { allowPrivate });
}

/** The events that were chosen, or the usual ones; adds to `errors` what is wrong. */
export function readEvents(
  provider: IntegrationProvider,
  chosen: unknown,
  errors: FieldError[],
): readonly EventType[] {
  if (chosen === undefined || chosen === null) return provider.usual;
  const path = "config.events";
  if (provider.events.length === 0) {
    errors.push({ path, code: "unknown_field", message: "This provider receives no events." });
    return [];
  }
  const known = provider.events.filter((event) => Array.isArray(chosen) && chosen.includes(event));
  const isClean =
    Array.isArray(chosen) && chosen.length > 0 && chosen.every((event) => known.includes(event));
  if (isClean) return known;
  const message = `Send a list of: ${provider.events.join(", ")}.`;
  errors.push({ path, code: "invalid_value", message });
  return [];
}
