import { create } from 'zustand';
import { apiUrl } from '../data/site-config.ts';

export const useVersion = create<{ waiting: boolean }>(() => ({ waiting: false }));

/** Update check interval of an open window in milliseconds (one hour). */
const LOOK = 3_600_000;

/** Delay of the registration in milliseconds, so that it does not compete with page loads. */
const PATIENCE = 4000;

let registration: ServiceWorkerRegistration | undefined;

/** Registers the service worker, which caches the console's files. Without support, e.g. on plain HTTP, files load from the server. */
export function keepFiles(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => void register().catch(() => undefined), PATIENCE);
}

/** The worker ignores API requests; a non-default prefix is in its URL. */
function workerUrl(): string {
  const prefix = apiUrl('');
  return prefix === '/api' ? '/service-worker.js' : `/service-worker.js?api=${encodeURIComponent(prefix)}`;
}

async function register() {
  const { serviceWorker } = navigator;
  const before = serviceWorker.controller;
  registration = await serviceWorker.register(workerUrl(), { updateViaCache: 'none' });
  const noteWaiting = () => {
    if (registration?.waiting && serviceWorker.controller) useVersion.setState({ waiting: true });
  };
  noteWaiting();
  registration.addEventListener('updatefound', () => registration?.installing?.addEventListener('statechange', noteWaiting));
  // another window activated the new build; this one still runs the old one
  serviceWorker.addEventListener('controllerchange', () => before && useVersion.setState({ waiting: true }));
  setInterval(lookForVersion, LOOK);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && lookForVersion());
}

/** Caches the files of the pages in the user's menu, and the texts of the current language. */
export async function keepPages(components: readonly string[], language: string): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ keep: [...components.flatMap((name) => [name, `${name}/index`]), language] });
}

let looked = 0;

/** Checks for a newer build, at most once per minute. */
function lookForVersion(): void {
  if (!registration || Date.now() - looked < 60_000) return;
  looked = Date.now();
  registration.update().catch(() => undefined);
}

export function showNewVersion(): void {
  const waiting = registration?.waiting;
  navigator.serviceWorker?.addEventListener('controllerchange', () => location.reload(), { once: true });
  if (waiting) waiting.postMessage('take-over');
  else location.reload();
}
