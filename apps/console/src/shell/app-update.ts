import { create } from 'zustand';
import { apiUrl } from '../data/site-config.ts';

export const useAppUpdate = create<{ waiting: boolean }>(() => ({ waiting: false }));

/** Update check interval of an open window in milliseconds (one hour). */
const UPDATE_CHECK_INTERVAL_MS = 3_600_000;

/** Delay of the registration in milliseconds, so that it does not compete with page loads. */
const REGISTRATION_DELAY_MS = 4000;

let registration: ServiceWorkerRegistration | undefined;

/** Registers the service worker, which caches the console's files. Without support, e.g. on plain HTTP, files load from the server. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => void register().catch(() => undefined), REGISTRATION_DELAY_MS);
}

/** The worker ignores API requests; a non-default prefix is in its URL. */
function workerUrl(): string {
  const prefix = apiUrl('');
  return prefix === '/api' ? '/service-worker.js' : `/service-worker.js?api=${encodeURIComponent(prefix)}`;
}

async function register() {
  const { serviceWorker } = navigator;
  const previousController = serviceWorker.controller;
  registration = await serviceWorker.register(workerUrl(), { updateViaCache: 'none' });
  const noteWaiting = () => {
    if (registration?.waiting && serviceWorker.controller) useAppUpdate.setState({ waiting: true });
  };
  noteWaiting();
  registration.addEventListener('updatefound', () => registration?.installing?.addEventListener('statechange', noteWaiting));
  // another window activated the new build; this one still runs the old one
  serviceWorker.addEventListener('controllerchange', () => previousController && useAppUpdate.setState({ waiting: true }));
  setInterval(checkForUpdate, UPDATE_CHECK_INTERVAL_MS);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && checkForUpdate());
}

/** Caches the files of the pages in the user's menu, and the texts of the current language. */
export async function cachePages(components: readonly string[], language: string): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ keep: [...components.flatMap((name) => [name, `${name}/index`]), language] });
}

let lastCheckAt = 0;

/** Checks for a newer build, at most once per minute. */
function checkForUpdate(): void {
  if (!registration || Date.now() - lastCheckAt < 60_000) return;
  lastCheckAt = Date.now();
  registration.update().catch(() => undefined);
}

export function activateUpdate(): void {
  const waiting = registration?.waiting;
  navigator.serviceWorker?.addEventListener('controllerchange', () => location.reload(), { once: true });
  if (waiting) waiting.postMessage('take-over');
  else location.reload();
}
