import { type CodeShape, capacityOf, lengthOf, oddsOf, shapeFault } from '@suyuan/codes';
import { Tooltip } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import { TermTooltip } from '../../../ui/how.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { CodeStrip } from './code-strip.tsx';
import { OddsScale } from './odds-scale.tsx';
import { largeNumber } from './odds-text.ts';

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
