import { currentLanguage, useTranslations } from '../../../data/words.ts';
import { shortNumber } from '../../../ui/numbers.ts';
import { entropyBits } from './password-generator.ts';

/** Bits below which the UI suggests a generated password, and bits of a full bar. */
const LOW_BITS = 60;
const FULL_BITS = 100;

/** Offline attack: 10¹⁰ guesses per second, times the seconds of a year. */
const GUESSES_A_YEAR = 1e10 * 31_557_600;

/** Above this, no number of years is displayed. */
const MAX_YEARS = 1e12;

/** Years for a sentence: 17 · 1.2 万 · 1 trillion (the compact format would be 1T). */
const yearsText = (years: number, language: 'zh-CN' | 'en-US') =>
  language === 'zh-CN' || years < 10_000
    ? shortNumber(years, language)
    : new Intl.NumberFormat(language, { notation: 'compact', compactDisplay: 'long', maximumFractionDigits: 0 }).format(years);

export function PasswordStrength({ password }: { password: string }) {
  const t = useTranslations();
  const bits = entropyBits(password);
  const isWeak = bits < LOW_BITS;
  const yearCount = Math.floor(2 ** (bits - 1) / GUESSES_A_YEAR);
  const years = (yearCount > MAX_YEARS ? t('system.user.yearsMost') : yearsText(yearCount, currentLanguage())).replaceAll(' ', '\u00a0');
  return (
    <div className="strength">
      <span className="strength-bar" aria-hidden="true">
        <i className={isWeak ? 'strength-low' : ''} style={{ width: `${Math.min(100, (bits / FULL_BITS) * 100)}%` }} />
      </span>
      <span className="none">{isWeak ? t('system.user.strengthLow', { bits }) : t('system.user.strength', { bits, years })}</span>
    </div>
  );
}
