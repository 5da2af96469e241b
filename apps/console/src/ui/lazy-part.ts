import { type ComponentType, createElement, lazy } from 'react';

/** A part's script did not come; `again` lets the next rendering of the part ask for it anew. */
export class ScriptLost extends Error {
  readonly again: () => void;
  constructor(again: () => void, cause: unknown) {
    super('the script of a part did not load', { cause });
    this.name = 'ScriptLost';
    this.again = again;
  }
}

/**
 * A part whose script loads when it is first shown. Unlike React's own, one that did not come is not lost for good: whoever catches its
 * ScriptLost and calls `again` shows the part anew.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): ComponentType<Props> {
  let shown: ComponentType<Props> | undefined;
  const bring = () =>
    lazy(() =>
      load().catch((cause) => {
        throw new ScriptLost(() => (shown = undefined), cause);
      }),
    );
  // biome-ignore lint/correctness/noComponentHookFactories: it is made once for a part, where the part is declared
  return function LazyPart(props: Props) {
    shown ??= bring() as unknown as ComponentType<Props>;
    return createElement(shown, props);
  };
}
