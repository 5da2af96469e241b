import { type CaseEvidence, codes, provinceOf, type RecordOf, type scanCases, scans } from '@suyuan/contract';
import type { TableColumnType } from 'antd';
import { findTranslationKey, useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { FieldTitle } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { useScanColumns } from '../shared/scan-columns.tsx';

type Scan = CaseEvidence['scans'][number];

export function CaseScans({ record, evidence }: { record: RecordOf<typeof scanCases>; evidence: CaseEvidence }) {
  const t = useTranslations();
  const canOpenCode = usePermission(codes.permission('query'));
  const { resultColumns, sourceColumns } = useScanColumns<Scan>();
  const { scans: scanRows, authorised } = evidence;
  if (scanRows.length === 0) return <EmptyState text={t('manage.codeCase.noScans')} />;
  const title = (name: string) => <FieldTitle of={scans} name={name} />;
  const columns: TableColumnType<Scan>[] = [
    ...resultColumns,
    { key: 'reason', title: title('reason'), render: (_, { reason }) => (reason ? t(scans.word(`reason.${reason}`)) : '—') },
    ...(record.subject === 'dealer'
      ? [
          {
            key: 'code',
            title: title('code'),
            render: (_: unknown, { code, ordinal }: Scan) =>
              canOpenCode && record.batchId && ordinal ? (
                <RowLink to={`${codes.path}/${record.batchId}/${ordinal}`}>
                  <CopyableText grouped copyable={false}>
                    {code ?? String(ordinal)}
                  </CopyableText>
                </RowLink>
              ) : (
                <CopyableText grouped copyable={false}>
                  {code ?? '—'}
                </CopyableText>
              ),
          },
        ]
      : []),
    ...sourceColumns,
  ];
  const provinces = Map.groupBy(
    scanRows.filter(({ regionCode }) => regionCode !== null),
    ({ regionCode }) => provinceOf(regionCode ?? ''),
  );
  const maxCount = Math.max(...[...provinces.values()].map((group) => group.length), 1);
  return (
    <>
      {provinces.size > 0 && (
        <div className="case-map">
          <ChinaMap
            title={t('manage.codeCase.where')}
            measure={t('manage.codeRecord.scans')}
            format={(share) => groupDigits(Math.round(share * maxCount))}
            tone={record.reason === 'otherRegion' ? 'diversion' : 'attention'}
            values={[...provinces].map(([regionCode, group]) => ({
              regionCode,
              value: group.length / maxCount,
              text: groupDigits(group.length),
            }))}
            outlined={authorised}
            outlinedName={t('manage.diversion.authorised')}
            dots={scanRows
              .filter(({ lng }) => lng !== null)
              .map(({ lng, lat, region, scanTime, verdict }) => {
                const verdictKey = findTranslationKey(scans.word(`verdict.${verdict}`));
                return {
                  lng,
                  lat,
                  text: [scanTime, region, verdictKey && t(verdictKey)].filter(Boolean).join(' · '),
                  tone: 'attention' as const,
                };
              })}
            dotsName={t('manage.codeRecord.position')}
          />
          <p className="case-count">{t('manage.codeCase.whereHint')}</p>
        </div>
      )}
      <SubTable
        rowKey="scanId"
        columns={columns}
        dataSource={[...scanRows]}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      />
      {record.scanCount > scanRows.length && (
        <p className="case-count">{t('manage.codeCase.newestOf', { shown: scanRows.length, count: record.scanCount })}</p>
      )}
    </>
  );
}
