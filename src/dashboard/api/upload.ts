/** How much of a body has left, from 0 to 1. */
export type OnUploaded = (share: number) => void;

/** As `fetch` does it, with word of how far the body is, which `fetch` does not give. */
export function uploadReported(url: string, init: RequestInit, onUploaded: OnUploaded) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? "POST", url);
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onUploaded(loaded / total);
    });
    request.addEventListener("load", () => {
      const body = request.status === 204 ? null : request.responseText;
      resolve(new Response(body, { status: request.status, headers: headersOf(request) }));
    });
    request.addEventListener("error", () => reject(new TypeError("The upload did not arrive.")));
    request.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
    init.signal?.addEventListener("abort", () => request.abort(), { once: true });
    onUploaded(0);
    request.send(init.body as FormData);
  });
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
