import type { FormState } from '@suyuan/contract';
import type { Tone } from '../../../ui/tones.ts';

export const formTones: Record<FormState, Tone> = { draft: 'quiet', published: 'genuine', closed: 'closed' };
