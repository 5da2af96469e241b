import type { digit as chinese } from '../zh-CN/digit.ts';
import { catalogue } from './digit/catalogue.ts';

export const digit: Record<keyof typeof chinese, string> = { ...catalogue };
