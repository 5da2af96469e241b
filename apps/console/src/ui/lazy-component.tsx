import { Component, type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { shellServices } from '../data/shell-services.ts';
import { PlainButton } from './plain-button.tsx';
import { StateBox } from './states.tsx';

/** `reset` lets the next render retry. */
export class ChunkLoadError extends Error {
  readonly reset: () => void;
  constructor(reset: () => void, cause: unknown) {
    super('the script of a part did not load', { cause });
    this.name = 'ChunkLoadError';
    this.reset = reset;
  }
}

/** Like React's `lazy`, but a failed load can be retried: catch its ChunkLoadError, call `reset` and render again. */
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

interface LazyBoundaryProps {
  children: ReactNode;
  loading?: ReactNode;
  /** Fallback after an error, by default a message with a button; `retry` renders the part again. */
  renderError?: (retry: () => void) => ReactNode;
}

/** A failure affects only the part and can be retried. */
export class LazyBoundary extends Component<LazyBoundaryProps, { error: unknown }> {
  override state = { error: undefined as unknown };
  static getDerivedStateFromError = (error: unknown) => ({ error });

  /** The next render loads the script again, even without a retry here. */
  override componentDidCatch(error: unknown) {
    if (error instanceof ChunkLoadError) error.reset();
  }

  retry = () => this.setState({ error: undefined });

  override render() {
    const { children, loading, renderError } = this.props;
    if (this.state.error !== undefined) return renderError ? renderError(this.retry) : <LazyLoadError retry={this.retry} />;
    return <Suspense fallback={loading}>{children}</Suspense>;
  }
}

function LazyLoadError({ retry }: { retry: () => void }) {
  const t = useTranslations();
  return (
    <StateBox role="alert">
      <p>{t('kit.partLost')}</p>
      <PlainButton onClick={retry}>{t('kit.retry')}</PlainButton>
    </StateBox>
  );
}

/** For a dialog that failed to load: shows an error and closes, so that the next attempt loads it again. */
export function DialogLoadError({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports once, on mount
  useEffect(() => {
    shellServices.notify('error', t('kit.partLost'));
    onClose();
  }, []);
  return null;
}

/** Like `lazyWithRetry`, for a dialog: a failed load is reported and closes it, and the page keeps its input. */
export function lazyDialog<Props extends { onClose: () => void }>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Dialog = lazyWithRetry(load);
  // biome-ignore lint/correctness/noComponentHookFactories: each dialog is created once, at module level
  return function LazyDialog(props: Props) {
    return (
      <LazyBoundary renderError={() => <DialogLoadError onClose={props.onClose} />}>
        <Dialog {...props} />
      </LazyBoundary>
    );
  };
}
