import type { ComponentType } from 'react';
import { lazyPart } from '../ui/lazy-part.ts';

/** Loads antd's provider; callers handle a failure. */
export const loadAntdProvider = () => import('./antd-provider.tsx');

/**
 * A lazily loaded component with antd controls, wrapped in the provider. Frame and home do not use antd, so neither waits for it; the
 * provider loads with the first such component. Requires a `PartBoundary` around it.
 */
export const withAntdProvider = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  besides?: () => Promise<unknown>,
) =>
  lazyPart(async () => {
    const [part, dress] = await Promise.all([load(), loadAntdProvider(), besides?.()]);
    return { default: insideAntdProvider(part, dress) };
  });

export const insideAntdProvider = <Props extends object>(
  { default: Part }: { default: ComponentType<Props> },
  { AntdProvider }: Awaited<ReturnType<typeof loadAntdProvider>>,
) =>
  // biome-ignore lint/correctness/noComponentHookFactories: it is made once for a part, when the part's script has come
  function Dressed(props: Props) {
    return (
      <AntdProvider>
        <Part {...props} />
      </AntdProvider>
    );
  };
