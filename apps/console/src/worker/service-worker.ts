import type { Build } from './build-list.ts';

// Prepended to this script by the build.
declare const BUILD: Build;

/** The parts of the service worker API in use; the library's types would conflict with the DOM's. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  request: Request;
  respondWith(work: Promise<Response>): void;
}
// The cast: in a worker `self` is the worker.
const worker = self as unknown as EventTarget & { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> } };

const CACHE_PREFIX = 'suyuan-build-';
const CACHE_NAME = CACHE_PREFIX + BUILD.version;

/** API prefix; the page passes a non-default one (`app-update.ts`). */
const API = new URL(location.href).searchParams.get('api') ?? '/api';

const SIGN_IN = /^\/(?:user\/)?(login|register)(?:\.html|\/)?$/;

/** Number of parallel downloads, so that the user's requests have priority. */
const MAX_PARALLEL = 4;

const pathsOf = (indexes: readonly number[]) => indexes.map((place) => BUILD.files[place] ?? '');

/** Caches the frame of the build, all or nothing: a page of another build aborts the installation. */
async function install() {
  const cache = await caches.open(CACHE_NAME);
  try {
    await addAll(cache, pathsOf(BUILD.frame));
    for (const { path, sha256 } of BUILD.pages) {
      const response = await fetch(path, { cache: 'no-cache' });
      if (!response.ok || (await digest(response.clone())) !== sha256) throw new Error(`${path} is of another build`);
      await cache.put(path, response);
    }
  } catch (error) {
    await caches.delete(CACHE_NAME);
    throw error;
  }
}

async function addAll(cache: Cache, paths: readonly string[]) {
  for (let at = 0; at < paths.length; at += MAX_PARALLEL) await cache.addAll(paths.slice(at, at + MAX_PARALLEL));
}

/** Caches missing files of the user's pages. A lost connection stops it; the next start continues. */
async function cachePages(names: readonly string[]) {
  const cache = await caches.open(CACHE_NAME);
  const cachedPaths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const requiredPaths = new Set(names.flatMap((name) => pathsOf(BUILD.parts[name] ?? [])));
  await addAll(
    cache,
    [...requiredPaths].filter((path) => !cachedPaths.has(path)),
  ).catch(() => undefined);
}

async function digest(response: Response): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer()));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Deletes old caches except the previous build's, which open windows may still use. */
async function deleteOldCaches() {
  const others = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function servePage(request: Request): Promise<Response> {
  const [, signInPage] = SIGN_IN.exec(new URL(request.url).pathname) ?? [];
  const cached = await caches.match(signInPage ? `/${signInPage}.html` : '/index', { cacheName: CACHE_NAME, ignoreVary: true });
  return cached ?? fetch(request);
}

/** A file with a content hash, from any cached build. Files of this build are cached when fetched. */
async function serveFile(event: Fetching): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  const cached = await caches.match(pathname, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(event.request);
  if (response.ok && BUILD.files.includes(pathname)) {
    const copy = response.clone();
    event.waitUntil(caches.open(CACHE_NAME).then((cache) => cache.put(pathname, copy)));
  }
  return response;
}

/** Serves files and pages of the build; ignores the API and `config.json`. */
function onFetch(event: Fetching) {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname === '/config.json') return;
  if (pathname === API || pathname.startsWith(`${API}/`)) return;
  if (BUILD.files.includes(pathname) || pathname.startsWith('/assets/')) return event.respondWith(serveFile(event));
  const isPage = SIGN_IN.test(pathname) || !/\.[a-z0-9]{2,5}$/i.test(pathname);
  if (request.mode === 'navigate' && request.destination === 'document' && isPage) event.respondWith(servePage(request));
}

worker.addEventListener('install', (event) => (event as Extendable).waitUntil(install()));
worker.addEventListener('activate', (event) => (event as Extendable).waitUntil(deleteOldCaches()));
worker.addEventListener('fetch', (event) => onFetch(event as Fetching));
worker.addEventListener('message', (event) => {
  // The cast: only pages of this build send messages, see `shell/app-update.ts`.
  const { data } = event as Extendable & { data: 'take-over' | { keep: string[] } };
  if (data === 'take-over') void worker.skipWaiting();
  else (event as Extendable).waitUntil(cachePages(data.keep));
});
