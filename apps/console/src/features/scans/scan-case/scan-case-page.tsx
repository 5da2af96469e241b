import {
  batches,
  type CaseCounts,
  caseReasons,
  caseStates,
  caseSubjects,
  caseVerdicts,
  dealers,
  MAX_CODE_TEXT_LENGTH,
  scanCases,
} from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select, Tabs } from 'antd';
import { getQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { useIsNarrowScreen } from '../../../ui/breakpoint.ts';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { Ellipsis } from '../../../ui/ellipsis.tsx';
import { Field } from '../../../ui/field.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { RecordName } from '../../../ui/record-view.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { reasonKey } from './case-reason.ts';
import './scan-case.css';

/** Cases group suspect scans and consumers' reports; newest first. */
export default function ScanCasePage() {
  const t = useTranslations();
  const optionsOf = (field: 'subject' | 'verdict', values: readonly string[]) =>
    values.map((value) => ({ value, label: t(scanCases.word(`${field}.${value}`)) }));
  return (
    <ResourcePage
      resource={scanCases}
      detail={({ caseId }) => `${scanCases.path}/${caseId}`}
      tabs={<StateSwitch />}
      columns={[
        columnOf(scanCases, 'caseId'),
        columnOf(scanCases, 'state', (state, { verdict }) =>
          verdict ? <CodeBadge of={scanCases} field="verdict" value={verdict} /> : <CodeBadge of={scanCases} field="state" value={state} />,
        ),
        columnOf(scanCases, 'reason', (reason) => <Ellipsis width={26}>{t(reasonKey(reason))}</Ellipsis>),
        {
          ...columnOf(scanCases, 'code', (code, { subject, channelBusinessName }) =>
            subject === 'dealer' ? channelBusinessName : <CaseCode code={code} groups={subject === 'code'} />,
          ),
          title: t('manage.codeCase.about'),
        },
        columnOf(scanCases, 'categoryName'),
        columnOf(scanCases, 'scanCount'),
        columnOf(scanCases, 'reportCount'),
        columnOf(scanCases, 'lastTime', (time) => <TimeText value={time} />),
        columnOf(scanCases, 'lastRegion'),
        columnOf(scanCases, 'assignee'),
      ]}
      filters={
        <>
          <Form.Item name="reason" label={t('manage.codeCase.reason')}>
            <Select options={caseReasons.map((value) => ({ value, label: t(reasonKey(value)) }))} allowClear />
          </Form.Item>
          <Form.Item name="code" label={t('manage.codeCase.code')}>
            <Input className="mono-text" allowClear maxLength={MAX_CODE_TEXT_LENGTH} />
          </Form.Item>
          <Form.Item name="verdict" label={t('manage.codeCase.verdict')}>
            <Select options={optionsOf('verdict', caseVerdicts)} allowClear />
          </Form.Item>
          <Form.Item name="subject" label={t('manage.codeCase.subject')}>
            <Select options={optionsOf('subject', caseSubjects)} allowClear />
          </Form.Item>
          <RangeFilter label={t('manage.codeCase.createTime')} />
        </>
      }
      filterText={{
        batchId: (id) => <RecordName of={batches} field="batchNo" id={id} />,
        channelBusinessId: (id) => <RecordName of={dealers} field="channelBusinessName" id={id} />,
      }}
      form={
        <>
          <Field of={scanCases} name="code">
            <Input className="mono-text" autoComplete="off" />
          </Field>
          <Field of={scanCases} name="note">
            <Input.TextArea rows={4} maxLength={500} showCount />
          </Field>
        </>
      }
    />
  );
}

const CaseCode = ({ code, groups }: { code: string | null; groups: boolean }) =>
  code ? (
    <CopyableText grouped={groups} copyable={false}>
      {code}
    </CopyableText>
  ) : (
    <span className="none">—</span>
  );

function StateSwitch() {
  const t = useTranslations();
  const isNarrow = useIsNarrowScreen();
  const [query, updateQuery] = useListQuery();
  const { data } = useQuery({ ...getQueryOptions<CaseCounts>(scanCases, '/counts'), meta: { ownErrors: true } });
  const decidedCount = data?.states.judged ?? 0;
  const falseAlarmCount = data?.verdicts.falseAlarm ?? 0;
  const causes = Object.entries(data?.causes ?? {}).sort(([, one], [, other]) => other - one);
  const countText = (state: (typeof caseStates)[number]) => (data ? ` ${groupDigits(data.states[state] ?? 0)}` : '');
  const share = decidedCount > 0 && (
    <TermTooltip
      explanation={t('manage.codeCase.alarmTip')}
      className="case-alarms numeral"
      details={
        causes.length > 0 && (
          <ul className="case-causes" aria-label={t('manage.codeCase.causes')}>
            {causes.map(([cause, count]) => (
              <li key={cause}>
                {t(scanCases.word(`cause.${cause}`))} {groupDigits(count)}
              </li>
            ))}
          </ul>
        )
      }
    >
      {t('manage.codeCase.alarmShare')} {groupDigits(falseAlarmCount)} / {groupDigits(decidedCount)}
    </TermTooltip>
  );
  return (
    <div className="case-states">
      <Tabs
        activeKey={query.state ?? 'all'}
        tabBarExtraContent={!isNarrow && share}
        onChange={(state) => updateQuery({ state: state === 'all' ? undefined : state, unjudged: undefined })}
        items={[
          { key: 'all', label: t('kit.all') },
          ...caseStates.map((key) => ({ key, label: `${t(scanCases.word(`state.${key}`))}${countText(key)}` })),
        ]}
      />
      {isNarrow && share}
    </div>
  );
}
