// Asked while the code of the page is on its way; api/client.ts takes the answer.
{
  const front = /^\/(sign-in|sso-done|register|setup|forgot-password|reset-password|report)/;
  const { pathname } = location;
  const me = front.test(pathname) ? null : "/api/v1/auth/me";
  const url = pathname === "/sign-in" ? "/api/v1/auth/sso" : me;
  if (url !== null) {
    const answer = fetch(url, { headers: { Accept: "application/json" } });
    // Its failure is told by whoever takes it.
    answer.catch(() => undefined);
    window.early = { [url]: answer };
  }
}
