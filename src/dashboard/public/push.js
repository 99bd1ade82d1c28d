// Shows what the server tells this browser, and opens what it is about. It keeps nothing and answers no requests.
self.addEventListener("push", (event) => {
  const { title, body, tag, path } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { path } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data.path, self.location.origin)));
});

// A page that shows it already, else a new one: what somebody writes in another page stays.
async function show(url) {
  const thread = url.searchParams.get("thread");
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => {
    const shown = new URL(page.url);
    return shown.pathname === url.pathname && shown.searchParams.get("thread") === thread;
  });
  await (open ? open.focus() : self.clients.openWindow(url.href));
}
