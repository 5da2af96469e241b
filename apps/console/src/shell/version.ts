import { create } from 'zustand';
import { apiUrl } from '../data/site-config.ts';

/** The service worker as far as the page is concerned: whether a build newer than this one waits to be shown. */
export const useVersion = create<{ waiting: boolean }>(() => ({ waiting: false }));

/** An hour, in milliseconds: how often a window that stays open looks for a new build. */
const LOOK = 3_600_000;

/** Milliseconds after the start that keep the line free for what people wait for. */
const PATIENCE = 4000;

let registration: ServiceWorkerRegistration | undefined;

/** Lets the browser keep the console's files. Where it cannot, as on plain http, every start loads them from the server. */
export function keepFiles(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => void register().catch(() => undefined), PATIENCE);
}

/** The worker lets API requests alone: it learns a prefix other than the default from its address. */
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
  // another window let the new build take over: this one still runs the old one
  serviceWorker.addEventListener('controllerchange', () => before && useVersion.setState({ waiting: true }));
  setInterval(lookForVersion, LOOK);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && lookForVersion());
}

/** Lets the browser keep the files of the pages in the user's menu, and the words of the language spoken. */
export async function keepPages(components: readonly string[], language: string): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ keep: [...components.flatMap((name) => [name, `${name}/index`]), language] });
}

let looked = 0;

/** Asks the server for a newer build, at most once a minute. */
function lookForVersion(): void {
  if (!registration || Date.now() - looked < 60_000) return;
  looked = Date.now();
  registration.update().catch(() => undefined);
}

/** Shows the newest build in place of this one. */
export function showNewVersion(): void {
  const waiting = registration?.waiting;
  navigator.serviceWorker?.addEventListener('controllerchange', () => location.reload(), { once: true });
  if (waiting) waiting.postMessage('take-over');
  else location.reload();
}
