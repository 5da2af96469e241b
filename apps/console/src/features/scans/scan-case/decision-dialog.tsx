import { alarmCauses, type scanCases as Cases, type CaseVerdict, caseVerdicts, type RecordOf, scanCases } from '@suyuan/contract';
import { Checkbox, Form, Input, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { useCaseStep } from './use-case-step.ts';

interface Values {
  verdict: CaseVerdict;
  note: string;
  cause?: string;
  block?: boolean;
}

/** Decision of a case: verdict, reasoning, cause of a false alarm, and whether to block the code. */
export function DecisionDialog({ record, onClose }: { record: RecordOf<typeof Cases>; onClose: () => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<Values>();
  const verdict = Form.useWatch('verdict', form);
  const { take: runStep, busy } = useCaseStep(record.caseId);
  const [open, setOpen] = useState(true);
  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    const { cause, block, ...decision } = values;
    const isDone = await runStep('judge', {
      ...decision,
      ...(decision.verdict === 'falseAlarm' && { cause }),
      ...(decision.verdict === 'counterfeit' && record.subject === 'code' && { block: block ?? false }),
    });
    if (isDone) setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('manage.codeCase.do.judge')}
      okText={t('manage.codeCase.do.judge')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ loading: busy }}
      onOk={() => void submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      width={560}
    >
      <Form form={form} name="judge" layout="vertical" initialValues={{ block: true }} onFinish={() => void submit()}>
        <Form.Item
          name="verdict"
          label={t('manage.codeCase.verdict')}
          rules={[{ required: true, message: t('manage.codeCase.verdictNeeded') }]}
        >
          <Radio.Group className="case-verdicts" aria-label={t('manage.codeCase.verdict')}>
            {caseVerdicts.map((value) => (
              <Radio key={value} value={value}>
                <CodeBadge of={scanCases} field="verdict" value={value} />
                <small>{t(scanCases.word(`verdict.${value}.hint`))}</small>
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
        {verdict === 'falseAlarm' && (
          <Form.Item name="cause" label={t('manage.codeCase.cause')} rules={[{ required: true, message: t('issue.alarmCause') }]}>
            <Select options={alarmCauses.map((value) => ({ value, label: t(scanCases.word(`cause.${value}`)) }))} />
          </Form.Item>
        )}
        <Form.Item
          name="note"
          label={t('manage.codeCase.note')}
          rules={[{ required: true, whitespace: true, message: t('issue.required', { field: t('manage.codeCase.note') }) }]}
        >
          <Input.TextArea rows={4} maxLength={500} showCount />
        </Form.Item>
        {verdict === 'counterfeit' && record.subject === 'code' && (
          <Form.Item name="block" valuePropName="checked">
            <Checkbox>{t('manage.codeCase.block')}</Checkbox>
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}
