import type { PrintOrderState } from '@suyuan/contract';
import type { Tone } from '../../../ui/tones.ts';

const tones: Record<PrintOrderState, Tone> = {
  pending: 'attention',
  building: 'verified',
  ready: 'verified',
  done: 'genuine',
  refused: 'grave',
  withdrawn: 'quiet',
  failed: 'grave',
  expired: 'expired',
};

export const toneOfState = (state: PrintOrderState): Tone => tones[state];
