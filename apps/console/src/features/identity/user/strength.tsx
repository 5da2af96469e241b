import { currentLanguage, useWords } from '../../../data/words.ts';
import { shortNumber } from '../../../ui/numbers.ts';
import { bitsOf } from './password-generator.ts';

/** Bits below which the UI suggests a generated password, and bits of a full bar. */
const LOW = 60;
const FULL = 100;

/** Offline attack: 10¹⁰ guesses per second, times the seconds of a year. */
const GUESSES_A_YEAR = 1e10 * 31_557_600;

/** Above this, no number of years is displayed. */
const MOST_YEARS = 1e12;

/** Years for a sentence: 17 · 1.2 万 · 1 trillion (the compact format would be 1T). */
const yearsText = (years: number, language: 'zh-CN' | 'en-US') =>
  language === 'zh-CN' || years < 10_000
    ? shortNumber(years, language)
    : new Intl.NumberFormat(language, { notation: 'compact', compactDisplay: 'long', maximumFractionDigits: 0 }).format(years);

export function Strength({ password }: { password: string }) {
  const t = useWords();
  const bits = bitsOf(password);
  const low = bits < LOW;
  const many = Math.floor(2 ** (bits - 1) / GUESSES_A_YEAR);
  const years = (many > MOST_YEARS ? t('system.user.yearsMost') : yearsText(many, currentLanguage())).replaceAll(' ', '\u00a0');
  return (
    <div className="strength">
      <span className="strength-bar" aria-hidden="true">
        <i className={low ? 'strength-low' : ''} style={{ width: `${Math.min(100, (bits / FULL) * 100)}%` }} />
      </span>
      <span className="none">{low ? t('system.user.strengthLow', { bits }) : t('system.user.strength', { bits, years })}</span>
    </div>
  );
}
