import { Component, type ReactNode, Suspense, useEffect } from 'react';
import { hosts } from '../data/hosts.ts';
import { useWords } from '../data/words.ts';
import { ScriptLost } from './lazy-part.ts';
import { PlainButton } from './plain-button.tsx';

interface PartBoundaryProps {
  children: ReactNode;
  waiting?: ReactNode;
  /** Fallback after an error; `again` retries. */
  instead: (again: () => void) => ReactNode;
}

/** A failure affects only the part and can be retried. */
export class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state = { error: undefined as unknown };
  static getDerivedStateFromError = (error: unknown) => ({ error });

  /** The next render loads the script again, even without a retry here. */
  override componentDidCatch(error: unknown) {
    if (error instanceof ScriptLost) error.again();
  }

  again = () => this.setState({ error: undefined });

  override render() {
    const { children, waiting, instead } = this.props;
    if (this.state.error !== undefined) return instead(this.again);
    return <Suspense fallback={waiting}>{children}</Suspense>;
  }
}

export function PartLost({ again }: { again: () => void }) {
  const t = useWords();
  return (
    <div className="nothing" role="alert">
      <p>{t('kit.partLost')}</p>
      <PlainButton onClick={again}>{t('kit.retry')}</PlainButton>
    </div>
  );
}

/** For a dialog that failed to load: shows an error and closes, so that the next attempt loads it again. */
export function WindowLost({ onClose }: { onClose: () => void }) {
  const t = useWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports once, on mount
  useEffect(() => {
    hosts.tell('error', t('kit.partLost'));
    onClose();
  }, []);
  return null;
}
