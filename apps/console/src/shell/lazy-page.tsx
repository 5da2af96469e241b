import { type ComponentType, lazy } from 'react';
import { loadPageWords } from '../data/words.ts';
import { ScriptLost } from '../ui/lazy-part.ts';
import { insideAntdProvider, loadAntdProvider } from './with-antd-provider.tsx';

type Loaded = { default: ComponentType };

/** Timeout of a page's script in milliseconds. */
const SCRIPT_LIMIT = 120_000;

export class ScriptTooSlow extends Error {
  override name = 'ScriptTooSlow';
}

/** A page that loads with its locale texts on first render or by preloading. */
export class LazyPage {
  readonly #load: () => Promise<Loaded>;
  #loading: Promise<Loaded> | undefined;
  #shown: ComponentType | undefined;

  constructor(load: () => Promise<Loaded>) {
    this.#load = load;
  }

  /** Preloads the page's script; a failure is reported only when the page opens. */
  preload(): void {
    this.#bring().catch(() => undefined);
  }

  get component(): ComponentType {
    this.#shown ??= lazy(() =>
      this.#bring().catch((cause) => {
        throw new ScriptLost(() => (this.#shown = undefined), cause);
      }),
    );
    return this.#shown;
  }

  #bring(): Promise<Loaded> {
    const all = async () => {
      const [page, dress] = await Promise.all([this.#load(), loadAntdProvider(), loadPageWords()]);
      return { default: insideAntdProvider(page, dress) };
    };
    this.#loading ??= withinLimit(all()).catch((cause) => {
      this.#loading = undefined;
      throw cause;
    });
    return this.#loading;
  }
}

export function PageOf({ page }: { page: LazyPage }) {
  const { component: Page } = page;
  return <Page />;
}

/**
 * Rejects work that exceeds the limit.
 * @throws ScriptTooSlow
 */
export function withinLimit<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ScriptTooSlow(`no script after ${SCRIPT_LIMIT} ms`)), SCRIPT_LIMIT);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
