import { Form, type FormInstance } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import { NumberFormItem } from '../../../ui/number-item.tsx';
import { groupDigits } from '../../../ui/numbers.ts';

/** Number of codes between the two ends; an empty end means that of the batch. */
export function useRangeCount(form: FormInstance, issuedCount: number): number {
  const from: number = Form.useWatch('from', form) ?? 1;
  const to: number = Form.useWatch('to', form) ?? issuedCount;
  const count = to - from + 1; // NaN while the input is not a number
  return count > 0 && Number.isInteger(count) ? count : 0;
}

export function RangeFields({ issuedCount }: { issuedCount: number }) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const defaultEnds = { from: 1, to: issuedCount };
  const validateOrder = (to: number | undefined) => {
    const from: unknown = form.getFieldValue('from') ?? 1;
    return typeof from === 'number' && to !== undefined && to < from ? t('problem.rangeBackwards', { from, to }) : undefined;
  };
  return (['from', 'to'] as const).map((name) => (
    <NumberFormItem
      key={name}
      name={name}
      label={t(`manage.codeExport.${name}`)}
      min={1}
      max={issuedCount}
      controls={false}
      placeholder={groupDigits(defaultEnds[name])}
      className="range-end"
      {...(name === 'to' && { dependencies: ['from'], extraValidate: validateOrder })}
    />
  ));
}
