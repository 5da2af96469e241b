import type { ComponentType } from 'react';
import { lazyPart } from '../ui/lazy-part.ts';

/** What stands around antd's controls; a failure to bring it is told by whoever needs it. */
export const loadAntdProvider = () => import('./antd-provider.tsx');

/**
 * A part made of antd's controls, which loads when it is first shown, with what else it needs. The frame and home are made without them: neither waits for their
 * script, and what they need around them comes with the first of such parts. It stands within a `PartBoundary`.
 */
export const withAntdProvider = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  besides?: () => Promise<unknown>,
) =>
  lazyPart(async () => {
    const [part, dress] = await Promise.all([load(), loadAntdProvider(), besides?.()]);
    return { default: insideAntdProvider(part, dress) };
  });

/** The part with what stands around it. */
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
