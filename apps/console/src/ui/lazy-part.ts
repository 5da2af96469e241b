import { type ComponentType, createElement, lazy } from 'react';

/** `again` lets the next render retry. */
export class ChunkLoadError extends Error {
  readonly reset: () => void;
  constructor(reset: () => void, cause: unknown) {
    super('the script of a part did not load', { cause });
    this.name = 'ScriptLost';
    this.reset = reset;
  }
}

/** Like React's `lazy`, but a failed load can be retried: catch its ScriptLost, call `again` and render again. */
export function lazyWithRetry<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): ComponentType<Props> {
  let component: ComponentType<Props> | undefined;
  const createLazy = () =>
    lazy(() =>
      load().catch((cause) => {
        throw new ChunkLoadError(() => (component = undefined), cause);
      }),
    );
  // biome-ignore lint/correctness/noComponentHookFactories: called once per part, at module level
  return function LazyComponent(props: Props) {
    component ??= createLazy() as unknown as ComponentType<Props>;
    return createElement(component, props);
  };
}
