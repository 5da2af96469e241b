import { type CodeDetail, type CodeFrame, type CodeHistory, codes, placeText, scans } from '@suyuan/contract';
import type { TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge, FieldTitle } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { ordinalText } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { useScanColumns } from '../../scans/shared/scan-columns.tsx';
import { ScanDots } from '../../scans/shared/scan-dots.tsx';
import { codePath, SsccText } from './code-columns.tsx';
import { CodeSection } from './code-section.tsx';

const frameHead = 'flex flex-wrap items-baseline gap-x-3 gap-y-1';

export function CodeFrames({ detail }: { detail: CodeDetail }) {
  const t = useTranslations();
  const { frames, code, level, ordinal, status } = detail;
  const innermost = (
    <div className="rounded border-2 border-primary p-3 max-md:p-2" aria-current="true">
      <div className={frameHead}>
        <strong>{t(codes.word(`level.${level}`))}</strong>
        <span className="tabular-nums">{ordinalText(ordinal)}</span>
        <CodeBadge of={codes} field="status" value={status} />
        <span className="text-xs/5 text-muted">{t('manage.code.here')}</span>
      </div>
      <CopyableText grouped copyable={false}>
        {code}
      </CopyableText>
      <Content detail={detail} />
    </div>
  );
  return (
    <CodeSection id="code-frames-title" title={t('manage.code.frames')}>
      {frames.length === 0 && level < 3 && <p className="text-muted">{t('manage.code.loose')}</p>}
      <div className="mt-3">
        {frames.reduce<ReactNode>(
          (inside, frame, index) => (
            <Frame key={frame.level} frame={frame} levelInside={frames[index - 1]?.level ?? level}>
              {inside}
            </Frame>
          ),
          innermost,
        )}
      </div>
    </CodeSection>
  );
}

function Frame({ frame, levelInside, children }: { frame: CodeFrame; levelInside: CodeDetail['level']; children: ReactNode }) {
  const t = useTranslations();
  const { level, ordinal, code, sscc, batchNo, status, place, contains } = frame;
  return (
    <div className="rounded border border-edge p-3 max-md:p-2">
      <div className={frameHead}>
        <strong>{t(codes.word(`level.${level}`))}</strong>
        <RowLink to={codePath(frame)}>
          <span className="tabular-nums">{ordinalText(ordinal)}</span>
        </RowLink>
        <CodeBadge of={codes} field="status" value={status} />
        {/* a masked code is of no use elsewhere */}
        <CopyableText grouped copyable={!code?.startsWith('*')}>
          {code}
        </CopyableText>
        <SsccText sscc={sscc} copy />
        <span className="mono-text text-xs/5 text-muted">{batchNo}</span>
      </div>
      <p className="mt-0 mb-2 text-xs/5 text-muted">
        {t('manage.code.frameOf', { level: t(codes.word(`level.${levelInside}`)), place, contains })}
      </p>
      {children}
    </div>
  );
}

function Content({ detail }: { detail: CodeDetail }) {
  const t = useTranslations();
  const { level, content, capacity } = detail;
  if (level === 0) return null;
  if (content.length === 0) return <p className="text-muted">{t('manage.code.empty')}</p>;
  return (
    <p className="mt-1 mb-0 flex flex-wrap gap-x-3 gap-y-1">
      {t('manage.code.containerHas')}{' '}
      {content.map(({ level: at, codes: count }, index) => (
        <span key={at} className="tabular-nums">
          {index === 0 && capacity !== null
            ? t('manage.code.containerOfMost', { count, capacity, level: t(codes.word(`level.${at}`)) })
            : t('manage.code.containerOf', { count, level: t(codes.word(`level.${at}`)) })}
        </span>
      ))}
      <RowLink to={`${codes.path}?${new URLSearchParams({ parent: placeText(detail) })}`}>{t('manage.code.openContent')}</RowLink>
    </p>
  );
}

type CodeScan = CodeHistory['scans'][number];

interface CodeScansProps {
  batchId: number;
  ordinal: number;
  level: number;
  scans: readonly CodeScan[];
  /** When the code was issued: the start of the timeline. */
  since: string;
}

export function CodeScans({ batchId, ordinal, level, scans: scanRows, since }: CodeScansProps) {
  const t = useTranslations();
  const canListScans = usePermission(scans.permission('list'));
  const { resultColumns, sourceColumns } = useScanColumns<CodeScan>();
  const channel: TableColumnType<CodeScan> = {
    key: 'channel',
    title: <FieldTitle of={scans} name="channel" />,
    render: (_, { channel }) => t(`manage.codeRecord.channel.${channel}`),
  };
  return (
    <CodeSection
      id="code-scans-title"
      title={t('manage.code.scans')}
      link={
        canListScans &&
        level === 0 &&
        scanRows.length > 0 && <RowLink to={`${scans.path}?batchId=${batchId}&ordinal=${ordinal}`}>{t('manage.code.allScans')}</RowLink>
      }
    >
      {scanRows.length === 0 ? (
        <EmptyState text={t('manage.code.noScans')} />
      ) : (
        <>
          <ScanDots scans={scanRows} since={since} />
          <SubTable
            rowKey="scanId"
            columns={[...resultColumns, ...sourceColumns, channel]}
            dataSource={[...scanRows]}
            pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          />
        </>
      )}
    </CodeSection>
  );
}
