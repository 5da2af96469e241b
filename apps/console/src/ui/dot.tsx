import type { ReactNode } from 'react';
import { type Tone, tones } from './tones.ts';

export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="dot-word">
      <i className="dot" style={{ background: tones[tone] }} aria-hidden="true" />
      {children}
    </span>
  );
}
