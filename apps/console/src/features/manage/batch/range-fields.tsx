import { Form, type FormInstance, InputNumber } from 'antd';
import { groupDigits } from '../../../kit/numbers.ts';
import { useWords } from '../../../kit/words.ts';

/** How many codes the two ends ask for; an end that is left empty is that of the batch. */
export function useRangeCount(form: FormInstance, issuedCount: number): number {
  const from: number = Form.useWatch('from', form) ?? 1;
  const to: number = Form.useWatch('to', form) ?? issuedCount;
  return Math.max(to - from + 1, 0);
}

/** Which of a batch's codes are meant: the first and the last, by their ordinals. */
export function RangeFields({ issuedCount }: { issuedCount: number }) {
  const t = useWords();
  const form = Form.useFormInstance();
  const ends = { from: 1, to: issuedCount };
  const forwards = async (_: unknown, to: number | null | undefined) => {
    const from: number = form.getFieldValue('from') ?? 1;
    if (typeof to === 'number' && to < from) throw new Error(t('problem.rangeBackwards', { from, to }));
  };
  return (['from', 'to'] as const).map((name) => (
    <Form.Item
      key={name}
      name={name}
      label={t(`manage.codeExport.${name}`)}
      {...(name === 'to' && { dependencies: ['from'], rules: [{ validator: forwards }], validateTrigger: 'onBlur' })}
    >
      <InputNumber<number>
        min={1}
        max={issuedCount}
        precision={0}
        controls={false}
        placeholder={groupDigits(ends[name])}
        className="range-end"
      />
    </Form.Item>
  ));
}
