import {
  alarmCauses,
  assignCase,
  blacklists,
  type CaseHandler,
  type scanCases as Cases,
  type CaseVerdict,
  caseVerdicts,
  decideCase,
  noteCase,
  type RecordOf,
  reopenCase,
  scanCases,
} from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form, Input, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { request } from '../../../data/request.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { CodeBadge } from '../../../ui/columns.tsx';

const steps = { assign: assignCase, note: noteCase, judge: decideCase, reopen: reopenCase } as const;
type CaseStep = keyof typeof steps;

/** Runs a step of a case, notifies and reloads the case. Resolves to whether it succeeded. */
export function useCaseStep(caseId: number) {
  const t = useTranslations();
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: ({ step, body }: { step: CaseStep; body: object }) =>
      request<unknown>('PUT', steps[step].path.replace(':id', String(caseId)), body),
    onSettled: () => Promise.all([scanCases.path, blacklists.path].map((path) => client.invalidateQueries({ queryKey: [path] }))),
  });
  const runStep = (step: CaseStep, body: { verdict?: CaseVerdict } & Record<string, unknown>): Promise<boolean> =>
    run.mutateAsync({ step, body }).then(
      () => {
        const verdict = body.verdict && t(scanCases.word(`verdict.${body.verdict}`));
        const messageKey = step === 'assign' && body.assigneeId === null ? 'takeBack' : step;
        shellServices.notify('success', t(`manage.codeCase.done.${messageKey}`, { verdict }));
        return true;
      },
      () => false, // the error is already displayed
    );
  return { take: runStep, busy: run.isPending };
}

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

export function AssignDialog({ record, onClose }: { record: RecordOf<typeof scanCases>; onClose: () => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<{ assigneeId?: number; note?: string }>();
  const [open, setOpen] = useState(true);
  const { take: runStep, busy } = useCaseStep(record.caseId);
  const handlers = useQuery(getQueryOptions<CaseHandler[]>(scanCases, '/handlers'));
  const submit = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    const { assigneeId = null, note } = values;
    if (await runStep('assign', { assigneeId, note })) setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('manage.codeCase.do.assign')}
      okText={t('manage.codeCase.do.assign')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ loading: busy }}
      onOk={() => void submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      width={480}
    >
      <Form
        form={form}
        name="assign"
        layout="vertical"
        initialValues={{ assigneeId: record.assigneeId ?? undefined }}
        onFinish={() => void submit()}
      >
        <Form.Item
          name="assigneeId"
          label={t('manage.codeCase.assigneeId')}
          // the empty choice is valid only for an assigned case
          rules={[{ required: record.assigneeId === null, message: t('issue.unchosen', { field: t('manage.codeCase.assigneeId') }) }]}
        >
          <Select
            allowClear
            autoFocus
            loading={handlers.isPending}
            placeholder={t('manage.codeCase.nobody')}
            showSearch={{ optionFilterProp: 'label' }}
            options={
              handlers.data?.map(({ userId, userName, nickName }) => ({
                value: userId,
                label: t('kit.aside', { what: nickName, more: userName }),
              })) ?? []
            }
          />
        </Form.Item>
        <Form.Item name="note" label={t('manage.codeCase.note')}>
          <Input.TextArea rows={3} maxLength={200} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}
