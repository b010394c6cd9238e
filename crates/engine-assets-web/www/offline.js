// The page without a network: the browser keeps it, and replaces it with its next version.

/** Milliseconds between two looks for a new version. */
const OFTEN = 3_600_000;

/**
 * Has the browser keep the page.
 * @param {{ ready: () => void, update: (take: () => void) => void, isIdle: () => boolean }} on Is told that the page opens without a network, and that a
 * new version waits; a page without files takes it at once.
 */
export async function keepPage(on) {
  // Pages of a program's own server end with it.
  if (!("serviceWorker" in navigator) || new URLSearchParams(location.search).has("list")) return;
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register("sw.js", { updateViaCache: "none" }).catch(() => null);
  if (!registration) return;
  serviceWorker.ready.then(on.ready);
  const take = () => {
    serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    registration.waiting?.postMessage("take over");
  };
  const offer = () => { if (registration.waiting && serviceWorker.controller) on.isIdle() ? take() : on.update(take); };
  offer();
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => { if (installing.state === "installed") offer(); });
  });
  setInterval(() => registration.update().catch(() => {}), OFTEN);
}
