import type { ReactNode } from 'react';
import { How } from './how.tsx';
import './figure.css';

/** A card with one question as its title, how its figures are counted behind it, and the chart that answers. */
export function Question({
  title,
  how,
  wide,
  whole,
  tall,
  children,
}: {
  title: string;
  how: string;
  wide?: boolean;
  /** As wide as the page. */
  whole?: boolean;
  tall?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={`card home-card question${wide ? ' wide' : ''}${whole ? ' whole' : ''}${tall ? ' tall' : ''}`}>
      <h3>
        <How says={how}>{title}</How>
      </h3>
      {children}
    </section>
  );
}
