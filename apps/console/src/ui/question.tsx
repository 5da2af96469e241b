import type { ReactNode } from 'react';
import { How } from './how.tsx';
import './figure.css';

export function Question({ title, how, wide, children }: { title: string; how: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={`card home-card question${wide ? ' wide' : ''}`}>
      <h3>
        <How says={how}>{title}</How>
      </h3>
      {children}
    </section>
  );
}
