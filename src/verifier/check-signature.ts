/** Ed25519 by WebCrypto; null where there is none, as in a page without TLS. */
export async function checkSignature(
  key: string,
  signature: string,
  text: string,
): Promise<boolean | null> {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (subtle === undefined) return null;
  let own: CryptoKey;
  try {
    own = await subtle.importKey("raw", bytesOf(key), { name: "Ed25519" }, false, ["verify"]);
  } catch (cause) {
    return cause instanceof DOMException && cause.name === "NotSupportedError" ? null : false;
  }
  return subtle.verify("Ed25519", own, bytesOf(signature), new TextEncoder().encode(text));
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
