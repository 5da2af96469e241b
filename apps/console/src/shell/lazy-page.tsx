import { type ComponentType, lazy } from 'react';
import { loadPageWords } from '../data/i18n.ts';
import { ChunkLoadError } from '../ui/lazy-component.tsx';
import { loadAntdProvider, wrapInAntdProvider } from './with-antd-provider.tsx';

type PageModule = { default: ComponentType };

/** Timeout of a page's script in milliseconds. */
const SCRIPT_TIMEOUT_MS = 120_000;

export class ScriptTimeoutError extends Error {
  override name = 'ScriptTooSlow';
}

/** A page that loads with its locale texts on first render or by preloading. */
export class LazyPage {
  readonly #load: () => Promise<PageModule>;
  #loading: Promise<PageModule> | undefined;
  #component: ComponentType | undefined;

  constructor(load: () => Promise<PageModule>) {
    this.#load = load;
  }

  /** Preloads the page's script; a failure is reported only when the page opens. */
  preload(): void {
    this.#loadOnce().catch(() => undefined);
  }

  get component(): ComponentType {
    this.#component ??= lazy(() =>
      this.#loadOnce().catch((cause) => {
        throw new ChunkLoadError(() => (this.#component = undefined), cause);
      }),
    );
    return this.#component;
  }

  #loadOnce(): Promise<PageModule> {
    const loadAll = async () => {
      const [page, provider] = await Promise.all([this.#load(), loadAntdProvider(), loadPageWords()]);
      return { default: wrapInAntdProvider(page, provider) };
    };
    this.#loading ??= withTimeout(loadAll()).catch((cause) => {
      this.#loading = undefined;
      throw cause;
    });
    return this.#loading;
  }
}

export function LazyPageView({ page }: { page: LazyPage }) {
  const { component: Page } = page;
  return <Page />;
}

/**
 * Rejects work that exceeds the limit.
 * @throws ScriptTooSlow
 */
export function withTimeout<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ScriptTimeoutError(`no script after ${SCRIPT_TIMEOUT_MS} ms`)), SCRIPT_TIMEOUT_MS);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
