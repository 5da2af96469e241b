import { type BodyOf, blacklists, caseHandlers, caseLifeCycle, type RecordOf, scanCases, verdictsFor } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input, Radio } from 'antd';
import { endpointQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions, useUserId } from '../../../data/permission.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { optionsOf } from '../../../ui/field-kinds.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { ignoreApiError } from '../../../ui/form-validation.ts';
import { useLifeCycle } from '../../../ui/life-cycle.ts';
import { Select } from '../../../ui/select.tsx';
import { caseNumber } from '../shared/case-number.ts';
import { CaseSummary } from './case-cells.tsx';

type ScanCase = RecordOf<typeof scanCases>;

const dialogSteps = ['judge', 'assign'] as const;
type CaseDialog = (typeof dialogSteps)[number];

export interface OpenDialog {
  dialog: CaseDialog;
  record: ScanCase;
}

/** Steps of a case. `open` displays the dialog of a step that needs more than a note. */
export function useCaseLifeCycle(open: (dialog: OpenDialog) => void = () => undefined) {
  const t = useTranslations();
  const lifeCycle = useLifeCycle(caseLifeCycle, {
    params: ({ caseId }: ScanCase) => ({ name: caseNumber(caseId).id }),
    intercept(step, record) {
      const dialog = dialogSteps.find((each) => each === step);
      if (dialog) open({ dialog, record });
      if (step === 'note' || step === 'reopen') confirmNote(step, record);
      return true;
    },
    affectedPaths: [blacklists.path],
  });
  const confirmNote = (step: 'note' | 'reopen', record: ScanCase) => {
    const options = {
      title: t(`manage.codeCase.ask.${step}`, caseNumber(record.caseId)),
      content: <CaseSummary record={record} />,
      okText: t(`manage.codeCase.do.${step}`),
      ...(step === 'note' && { reasonLabel: t('manage.codeCase.note') }),
    };
    void confirm({ ...options, reason: 'required' }, ({ reason = '' }) => lifeCycle.send(step, record, { note: reason }));
  };
  const userId = useUserId();
  const { hasPermi } = usePermissions();
  const canAssign = hasPermi(caseLifeCycle.steps.assign.permission);
  return {
    ...lifeCycle,
    /** Assigns an unassigned case to the user, who may decide it; undefined if it is not offered. */
    takeOf: (record: ScanCase) =>
      record.state === 'open' && canAssign && lifeCycle.offer(record).next
        ? () => void lifeCycle.request('assign', record, { assigneeId: userId }, t('manage.codeCase.done.take'))
        : undefined,
  };
}

/** The dialog that `useCaseLifeCycle` opened. */
export function CaseStepDialog({ open, onClose }: { open: OpenDialog | undefined; onClose: () => void }) {
  if (!open) return null;
  const Dialog = open.dialog === 'judge' ? DecisionDialog : AssignDialog;
  return <Dialog record={open.record} onClose={onClose} />;
}

type Decision = BodyOf<typeof caseLifeCycle.steps.judge>;

/** Decision of a case: verdict, reasoning, cause of a false alarm, and whether to block the code. */
function DecisionDialog({ record, onClose }: { record: ScanCase; onClose: () => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<Decision>();
  const verdict = Form.useWatch('verdict', form);
  const { send } = useCaseLifeCycle();
  // the hints are about a quiet period and the blacklist, which need a code of the system
  const isOwnCode = record.subject !== 'text';
  const submit = ({ cause, block, ...decision }: Decision) => {
    const body = {
      ...decision,
      ...(decision.verdict === 'falseAlarm' && { cause }),
      ...(decision.verdict === 'counterfeit' && record.subject === 'code' && { block: block ?? false }),
    };
    const doneText = t('manage.codeCase.done.judge', { verdict: t(scanCases.word(`verdict.${decision.verdict}`)) });
    return send('judge', record, body, doneText);
  };
  return (
    <FormDialog
      form={form}
      name="judge"
      title={t('manage.codeCase.ask.judge', caseNumber(record.caseId))}
      okText={t('manage.codeCase.do.judge')}
      width={560}
      initialValues={{ block: true }}
      onSubmit={submit}
      onError={ignoreApiError}
      onClose={onClose}
    >
      <div className="mb-4">
        <CaseSummary record={record} />
      </div>
      <Form.Item
        name="verdict"
        label={t('manage.codeCase.verdict')}
        rules={[{ required: true, message: t('manage.codeCase.verdictNeeded') }]}
      >
        <Radio.Group className="grid! gap-2! [&_.ant-radio]:mt-[3px]! [&_.ant-radio]:self-start!" aria-label={t('manage.codeCase.verdict')}>
          {verdictsFor(record.subject).map((value) => (
            <Radio key={value} value={value}>
              <CodeBadge of={scanCases} field="verdict" value={value} />
              {isOwnCode && <small className="block text-muted">{t(scanCases.word(`verdict.${value}.hint`))}</small>}
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      {verdict === 'falseAlarm' && (
        <Form.Item name="cause" label={t('manage.codeCase.cause')} rules={[{ required: true, message: t('issue.alarmCause') }]}>
          <Select options={optionsOf({ of: scanCases, name: 'cause', t })} />
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
    </FormDialog>
  );
}

interface Assignment {
  assigneeId?: number;
  note?: string;
}

function AssignDialog({ record, onClose }: { record: ScanCase; onClose: () => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<Assignment>();
  const { send } = useCaseLifeCycle();
  const handlers = useQuery(endpointQueryOptions(caseHandlers, { caseId: record.caseId }));
  const submit = (values: Assignment) => {
    const { assigneeId = null, note } = values;
    const doneText = assigneeId === null ? t('manage.codeCase.done.takeBack') : undefined;
    return send('assign', record, { assigneeId, note }, doneText);
  };
  return (
    <FormDialog
      form={form}
      name="assign"
      title={t('manage.codeCase.ask.assign', caseNumber(record.caseId))}
      okText={t('manage.codeCase.do.assign')}
      initialValues={record.assigneeId === null ? {} : { assigneeId: record.assigneeId }}
      initialFocus="assigneeId"
      onSubmit={submit}
      onError={ignoreApiError}
      onClose={onClose}
    >
      <div className="mb-4">
        <CaseSummary record={record} />
      </div>
      <Form.Item
        name="assigneeId"
        label={t('manage.codeCase.assigneeId')}
        // the empty choice is valid only for an assigned case
        rules={[{ required: record.assigneeId === null, message: t('issue.unchosen', { field: t('manage.codeCase.assigneeId') }) }]}
      >
        <Select
          allowClear
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
    </FormDialog>
  );
}
