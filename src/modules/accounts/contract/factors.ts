import { z } from "zod";
import { LoginAnswer } from "./accounts.ts";
import { NullableTime, pathId, Time } from "#platform/contract/common.ts";
import { FACTOR_METHODS } from "#platform/rules/choices.ts";
import { PASSWORD_MAX_LENGTH } from "#platform/rules/choices.ts";
import type { PasskeyId, TotpId, UserId } from "#platform/rules/ids.ts";

const base64url = (max: number, what: string) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/, "Use base64url without padding.")
    .describe(what);
const extensions = z
  .record(z.string(), z.unknown())
  .optional()
  .describe("Results of extensions; they are not used.");
const attachment = z
  .string()
  .max(40)
  .nullish()
  .describe("Where the authenticator is: `platform` or `cross-platform`.");
const CREDENTIAL = 1_400;
const credential = {
  id: base64url(CREDENTIAL, "Id of the credential."),
  rawId: base64url(CREDENTIAL, "The same id."),
  type: z.literal("public-key").describe("The kind of credential."),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
};

/** What `navigator.credentials.get` answers, as JSON (WebAuthn level 3, 5.1.9). */
export const PasskeyAssertion = z
  .strictObject({
    ...credential,
    response: z
      .strictObject({
        authenticatorData: base64url(8_192, "What the authenticator says of the sign-in."),
        clientDataJSON: base64url(4_096, "What the browser says of the sign-in."),
        signature: base64url(8_192, "The signature of both."),
        userHandle: base64url(200, "How the authenticator names the person.")
          .nullish()
          .describe("How the authenticator names the person."),
      })
      .describe("What was signed, and the signature."),
  })
  .describe("What `navigator.credentials.get` answers, as JSON.");
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>;

/** What `navigator.credentials.create` answers, as JSON. */
export const PasskeyAttestation = z
  .strictObject({
    ...credential,
    response: z
      .strictObject({
        attestationObject: base64url(16_384, "The new credential with its public key."),
        clientDataJSON: base64url(4_096, "What the browser says of it."),
        transports: z
          .array(z.string().max(20))
          .max(10)
          .optional()
          .describe("How the authenticator can be reached."),
        authenticatorData: base64url(8_192, "Not used; a part of `attestationObject`.").optional(),
        publicKey: base64url(8_192, "Not used; a part of `attestationObject`.").optional(),
        publicKeyAlgorithm: z
          .number()
          .optional()
          .describe("Not used; a part of `attestationObject`."),
      })
      .describe("The new credential."),
  })
  .describe("What `navigator.credentials.create` answers, as JSON.");
export type PasskeyAttestation = z.output<typeof PasskeyAttestation>;

export const Ticket = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ examples: ["mGq1yYkS0T4Zr7vJx2bQ9cN8aLw5uEoPdHfKiVtRs3U"] })
  .describe("The ticket of the answer before; good once, for 5 minutes.");
const options = z
  .record(z.string(), z.unknown())
  .describe("Options for the browser's WebAuthn API, as JSON.");
export const PasskeyOptions = z
  .object({ ticket: Ticket, options })
  .describe("A challenge for the browser, and the ticket to send with its answer.");
export type PasskeyOptions = z.output<typeof PasskeyOptions>;

const Method = z.enum(FACTOR_METHODS);
export const FactorRequired = z.object({
  factor_required: z.literal(true).describe("The password was right, and a factor is needed."),
  ticket: Ticket,
  methods: z
    .array(Method)
    .describe("What can finish the sign-in here. Passkeys of other hosts are left out."),
  passkey_options: options
    .nullable()
    .describe("Options for `navigator.credentials.get`; null without a passkey for this host."),
  expires_at: Time.describe("When the ticket ends."),
});
export type FactorRequired = z.output<typeof FactorRequired>;

/** Signed in; or the factor that is missing. */
export const SignInAnswer = z.union([LoginAnswer, FactorRequired]);

const Code = z
  .string()
  .trim()
  .min(6)
  .max(60)
  .meta({ examples: ["492039"] })
  .describe("The code: six digits of the app, or a recovery code.");
export const LoginFactorBody = z.discriminatedUnion("method", [
  z.strictObject({
    ticket: Ticket,
    method: z.enum(["totp", "recovery_code"]).describe("What the code is of."),
    code: Code,
  }),
  z.strictObject({
    ticket: Ticket,
    method: z.literal("passkey").describe("A passkey answers the challenge."),
    response: PasskeyAssertion.describe("The answer of the passkey."),
  }),
]);
export type LoginFactorBody = z.output<typeof LoginFactorBody>;

export const LoginFactorOptionsBody = z.strictObject({ ticket: Ticket });

export const PasskeyLoginBody = z.strictObject({
  ticket: Ticket,
  response: PasskeyAssertion.describe("The answer of the passkey."),
});
export type PasskeyLoginBody = z.output<typeof PasskeyLoginBody>;

export const ReauthenticateBody = z.discriminatedUnion("method", [
  z.strictObject({
    method: z.literal("password").describe("The person's password."),
    password: z.string().min(1).max(PASSWORD_MAX_LENGTH).describe("The password."),
  }),
  z.strictObject({
    method: z.literal("totp").describe("A code of the authenticator app."),
    code: Code,
  }),
  z.strictObject({
    method: z.literal("passkey").describe("A passkey answers the challenge."),
    ticket: Ticket,
    response: PasskeyAssertion.describe("The answer of the passkey."),
  }),
]);
export type ReauthenticateBody = z.output<typeof ReauthenticateBody>;

export const ReauthenticationOptions = z.object({
  methods: z
    .array(z.enum(["password", "totp", "passkey", "sso"]))
    .describe("What the person can confirm with here."),
  passkey: PasskeyOptions.nullable().describe("For a passkey; null without one for this host."),
  sso_url: z
    .string()
    .nullable()
    .describe(
      "Where to send the browser to confirm with single sign-on, with the parameter `next`; null where the person is not linked.",
    ),
});
export type ReauthenticationOptions = z.output<typeof ReauthenticationOptions>;

export const ReauthenticateAnswer = z.object({
  authenticated_until: Time.describe("Until then nothing asks again."),
  expires_at: Time.describe("When the session ends."),
});

export const StartedTotp = z.object({
  id: z.int().describe("Id of the factor."),
  secret: z.string().describe("The secret in base32, to type into the app. Shown only here."),
  otpauth_url: z.string().describe("The same for a QR code. Shown only here."),
});
export type StartedTotp = z.output<typeof StartedTotp>;

export const ConfirmTotpBody = z.strictObject({ code: Code });

const codes = z
  .array(z.string())
  .describe("Ten codes, each good once instead of the factor. Shown only here.");
export const RecoveryCodes = z.object({ recovery_codes: codes });
export type RecoveryCodes = z.output<typeof RecoveryCodes>;

const PasskeyName = z.string().trim().min(1, "Enter a name.").max(100);
export const Passkey = z.object({
  id: z.int().describe("Id of the passkey."),
  name: z.string().describe("What its person calls it."),
  host: z.string().describe("The host that it works at."),
  works_here: z.boolean().describe("Whether that is the host of this request."),
  created_at: Time.describe("When it was added."),
  last_used_at: NullableTime.describe("When it last signed somebody in."),
});
export type Passkey = z.output<typeof Passkey>;

export const Factors = z.object({
  totp: z
    .object({
      id: z.int().describe("Id of the factor."),
      created_at: Time.describe("When it was confirmed."),
      last_used_at: NullableTime.describe("When a code was last used."),
    })
    .nullable()
    .describe("The authenticator app; null without one."),
  passkeys: z.array(Passkey).describe("Passkeys, newest first."),
  recovery_codes_left: z.int().describe("Recovery codes that were not used yet."),
  required: z.boolean().describe("Whether the role needs a second factor."),
  passkey_problem: z
    .string()
    .nullable()
    .describe("Why no passkey can be used at this address; null if they can."),
});
export type Factors = z.output<typeof Factors>;

export const AddPasskeyBody = z.strictObject({
  ticket: Ticket,
  name: PasskeyName.describe("What to call it, such as the device."),
  response: PasskeyAttestation.describe("The answer of the authenticator."),
});
export type AddPasskeyBody = z.output<typeof AddPasskeyBody>;
export const RenamePasskeyBody = z.strictObject({ name: PasskeyName.describe("The new name.") });
export const AddedPasskey = Passkey.extend({
  recovery_codes: codes.nullable().describe("With the first factor ten codes; null with others."),
});

export const TotpParams = z.object({ id: pathId<TotpId>() });
export const PasskeyParams = z.object({ id: pathId<PasskeyId>() });
export const FactorsOfParams = z.object({ uid: pathId<UserId>() });
