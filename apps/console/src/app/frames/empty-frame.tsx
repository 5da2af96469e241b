import type { WordKey } from '@suyuan/contract';
import type { ReactNode } from 'react';
import { PageHeader } from '../../kit/page-header.tsx';
import { Nothing } from '../../kit/states.tsx';
import { useWords } from '../../kit/words.ts';

interface EmptyFrameProps {
  title: WordKey;
  purpose: WordKey;
  /** Why there is nothing to see. */
  none: WordKey;
  /** The way on. */
  children?: ReactNode;
}

/** A fixed page that has nothing to show: its frame, and why. */
export function EmptyFrame({ title, purpose, none, children }: EmptyFrameProps) {
  const t = useWords();
  return (
    <div className="page">
      <PageHeader title={t(title)} purpose={t(purpose)} />
      <section className="card">
        <Nothing text={t(none)}>{children}</Nothing>
      </section>
    </div>
  );
}
