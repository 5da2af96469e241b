import { type ComponentType, createElement, lazy } from 'react';

/** `again` lets the next render retry. */
export class ScriptLost extends Error {
  readonly again: () => void;
  constructor(again: () => void, cause: unknown) {
    super('the script of a part did not load', { cause });
    this.name = 'ScriptLost';
    this.again = again;
  }
}

/** Like React's `lazy`, but a failed load can be retried: catch its ScriptLost, call `again` and render again. */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): ComponentType<Props> {
  let shown: ComponentType<Props> | undefined;
  const bring = () =>
    lazy(() =>
      load().catch((cause) => {
        throw new ScriptLost(() => (shown = undefined), cause);
      }),
    );
  // biome-ignore lint/correctness/noComponentHookFactories: called once per part, at module level
  return function LazyPart(props: Props) {
    shown ??= bring() as unknown as ComponentType<Props>;
    return createElement(shown, props);
  };
}
