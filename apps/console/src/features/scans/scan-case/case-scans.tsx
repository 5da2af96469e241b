import type { ScanJump } from '@suyuan/contract';
import { type CaseEvidence, codes, type RecordOf, type scanCases, scans } from '@suyuan/contract';
import type { TableColumnType } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useIsNarrowScreen } from '../../../ui/breakpoint.ts';
import { FieldTitle } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { useFoldedColumns } from '../../../ui/folded-columns.ts';
import { expandableFacts } from '../../../ui/folded-facts.tsx';
import { useDurationFormat } from '../../../ui/format-amount.ts';
import { Icon } from '../../../ui/icon.tsx';
import { groupDigits, ordinalText } from '../../../ui/number-format.ts';
import { shortRegion } from '../../../ui/region-text.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { formatTime, instantOf, TimeText } from '../../../ui/time-format.tsx';
import { useScanColumns } from '../shared/scan-columns.tsx';
import { type DotScan, ScanDots } from '../shared/scan-dots.tsx';

/** Two significant digits: the places are those of cities. */
const roundDistance = (kilometres: number) => Number(kilometres.toPrecision(2));

/** Scans of one code that are too far apart for the time between them, in words. Nothing if there are none. */
function CaseJumps({ jumps }: { jumps: readonly ScanJump[] }) {
  const t = useTranslations();
  const formatDuration = useDurationFormat();
  if (jumps.length === 0) return null;
  return (
    <section className="mb-4 rounded border border-line bg-track px-4 py-3" aria-labelledby="case-jumps">
      <h2 id="case-jumps" className="mt-0! mb-1! text-sm/5.5!">
        {t('manage.codeCase.jumps', { count: jumps.length })}
      </h2>
      <ul className="m-0 grid list-none gap-1 p-0">
        {jumps.map(({ toScanId, fromRegion, toRegion, scanTime, seconds, kilometres, ordinal }) => (
          <li key={toScanId} className="flex flex-wrap items-baseline gap-x-3">
            <span className="inline-flex items-baseline gap-2">
              <Icon name="bolt" className="self-center text-(--tone-attention)" />
              <strong className="font-medium">
                {fromRegion && shortRegion(fromRegion)} → {toRegion && shortRegion(toRegion)}
              </strong>
            </span>
            <span className="tabular-nums">
              {t('manage.codeCase.jump', {
                duration: formatDuration(seconds * 1000),
                distance: groupDigits(roundDistance(kilometres)),
              })}
            </span>
            <span className="text-xs text-muted">
              <TimeText value={scanTime} seconds />
              {ordinal !== null && ` · ${ordinalText(ordinal)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Scan = CaseEvidence['scans'][number];

/** The listed scans, and those of implausible moves, which may be older or no evidence. */
export function timelineScans(scanRows: readonly DotScan[], jumps: readonly ScanJump[]): DotScan[] {
  const moves = jumps.flatMap(({ fromScanId, fromRegion, toScanId, toRegion, scanTime, seconds }) => [
    { scanId: fromScanId, region: fromRegion, scanTime: formatTime(instantOf(scanTime) - seconds * 1000) ?? scanTime, verdict: '' },
    { scanId: toScanId, region: toRegion, scanTime, verdict: '' },
  ]);
  const shownIds = new Set(scanRows.map(({ scanId }) => scanId));
  const others = new Map(moves.filter(({ scanId }) => !shownIds.has(scanId)).map((scan) => [scan.scanId, scan]));
  return [...scanRows, ...others.values()];
}

type ScanCase = RecordOf<typeof scanCases>;

function EvidenceTable({ record, rows }: { record: ScanCase; rows: Scan[] }) {
  const t = useTranslations();
  const canOpenCode = usePermission(codes.permission('query'));
  const isNarrow = useIsNarrowScreen();
  const { resultColumns, sourceColumns } = useScanColumns<Scan>();
  const title = (name: string) => <FieldTitle of={scans} name={name} />;
  const columns: TableColumnType<Scan>[] = [
    ...resultColumns,
    ...(record.subject === 'dealer'
      ? [
          {
            key: 'code',
            title: title('code'),
            render: (_: unknown, { code, ordinal }: Scan) =>
              canOpenCode && record.batchId && ordinal ? (
                <RowLink to={`${codes.path}/${record.batchId}/${ordinal}`}>
                  <CopyableText grouped copyable={false}>
                    {code ?? ordinalText(ordinal)}
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
    // folds first: it is usually the cause of the case, which the header shows
    { key: 'reason', title: title('reason'), render: (_, { reason }) => (reason ? t(scans.word(`reason.${reason}`)) : '—') },
  ];
  const { visibleColumns, foldedColumns, containerRef } = useFoldedColumns(columns);
  return (
    <div ref={containerRef}>
      <SubTable
        rowKey="scanId"
        columns={isNarrow ? columns : visibleColumns}
        dataSource={rows}
        {...expandableFacts(t, foldedColumns, ({ scanTime }) => scanTime)}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      />
    </div>
  );
}

export function CaseScans({ record, evidence }: { record: ScanCase; evidence: CaseEvidence }) {
  const t = useTranslations();
  const { scans: scanRows } = evidence;
  if (scanRows.length === 0) return <EmptyState text={t('manage.codeCase.noScans')} />;
  return (
    <>
      <CaseJumps jumps={evidence.jumps} />
      <ScanDots scans={timelineScans(scanRows, evidence.jumps)} since="" />
      <EvidenceTable record={record} rows={[...scanRows]} />
      {record.scanCount > scanRows.length && (
        <p className="mt-2 mb-0 text-xs text-muted">{t('manage.codeCase.newestOf', { shown: scanRows.length, count: record.scanCount })}</p>
      )}
    </>
  );
}
