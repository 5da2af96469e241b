import type { Alphabet } from '@suyuan/codes';
import { EU_FLOOR, fewestTagDigits, type Odds } from '@suyuan/codes';
import { useWords } from '../../../data/words.ts';
import { largeNumber } from './odds-text.ts';

const KNOWN = {
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
const placeOf = (many: number) => (100 * Math.min(Math.max(Math.log10(many), 0), DECADES)) / DECADES;

const labelAt = (place: number) => ({ left: `${place}%`, transform: `translateX(-${place}%)` });

/** Guessing odds of a code on a logarithmic scale, next to familiar chances. Red below the legal minimum. */
export function OddsScale({ odds, alphabet }: { odds: Odds; alphabet: Alphabet }) {
  const t = useWords();
  const many = 1 / odds.aimed;
  const place = placeOf(many);
  const times = many / KNOWN.lottery;
  const sentence =
    odds.verdict === 'refused'
      ? t('manage.codeRule.odds.refused', { odds: largeNumber(many), least: fewestTagDigits(alphabet) })
      : odds.verdict === 'warned'
        ? t('manage.codeRule.odds.warned', { odds: largeNumber(many), times: largeNumber(times) })
        : t('manage.codeRule.odds.good', { odds: largeNumber(many), times: largeNumber(times) });
  return (
    <div className={`odds odds-${odds.verdict}`}>
      <div className="odds-scale" aria-hidden="true">
        <span className="odds-now" style={labelAt(place)}>
          1/{largeNumber(many)}
        </span>
        <div className="odds-line">
          <span className="odds-weak" style={{ width: `${placeOf(KNOWN.floor)}%` }} />
          <span className="odds-reach" style={{ width: `${place}%` }} />
          {Object.values(KNOWN).map((known) => (
            <i key={known} className="odds-tick" style={{ left: `${placeOf(known)}%` }} />
          ))}
          <i className="odds-pin" style={{ left: `${place}%` }} />
        </div>
        {(Object.keys(KNOWN) as (keyof typeof KNOWN)[]).map((name, index) => (
          <span key={name} className={`odds-known odds-known-${index}`} style={labelAt(placeOf(KNOWN[name]))}>
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
