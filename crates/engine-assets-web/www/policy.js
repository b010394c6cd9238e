// Connections to other servers are forbidden, unless the address names files of one: nothing that is dropped here can be sent anywhere.

{
  const query = new URLSearchParams(location.search);
  const isElsewhere = (/** @type {string} */ url) => { try { return new URL(url, document.baseURI).origin !== location.origin; } catch { return false; } };
  if (!query.has("list") && !query.getAll("url").some(isElsewhere)) {
    document.head.append(Object.assign(document.createElement("meta"), { httpEquiv: "Content-Security-Policy", content: "connect-src 'self' blob: data:" }));
  }
}
