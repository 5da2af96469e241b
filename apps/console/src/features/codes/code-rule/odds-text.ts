import { currentLanguage } from '../../../data/words.ts';
import { shortNumber } from '../../../ui/numbers.ts';

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Large number in words, 1.1 万亿; beyond 10¹⁵ in scientific notation, 3.8×10¹⁹. */
export function largeNumber(many: number): string {
  if (many < 1e15) return shortNumber(Math.round(many), currentLanguage());
  const power = Math.floor(Math.log10(many));
  const digits = [...String(power)].map((digit) => raised[Number(digit)]).join('');
  return `${(many / 10 ** power).toFixed(1)}×10${digits}`;
}
