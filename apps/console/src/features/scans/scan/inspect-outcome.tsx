import { codes, type Inspection, scanCases, scans } from '@suyuan/contract';
import { Alert } from 'antd';
import { usePermission } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/mono.tsx';
import { RegionName } from '../../../ui/region-select.tsx';
import { RowLink } from '../../../ui/row-link.tsx';

export function InspectOutcome({ inspection: { verdict, reason, region, code, authorised, outside, caseId } }: { inspection: Inspection }) {
  const t = useTranslations();
  const [canOpenCase, canOpenCode] = [usePermission(scanCases.permission('read')), usePermission(codes.permission('query'))];
  const regionCheck = outside ? 'outside' : authorised.length > 0 ? 'inside' : 'noLimit';
  return (
    <Alert
      type={outside || verdict === 'unknown' ? 'error' : verdict === 'genuine' || verdict === 'alreadyVerified' ? 'success' : 'warning'}
      title={
        <>
          <CodeBadge of={scans} field="verdict" value={verdict} /> {reason && t(scans.word(`reason.${reason}`))}{' '}
          {code?.code && <CopyableText grouped>{code.code}</CopyableText>}
        </>
      }
      description={
        code && (
          <>
            <p>
              {code.categoryName} · <span className="mono-text">{code.batchNo}</span> · {t(codes.word(`status.${code.status}`))}
            </p>
            <p>
              {t('manage.code.holderName')} {code.holderName ?? t('manage.code.noHolder')} · {region} ·{' '}
              <strong>{t(`manage.codeRecord.inspect.${regionCheck}`)}</strong>
            </p>
            {authorised.length > 0 && (
              <p>
                {t('manage.codeRecord.inspect.authorised')}{' '}
                {authorised.map((each, index) => (
                  <span key={each}>
                    {index > 0 && t('kit.joint')}
                    <RegionName code={each} />
                  </span>
                ))}
              </p>
            )}
            {caseId !== null && canOpenCase && <RowLink to={`${scanCases.path}/${caseId}`}>{t('manage.codeRecord.inspect.case')}</RowLink>}{' '}
            {canOpenCode && (
              <RowLink to={`${codes.path}/${code.batchId}/${code.ordinal}?level=${code.level}`}>
                {t('manage.codeRecord.inspect.openCode')}
              </RowLink>
            )}
          </>
        )
      }
    />
  );
}
