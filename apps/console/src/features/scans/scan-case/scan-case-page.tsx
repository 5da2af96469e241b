import { batches, caseCounts, caseReasons, dealers, type RecordOf, scanCases } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { endpointQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { useIsNarrowScreen } from '../../../ui/breakpoint.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { Ellipsis } from '../../../ui/ellipsis.tsx';
import { FormFields } from '../../../ui/field-kinds.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { RecordName } from '../../../ui/record-view.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { LinkButton } from '../../../ui/row-link.tsx';
import { Select } from '../../../ui/select.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { UserName } from '../../../ui/user-name.tsx';
import { caseNumber } from '../shared/case-number.ts';
import { CaseAge, CaseAssignee, reasonKey } from './case-cells.tsx';
import { CaseStepDialog, type OpenDialog, useCaseLifeCycle } from './case-dialogs.tsx';

type ScanCase = RecordOf<typeof scanCases>;

/** Cases group suspect scans and consumers' reports; newest first. */
export default function ScanCasePage() {
  const t = useTranslations();
  const isNarrow = useIsNarrowScreen();
  const [open, setOpen] = useState<OpenDialog>();
  const { offer, takeOf } = useCaseLifeCycle(setOpen);
  const rowAction = (record: ScanCase) => {
    const onTake = takeOf(record);
    const { next } = offer(record);
    const onClick = onTake ?? next?.onClick;
    return onClick && <LinkButton onClick={onClick}>{onTake ? t('manage.codeCase.do.take') : next?.label}</LinkButton>;
  };
  return (
    <>
      <ResourcePage
        resource={scanCases}
        detail={({ caseId }) => `${scanCases.path}/${caseId}`}
        tabsExtra={!isNarrow && <FalseAlarms />}
        toolbar={<MineToggle />}
        cells={{
          caseId: (caseId) => t('manage.codeCase.number', caseNumber(caseId)),
          // a card has room for two facts: level with reason, and what the case is about
          severity: isNarrow ? false : (severity) => <CodeBadge of={scanCases} field="severity" value={severity} />,
          state: (state, { verdict }) =>
            verdict ? (
              <CodeBadge of={scanCases} field="verdict" value={verdict} />
            ) : (
              <CodeBadge of={scanCases} field="state" value={state} />
            ),
          reason: (reason, { severity }) =>
            isNarrow ? (
              <span className="[&>:first-child]:me-2">
                <CodeBadge of={scanCases} field="severity" value={severity} />
                {t(reasonKey(reason))}
              </span>
            ) : (
              <Ellipsis width={26}>{t(reasonKey(reason))}</Ellipsis>
            ),
          code: {
            title: t('manage.codeCase.about'),
            render: (code, { subject, channelBusinessName }) =>
              subject === 'dealer' ? channelBusinessName : <CaseCode code={code} groups={subject === 'code'} />,
          },
          createTime: { title: t('manage.codeCase.age'), render: (_, record) => <CaseAge record={record} /> },
          assignee: (name, { assigneeAvatar, judgeBy }) =>
            name === null && judgeBy ? <UserName login={judgeBy} /> : <CaseAssignee name={name} avatar={assigneeAvatar} />,
        }}
        filterControls={{
          reason: <Select options={caseReasons.map((value) => ({ value, label: t(reasonKey(value)) }))} allowClear />,
        }}
        filterText={{
          reason: (value) => {
            const reason = caseReasons.find((each) => each === value);
            return reason ? t(reasonKey(reason)) : value;
          },
          batchId: (id) => <RecordName of={batches} field="batchNo" id={id} />,
          channelBusinessId: (id) => <RecordName of={dealers} field="channelBusinessName" id={id} />,
        }}
        rowActions={rowAction}
        moreActions={(record) => {
          const { next, others } = offer(record);
          return next && takeOf(record) ? [next, ...others] : others;
        }}
        form={<FormFields of={scanCases} fieldProps={{ note: { inputProps: { rows: 4, showCount: true } } }} />}
      />
      <CaseStepDialog open={open} onClose={() => setOpen(undefined)} />
    </>
  );
}

const CaseCode = ({ code, groups }: { code: string | null; groups: boolean }) =>
  code ? (
    <CopyableText grouped={groups} copyable={false}>
      {code}
    </CopyableText>
  ) : (
    <span className="text-muted">—</span>
  );

/** Only the cases that the user has to decide, with their number. */
function MineToggle() {
  const t = useTranslations();
  const [query, updateQuery] = useListQuery();
  const { data } = useQuery({ ...endpointQueryOptions(caseCounts, {}), meta: { ownErrors: true } });
  const isOn = query.mine === '1';
  return (
    <Button
      aria-pressed={isOn}
      {...(isOn && { type: 'primary', ghost: true })}
      onClick={() => updateQuery({ mine: isOn ? undefined : '1', state: undefined })}
    >
      {t('manage.codeCase.mine')} {data && groupDigits(data.mine)}
    </Button>
  );
}

function FalseAlarms() {
  const t = useTranslations();
  const { data } = useQuery({ ...endpointQueryOptions(caseCounts, {}), meta: { ownErrors: true } });
  const decidedCount = data?.states.judged ?? 0;
  const falseAlarmCount = data?.verdicts.falseAlarm ?? 0;
  const causes = Object.entries(data?.causes ?? {}).sort(([, one], [, other]) => other - one);
  if (decidedCount === 0) return null;
  return (
    <TermTooltip
      explanation={t('manage.codeCase.alarmTip')}
      className="text-xs text-muted tabular-nums"
      details={
        causes.length > 0 && (
          <ul className="mt-2 mb-0 pl-4" aria-label={t('manage.codeCase.causes')}>
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
}
