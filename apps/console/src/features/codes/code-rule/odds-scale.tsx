import type { Alphabet } from '@suyuan/codes';
import { EU_FLOOR, minTagDigits, type Odds } from '@suyuan/codes';
import { useTranslations } from '../../../data/words.ts';
import { largeNumber } from './odds-text.ts';

const REFERENCE_ODDS = {
  /** EU Delegated Regulation 2016/161, article 4 (c). */
  floor: 1 / EU_FLOOR,
  /** Odds of being struck in one year (US National Weather Service). */
  lightning: 1_222_000,
  /** First prize of China's double colour ball: 33 over 6, times 16. */
  lottery: 17_721_088,
  person: 8_200_000_000,
} as const;

/** Width of the scale in powers of ten. */
const DECADES = 13;

/** Position of one chance in `many`, in percent of the width. */
const scalePosition = (oneIn: number) => (100 * Math.min(Math.max(Math.log10(oneIn), 0), DECADES)) / DECADES;

const labelAt = (place: number) => ({ left: `${place}%`, transform: `translateX(-${place}%)` });

/** Guessing odds of a code on a logarithmic scale, next to familiar chances. Red below the legal minimum. */
export function OddsScale({ odds, alphabet }: { odds: Odds; alphabet: Alphabet }) {
  const t = useTranslations();
  const oneIn = 1 / odds.aimed;
  const place = scalePosition(oneIn);
  const times = oneIn / REFERENCE_ODDS.lottery;
  const sentence =
    odds.verdict === 'refused'
      ? t('manage.codeRule.odds.refused', { odds: largeNumber(oneIn), least: minTagDigits(alphabet) })
      : odds.verdict === 'warned'
        ? t('manage.codeRule.odds.warned', { odds: largeNumber(oneIn), times: largeNumber(times) })
        : t('manage.codeRule.odds.good', { odds: largeNumber(oneIn), times: largeNumber(times) });
  return (
    <div className={`odds odds-${odds.verdict}`}>
      <div className="odds-scale" aria-hidden="true">
        <span className="odds-now" style={labelAt(place)}>
          1/{largeNumber(oneIn)}
        </span>
        <div className="odds-line">
          <span className="odds-weak" style={{ width: `${scalePosition(REFERENCE_ODDS.floor)}%` }} />
          <span className="odds-reach" style={{ width: `${place}%` }} />
          {Object.values(REFERENCE_ODDS).map((reference) => (
            <i key={reference} className="odds-tick" style={{ left: `${scalePosition(reference)}%` }} />
          ))}
          <i className="odds-pin" style={{ left: `${place}%` }} />
        </div>
        {(Object.keys(REFERENCE_ODDS) as (keyof typeof REFERENCE_ODDS)[]).map((name, index) => (
          <span key={name} className={`odds-known odds-known-${index}`} style={labelAt(scalePosition(REFERENCE_ODDS[name]))}>
            {t(`manage.codeRule.known.${name}`)}
          </span>
        ))}
      </div>
      <p className="odds-sentence" role={odds.verdict === 'refused' ? 'alert' : 'status'}>
        {sentence}
      </p>
    </div>
  );
}
