import { traceabilities, traceSubjects } from '@suyuan/contract';
import { Form, Input, Radio, Select } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import { NumberFormItem } from '../../../ui/number-item.tsx';

const LEVELS = [1, 2, 3] as const;

export function TraceSubjectFields() {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const subject: string = Form.useWatch('subject', form) ?? 'batch';
  const number = (name: 'ordinalFrom' | 'ordinalTo', label: string) => (
    <NumberFormItem name={name} label={label} min={1} className="trace-number" inputMode="numeric" />
  );
  return (
    <>
      <Form.Item name="subject" label={t('manage.traceability.subject')}>
        <Radio.Group
          aria-label={t('manage.traceability.subject')}
          options={traceSubjects.map((value) => ({ value, label: t(traceabilities.word(`subject.${value}`)) }))}
        />
      </Form.Item>
      {(subject === 'code' || subject === 'container') && (
        <Form.Item name="code" label={t('manage.traceability.code')} extra={t('manage.traceability.code.hint')}>
          <Input className="mono-text" maxLength={200} allowClear />
        </Form.Item>
      )}
      {subject === 'container' && (
        <Form.Item name="level" label={t('manage.traceability.level')}>
          <Select allowClear options={LEVELS.map((value) => ({ value, label: t(`manage.traceability.level.${value}`) }))} />
        </Form.Item>
      )}
      {subject === 'range' && number('ordinalFrom', t('manage.traceability.ordinalFrom'))}
      {subject === 'range' && number('ordinalTo', t('manage.traceability.ordinalTo'))}
      {(subject === 'code' || subject === 'container') && number('ordinalFrom', t('manage.traceability.ordinal'))}
    </>
  );
}
