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
// The files of the room come beside those of every page; the build lists them in the page.
{
  const { rooms, files } = JSON.parse(document.getElementById("ahead")?.textContent ?? "{}");
  const path = location.pathname.replace(/(.)\/$/, "$1");
  // The first page of somebody who is signed in is that of a workspace.
  const here = path === "/" ? "/w/0" : path;
  const room = rooms?.find(([address]) =>
    new RegExp(`^${address.replaceAll(/\$\w+/g, "[^/]+")}$`).test(here),
  );
  for (const file of room?.[1] ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.crossOrigin = "";
    link.href = `/assets/${files[file]}`;
    document.head.append(link);
  }
}
