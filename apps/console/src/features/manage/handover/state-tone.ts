import type { HandoverState } from '@suyuan/contract';
import type { Tone } from '../../../kit/tones.ts';

const tones: Record<HandoverState, Tone> = {
  pending: 'attention',
  building: 'verified',
  ready: 'verified',
  done: 'genuine',
  refused: 'grave',
  withdrawn: 'quiet',
  failed: 'grave',
  expired: 'expired',
};

export const toneOfState = (state: HandoverState): Tone => tones[state];
