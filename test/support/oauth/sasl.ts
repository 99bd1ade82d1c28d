/** Who signs in with which token, by XOAUTH2 or OAUTHBEARER; empty where the text says neither. */
export function bearerIn(base64: string): { readonly user: string; readonly token: string } {
  const fields: readonly string[] = Buffer.from(base64, "base64").toString().split("\u0001");
  const valueOf = (...names: string[]): string => {
    for (const name of names) {
      const field = fields.find((one) => one.startsWith(name));
      if (field !== undefined) return field.slice(name.length).replace(/,$/, "");
    }
    return "";
  };
  return { user: valueOf("user=", "n,a="), token: valueOf("auth=Bearer ") };
}
