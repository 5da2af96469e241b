import { type Alphabet, type CodeShape, capacityOf, EU_FLOOR, lengthOf, minTagDigits, type Odds, oddsOf, shapeFault } from '@suyuan/codes';
import { Tooltip } from 'antd';
import { currentLanguage, useTranslations } from '../../../data/i18n.ts';
import { groupDigits, shortNumber } from '../../../ui/number-format.ts';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { CodeStrip } from './code-strip.tsx';

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Large number in words, 1.1 万亿; beyond 10¹⁵ in scientific notation, 3.8×10¹⁹. */
function largeNumber(value: number): string {
  if (value < 1e15) return shortNumber(Math.round(value), currentLanguage());
  const power = Math.floor(Math.log10(value));
  const digits = [...String(power)].map((digit) => SUPERSCRIPTS[Number(digit)]).join('');
  return `${(value / 10 ** power).toFixed(1)}×10${digits}`;
}

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

/** Position of one chance in `oneIn`, in percent of the width. */
const scalePosition = (oneIn: number) => (100 * Math.min(Math.max(Math.log10(oneIn), 0), DECADES)) / DECADES;

const labelAt = (place: number) => ({ left: `${place}%`, transform: `translateX(-${place}%)` });

/** Guessing odds of a code on a logarithmic scale, next to familiar chances. Red below the legal minimum. */
function OddsScale({ odds, alphabet }: { odds: Odds; alphabet: Alphabet }) {
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

interface RulePreviewProps {
  shape: CodeShape;
  /** Maximum length of a code in characters. */
  maxLength: number;
  /** Key epochs whose codes verify; 1 for a new rule. */
  epochs: number;
  issued: number;
}

export function RulePreview({ shape, maxLength, epochs, issued }: RulePreviewProps) {
  const t = useTranslations();
  const fault = shapeFault(shape, maxLength);
  const hasTooFewTagDigits = fault?.fault === 'tooFewTagDigits';
  const isDrawable = !fault || hasTooFewTagDigits || fault.fault === 'tooLong';
  const odds = oddsOf({ shape, epochs, issued });
  const capacity = capacityOf(shape);
  return (
    <section className="rule-preview" aria-label={t('manage.codeRule.preview')}>
      {isDrawable && <CodeStrip shape={shape} />}
      {fault && !hasTooFewTagDigits && (
        <p className="rule-fault" role="alert">
          {t(`manage.codeRule.fault.${fault.fault}`, fault.params)}
        </p>
      )}
      {isDrawable && (
        <>
          <dl className="rule-figures">
            <div>
              <dt>{t('manage.codeRule.length')}</dt>
              <dd className="numeral">{t('manage.codeRule.characters', { count: lengthOf(shape) })}</dd>
            </div>
            <div>
              <dt>{t('manage.codeRule.capacity')}</dt>
              <dd className="numeral">
                <Tooltip title={groupDigits(capacity)}>{largeNumber(capacity)}</Tooltip>
              </dd>
            </div>
            {issued > 0 && (
              <div>
                <dt>
                  <TermTooltip explanation={t('manage.codeRule.blind.hint')}>{t('manage.codeRule.blind')}</TermTooltip>
                </dt>
                <dd className="numeral">1/{largeNumber(1 / odds.blind)}</dd>
              </div>
            )}
          </dl>
          <OddsScale odds={odds} alphabet={shape.alphabet} />
        </>
      )}
    </section>
  );
}
