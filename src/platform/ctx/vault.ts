/**
 * Seals secrets before they reach a row: AES-256-GCM, 96-bit random IV, written as
 * `v1.<key id>.<iv>.<ciphertext>`. The place (`table:column:workspace`) is authenticated, so a
 * sealed value cannot be moved to another column or tenant.
 */
export type Vault = {
  seal(plain: string, place: string): Promise<string>;
  /** Throws when the key is gone, the place differs or a bit was changed. */
  open(sealed: string, place: string): Promise<string>;
};

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const decode = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text, "base64url"));
const utf8 = new TextEncoder();

/** `keys` is the setting VAULT_KEYS: `<id>:<base64url>` newest first. New values take the newest key. */
export function createVault(keys: string): Vault {
  const ring = new Map(
    keys.split(",").map((entry): [string, () => Promise<CryptoKey>] => {
      const [kid = "", material = ""] = entry.split(":");
      return [kid, importOnce(material)];
    }),
  );
  const newest = [...ring][0];
  if (!newest) throw new Error("VAULT_KEYS holds no key");
  const [newestId, newestKey] = newest;
  return {
    async seal(plain, place) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const sealed = await crypto.subtle.encrypt(
        { name: "AES-GCM", iv, additionalData: utf8.encode(place) },
        await newestKey(),
        utf8.encode(plain),
      );
      return `v1.${newestId}.${encode(iv)}.${encode(new Uint8Array(sealed))}`;
    },
    async open(sealed, place) {
      const [version, kid = "", iv = "", ciphertext = ""] = sealed.split(".");
      const key = ring.get(kid);
      if (version !== "v1" || !key) throw new Error("sealed with an unknown key");
      const plain = await crypto.subtle.decrypt(
        { name: "AES-GCM", iv: decode(iv), additionalData: utf8.encode(place) },
        await key(),
        decode(ciphertext),
      );
      return new TextDecoder().decode(plain);
    },
  };
}

/** Most requests open no secret, so a key is imported when it is first asked for. */
function importOnce(material: string): () => Promise<CryptoKey> {
  let key: Promise<CryptoKey> | undefined;
  return () =>
    (key ??= crypto.subtle.importKey("raw", decode(material), "AES-GCM", false, [
      "encrypt",
      "decrypt",
    ]));
}
