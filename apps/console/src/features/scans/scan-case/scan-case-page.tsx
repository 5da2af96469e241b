import {
  batches,
  type CaseCounts,
  caseReasons,
  caseStates,
  caseSubjects,
  caseVerdicts,
  dealers,
  LONGEST_CODE_TEXT,
  scanCases,
} from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select, Tabs } from 'antd';
import { getOf } from '../../../data/api.ts';
import { useListQuery } from '../../../data/list-query.ts';
import { useWords } from '../../../data/words.ts';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { Ellipsis } from '../../../ui/ellipsis.tsx';
import { Field } from '../../../ui/field.tsx';
import { How } from '../../../ui/how.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { RecordName } from '../../../ui/record-name.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { TimeText } from '../../../ui/times.tsx';
import { useNarrow } from '../../../ui/viewport.ts';
import { reasonWord } from './case-words.ts';
import './scan-case.css';

/** Cases group suspect scans and consumers' reports; newest first. */
export default function ScanCasePage() {
  const t = useWords();
  const choices = (field: 'subject' | 'verdict', values: readonly string[]) =>
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
        columnOf(scanCases, 'reason', (reason) => <Ellipsis width={26}>{t(reasonWord(reason))}</Ellipsis>),
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
            <Select options={caseReasons.map((value) => ({ value, label: t(reasonWord(value)) }))} allowClear />
          </Form.Item>
          <Form.Item name="code" label={t('manage.codeCase.code')}>
            <Input className="mono-text" allowClear maxLength={LONGEST_CODE_TEXT} />
          </Form.Item>
          <Form.Item name="verdict" label={t('manage.codeCase.verdict')}>
            <Select options={choices('verdict', caseVerdicts)} allowClear />
          </Form.Item>
          <Form.Item name="subject" label={t('manage.codeCase.subject')}>
            <Select options={choices('subject', caseSubjects)} allowClear />
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
    <Mono groups={groups} copy={false}>
      {code}
    </Mono>
  ) : (
    <span className="none">—</span>
  );

function StateSwitch() {
  const t = useWords();
  const phone = useNarrow();
  const [query, narrow] = useListQuery();
  const { data } = useQuery({ ...getOf<CaseCounts>(scanCases, '/counts'), meta: { ownErrors: true } });
  const judged = data?.states.judged ?? 0;
  const alarms = data?.verdicts.falseAlarm ?? 0;
  const causes = Object.entries(data?.causes ?? {}).sort(([, one], [, other]) => other - one);
  const counted = (state: (typeof caseStates)[number]) => (data ? ` ${groupDigits(data.states[state] ?? 0)}` : '');
  const share = judged > 0 && (
    <How
      says={t('manage.codeCase.alarmTip')}
      className="case-alarms numeral"
      more={
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
      {t('manage.codeCase.alarmShare')} {groupDigits(alarms)} / {groupDigits(judged)}
    </How>
  );
  return (
    <div className="case-states">
      <Tabs
        activeKey={query.state ?? 'all'}
        tabBarExtraContent={!phone && share}
        onChange={(state) => narrow({ state: state === 'all' ? undefined : state, unjudged: undefined })}
        items={[
          { key: 'all', label: t('kit.all') },
          ...caseStates.map((key) => ({ key, label: `${t(scanCases.word(`state.${key}`))}${counted(key)}` })),
        ]}
      />
      {phone && share}
    </div>
  );
}
