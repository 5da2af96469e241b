import { currentLanguage } from '../../../data/words.ts';
import { shortNumber } from '../../../ui/numbers.ts';

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Large number in words, 1.1 万亿; beyond 10¹⁵ in scientific notation, 3.8×10¹⁹. */
export function largeNumber(value: number): string {
  if (value < 1e15) return shortNumber(Math.round(value), currentLanguage());
  const power = Math.floor(Math.log10(value));
  const digits = [...String(power)].map((digit) => SUPERSCRIPTS[Number(digit)]).join('');
  return `${(value / 10 ** power).toFixed(1)}×10${digits}`;
}
