import { Component, type ReactNode, Suspense, useEffect } from 'react';
import { hosts } from '../data/hosts.ts';
import { useWords } from '../data/words.ts';
import { ScriptLost } from './lazy-part.ts';
import { PlainButton } from './plain-button.tsx';

interface PartBoundaryProps {
  children: ReactNode;
  /** What stands there until the part's script is here. */
  waiting?: ReactNode;
  /** What stands there when it does not come or the part breaks; `again` tries anew. */
  instead: (again: () => void) => ReactNode;
}

/** The walls of a part that loads when it is needed: its failing takes nothing around it away, and is not final. */
export class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state = { error: undefined as unknown };
  static getDerivedStateFromError = (error: unknown) => ({ error });

  /** The next time the part is shown, its script is asked for anew, whether or not somebody tries again here. */
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

/** Stands where a part is missing: why, and a way to ask for it again. */
export function PartLost({ again }: { again: () => void }) {
  const t = useWords();
  return (
    <div className="nothing" role="alert">
      <p>{t('kit.partLost')}</p>
      <PlainButton onClick={again}>{t('kit.retry')}</PlainButton>
    </div>
  );
}

/** For a window that did not come: says so and takes back the wish for it, so that the next one asks anew. */
export function WindowLost({ onClose }: { onClose: () => void }) {
  const t = useWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is said once, as it takes the window's place
  useEffect(() => {
    hosts.tell('error', t('kit.partLost'));
    onClose();
  }, []);
  return null;
}
