/** A page of a provider: a heading, and where its links lead. */
export function consentPage(heading: string, links: Readonly<Record<string, string>>): Response {
  const list = Object.entries(links).map(
    ([name, to]) => `<p><a href="${to.replaceAll("&", "&amp;")}">${name}</a></p>`,
  );
  const html = `<!doctype html><title>Lab</title><h1>${heading}</h1>${list.join("")}`;
  return new Response(html, { headers: { "content-type": "text/html" } });
}
