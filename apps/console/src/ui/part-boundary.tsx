import { Component, type ReactNode, Suspense, useEffect } from 'react';
import { shellServices } from '../data/hosts.ts';
import { useTranslations } from '../data/words.ts';
import { ChunkLoadError } from './lazy-part.ts';
import { PlainButton } from './plain-button.tsx';

interface LazyBoundaryProps {
  children: ReactNode;
  loading?: ReactNode;
  /** Fallback after an error; `again` retries. */
  renderError: (retry: () => void) => ReactNode;
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
    if (this.state.error !== undefined) return renderError(this.retry);
    return <Suspense fallback={loading}>{children}</Suspense>;
  }
}

export function LazyLoadError({ retry }: { retry: () => void }) {
  const t = useTranslations();
  return (
    <div className="nothing" role="alert">
      <p>{t('kit.partLost')}</p>
      <PlainButton onClick={retry}>{t('kit.retry')}</PlainButton>
    </div>
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
