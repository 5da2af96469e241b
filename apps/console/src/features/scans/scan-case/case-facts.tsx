import { batches, codes, type RecordOf, scanCases } from '@suyuan/contract';
import { useRights } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { KeyFacts } from '../../../ui/detail.tsx';
import { CopyableText } from '../../../ui/mono.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { TimeText } from '../../../ui/times.tsx';

export function CaseFacts({ record }: { record: RecordOf<typeof scanCases> }) {
  const t = useTranslations();
  const { hasPermi } = useRights();
  const {
    subject,
    batchId,
    batchNo,
    categoryName,
    ordinal,
    code,
    channelBusinessName,
    createTime,
    createBy,
    lastTime,
    lastRegion,
    assignee,
    judgeBy,
    cause,
    blocked,
  } = record;
  const canOpenCode = hasPermi(codes.permission('query')) && batchId !== null && ordinal !== null;
  const text = code && (
    <CopyableText grouped={subject === 'code'} copyable={false}>
      {code}
    </CopyableText>
  );
  return (
    <KeyFacts
      facts={[
        {
          label: t(scanCases.word(`subject.${subject}`)),
          value:
            subject === 'dealer' ? (
              channelBusinessName
            ) : canOpenCode ? (
              <RowLink to={`${codes.path}/${batchId}/${ordinal}`}>{text ?? `${batchNo} · ${ordinal}`}</RowLink>
            ) : (
              text
            ),
        },
        ...(batchNo
          ? [
              { label: t('manage.codeCase.categoryName'), value: categoryName },
              {
                label: t('manage.codeCase.batchNo'),
                value: hasPermi(batches.permission('read')) ? (
                  <RowLink to={`${batches.path}/${batchId}`}>
                    <span className="mono-text">{batchNo}</span>
                  </RowLink>
                ) : (
                  <span className="mono-text">{batchNo}</span>
                ),
              },
            ]
          : []),
        ...(subject !== 'dealer' && channelBusinessName
          ? [{ label: t('manage.codeCase.channelBusinessName'), value: channelBusinessName }]
          : []),
        {
          label: t('manage.codeCase.createTime'),
          value: (
            <>
              <TimeText value={createTime} /> · {createBy ?? t('manage.codeCase.system')}
            </>
          ),
        },
        {
          label: t('manage.codeCase.lastTime'),
          value: (
            <>
              <TimeText value={lastTime} />
              {lastRegion && ` · ${lastRegion}`}
            </>
          ),
        },
        judgeBy !== null && assignee === null
          ? { label: t('manage.codeCase.judgeBy'), value: judgeBy }
          : { label: t('manage.codeCase.assignee'), value: assignee ?? t('manage.codeCase.nobody') },
        ...(cause ? [{ label: t('manage.codeCase.cause'), value: t(scanCases.word(`cause.${cause}`)) }] : []),
        ...(blocked ? [{ label: t('manage.blacklist'), value: t('manage.codeCase.blocked') }] : []),
      ]}
    />
  );
}
