/* What the API's document shows of codes and passkeys. */

export const EXAMPLE_CODES = ["8XK2-M4TQ-0CJW-7RHB-ZN5D-3PVE", "Q1F6-9YGA-KS2T-B8MX-4WHC-JD07"];

export const ASSERTION_TICKET = "mGq1yYkS0T4Zr7vJx2bQ9cN8aLw5uEoPdHfKiVtRs3U";

export const EXAMPLE_PASSKEY = {
  id: 5,
  name: "Laptop",
  host: "outreach.example.com",
  works_here: true,
  created_at: "2026-11-23T12:00:00.000Z",
  last_used_at: null,
};

export const REGISTRATION_OPTIONS = {
  rp: { id: "outreach.example.com", name: "Outrider" },
  challenge: "7Y2nZkq0sVb3aJw8xTgC1uRfLmEoPdHiKvNtQs5yWcA",
  user: { id: "c29tZW9uZQ", name: "ann@example.com", displayName: "Ann" },
};

export const ASSERTION_OPTIONS = {
  rpId: "outreach.example.com",
  challenge: "7Y2nZkq0sVb3aJw8xTgC1uRfLmEoPdHiKvNtQs5yWcA",
  userVerification: "required",
};

const credential = {
  id: "Ab3dEf6hIjKlMnOp",
  rawId: "Ab3dEf6hIjKlMnOp",
  type: "public-key",
} as const;

export const NEW_PASSKEY = {
  ...credential,
  response: {
    attestationObject: "o2NmbXRkbm9uZQ",
    clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
  },
};

export const PASSKEY_ANSWER = {
  ...credential,
  response: {
    authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",
    clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
    signature: "MEUCIQDk",
    userHandle: "c29tZW9uZQ",
  },
};
