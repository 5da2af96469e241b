import type { ComponentType } from 'react';
import { lazyWithRetry } from '../ui/lazy-component.tsx';

/** Loads antd's provider; callers handle a failure. */
export const loadAntdProvider = () => import('./antd-provider.tsx');

/**
 * A lazily loaded component with antd controls, wrapped in the provider. Frame and home do not use antd, so neither waits for it; the
 * provider loads with the first such component. Requires a `LazyBoundary` around it.
 */
export const withAntdProvider = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  loadAlso?: () => Promise<unknown>,
) =>
  lazyWithRetry(async () => {
    const [module, provider] = await Promise.all([load(), loadAntdProvider(), loadAlso?.()]);
    return { default: wrapInAntdProvider(module, provider) };
  });

export const wrapInAntdProvider = <Props extends object>(
  { default: Component }: { default: ComponentType<Props> },
  { AntdProvider }: Awaited<ReturnType<typeof loadAntdProvider>>,
) =>
  // biome-ignore lint/correctness/noComponentHookFactories: it is made once for a part, when the part's script has come
  function WithAntdProvider(props: Props) {
    return (
      <AntdProvider>
        <Component {...props} />
      </AntdProvider>
    );
  };
