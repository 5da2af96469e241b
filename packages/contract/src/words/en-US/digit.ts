import type { digit as chinese } from '../zh-CN/digit.ts';
import { category } from './digit/catalogue.ts';

export const digit: Record<keyof typeof chinese, string> = { ...category };
