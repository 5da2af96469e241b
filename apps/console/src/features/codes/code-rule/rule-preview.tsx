import { type Alphabet, type CodeShape, capacityOf, EU_FLOOR, lengthOf, minTagDigits, type Odds, oddsOf, shapeFault } from '@suyuan/codes';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { currentLanguage, useTranslations } from '../../../data/i18n.ts';
import { groupDigits, shortNumber } from '../../../ui/number-format.ts';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { CodeStrip } from './code-strip.tsx';

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

const longFormat = new Intl.NumberFormat('en-US', { notation: 'compact', compactDisplay: 'long', maximumFractionDigits: 1 });

/** Large number in words, 1.1 万亿 or 1.1 trillion; beyond 10¹⁵ in scientific notation, 3.8×10¹⁹. */
function largeNumber(value: number): string {
  if (value < 1e15 && currentLanguage() === 'zh-CN') return shortNumber(Math.round(value));
  if (value < 1e6) return groupDigits(Math.round(value));
  if (value < 1e15) return longFormat.format(value);
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

const inkOf = { good: 'text-success', warned: 'text-warning', refused: 'text-danger' };
const groundOf = { good: 'bg-(--tone-genuine)', warned: 'bg-(--tone-attention)', refused: 'bg-(--tone-grave)' };
const reach = 'absolute top-0 left-0 h-2 rounded-sm';

/** Two lines of labels; on a narrow scale one line each, so that they do not overlap. */
const labelLines = ['top-11', 'top-16', 'top-11 @max-[560px]:top-21', 'top-16 @max-[560px]:top-26'];

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
    <div className={`@container ${inkOf[odds.verdict]}`}>
      <div className="relative h-21 @max-[560px]:h-31" aria-hidden="true">
        <span className="absolute top-0 font-semibold whitespace-nowrap transition-[left]" style={labelAt(place)}>
          {t('manage.codeRule.oneIn', { odds: largeNumber(oneIn) })}
        </span>
        <div className="absolute inset-x-0 top-7.5 h-2 rounded-sm bg-hover">
          <span className={`${reach} bg-danger-line`} style={{ width: `${scalePosition(REFERENCE_ODDS.floor)}%` }} />
          <span className={`${reach} transition-[width] ${groundOf[odds.verdict]}`} style={{ width: `${place}%` }} />
          {Object.values(REFERENCE_ODDS).map((reference) => (
            <i key={reference} className="absolute -top-0.5 h-3.5 w-px bg-muted" style={{ left: `${scalePosition(reference)}%` }} />
          ))}
          <i className="absolute -top-1 -ml-0.5 h-4 w-1 rounded-xs bg-current transition-[left]" style={{ left: `${place}%` }} />
        </div>
        {(Object.keys(REFERENCE_ODDS) as (keyof typeof REFERENCE_ODDS)[]).map((name, index) => (
          <span
            key={name}
            className={`absolute text-xs/5 whitespace-nowrap text-muted ${labelLines[index]}`}
            style={labelAt(scalePosition(REFERENCE_ODDS[name]))}
          >
            {t(`manage.codeRule.known.${name}`)}
          </span>
        ))}
      </div>
      <p className="mt-2 mb-0" role={odds.verdict === 'refused' ? 'alert' : 'status'}>
        {sentence}
      </p>
    </div>
  );
}

const Figure = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="flex gap-2">
    <dt className="text-muted">{name}</dt>
    <dd className="m-0 font-semibold tabular-nums">{children}</dd>
  </div>
);

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
    <section className="mb-4 rounded border border-line bg-fill p-4" aria-label={t('manage.codeRule.preview')}>
      {isDrawable && <CodeStrip shape={shape} />}
      {fault && !hasTooFewTagDigits && (
        <p className="mt-2 mb-0 text-danger" role="alert">
          {t(`manage.codeRule.fault.${fault.fault}`, fault.params)}
        </p>
      )}
      {isDrawable && (
        <>
          <dl className="mt-3 mb-4 flex flex-wrap gap-x-6 gap-y-1">
            <Figure name={t('manage.codeRule.length')}>{t('manage.codeRule.characters', { count: lengthOf(shape) })}</Figure>
            <Figure name={t('manage.codeRule.capacity')}>
              <Tooltip title={groupDigits(capacity)}>{largeNumber(capacity)}</Tooltip>
            </Figure>
            {issued > 0 && (
              <Figure name={<TermTooltip explanation={t('manage.codeRule.blind.hint')}>{t('manage.codeRule.blind')}</TermTooltip>}>
                {t('manage.codeRule.oneIn', { odds: largeNumber(1 / odds.blind) })}
              </Figure>
            )}
          </dl>
          <OddsScale odds={odds} alphabet={shape.alphabet} />
        </>
      )}
    </section>
  );
}
