import type { ReactNode } from 'react';
import { TermTooltip } from './how.tsx';
import './figure.css';

export function FigureCard({
  title,
  explanation,
  wide,
  children,
}: {
  title: string;
  explanation: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={`card home-card question${wide ? ' wide' : ''}`}>
      <h3>
        <TermTooltip explanation={explanation}>{title}</TermTooltip>
      </h3>
      {children}
    </section>
  );
}
