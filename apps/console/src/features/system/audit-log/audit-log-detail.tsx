import { auditLogSeal, auditLogs, type RecordOf } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { endpointQueryOptions } from '../../../data/api.ts';
import { displayName, useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { CodeBadge, StatusDot } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { TimeText } from '../../../ui/time-format.tsx';

const BlockHeading = ({ children }: { children: ReactNode }) => (
  <h3 className="mt-4 mb-2 flex items-center justify-between text-sm/6">{children}</h3>
);

const code = 'font-mono text-xs/5 wrap-anywhere whitespace-pre-wrap';

/** A text, usually JSON, formatted to read and copy. RuoYi has null where a request failed. */
function TextBlock({ title, text, empty }: { title: string; text: string | null; empty: string }) {
  const t = useTranslations();
  const formatted = prettyPrint(text ?? '');
  const copy = async () => {
    const isCopied = await copyText(formatted);
    shellServices.notify(isCopied ? 'success' : 'warning', t(isCopied ? 'kit.copied' : 'kit.copyFailed'));
  };
  return (
    <section>
      <BlockHeading>
        {title}
        {formatted && (
          <Button size="small" type="text" onClick={() => void copy()} aria-label={`${t('kit.copy')} ${title}`}>
            {t('kit.copy')}
          </Button>
        )}
      </BlockHeading>
      {formatted ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled, also by keys
        <pre tabIndex={0} className={`m-0 max-h-76.5 overflow-auto rounded border border-line bg-fill p-3 ${code}`}>
          {formatted}
        </pre>
      ) : (
        <p className="text-muted">{empty}</p>
      )}
    </section>
  );
}

/** Indents JSON; truncated JSON stays unchanged. */
function prettyPrint(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && Object.keys(parsed).length === 0 ? '' : JSON.stringify(parsed, null, 2);
  } catch {
    return text;
  }
}

type AuditLog = RecordOf<typeof auditLogs>;

/** Duration of a request. RuoYi before 3.8.6 does not measure it. */
export const durationText = (milliseconds: number | undefined) => (milliseconds === undefined ? '—' : `${milliseconds} ms`);

export function AuditLogDetail({ row }: { row: AuditLog }) {
  const t = useTranslations();
  return (
    <>
      <FactList>
        <LogFact name="title">
          {displayName('title', row.title)} · <CodeBadge of={auditLogs} field="businessType" value={row.businessType} tone="quiet" />
        </LogFact>
        <LogFact name="status">
          <CodeBadge of={auditLogs} field="status" value={row.status} tone={row.status === 0 ? 'genuine' : 'grave'} />
        </LogFact>
        {row.errorMsg && <LogFact name="errorMsg">{row.errorMsg}</LogFact>}
        <LogFact name="operName">{[row.operName, displayName('deptName', row.deptName)].filter(Boolean).join(' · ')}</LogFact>
        <LogFact name="operIp">
          <CopyableText>{row.operIp}</CopyableText> {row.operLocation}
        </LogFact>
        <LogFact name="operUrl">
          <span className="mono-text">
            {row.requestMethod} {row.operUrl}
          </span>
        </LogFact>
        {row.method !== `${row.requestMethod} ${row.operUrl}` && (
          <LogFact name="method">
            <span className="mono-text">{row.method}</span>
          </LogFact>
        )}
        <LogFact name="operTime">
          <TimeText value={row.operTime} seconds />
        </LogFact>
        <LogFact name="costTime">{durationText(row.costTime)}</LogFact>
      </FactList>
      <TextBlock title={t('monitor.operlog.request')} text={row.operParam} empty={t('monitor.operlog.noText')} />
      <TextBlock title={t('monitor.operlog.answer')} text={row.jsonResult} empty={t('monitor.operlog.noText')} />
      {hasExtension('auditArchive') && <Seal operId={row.operId} />}
    </>
  );
}

function LogFact({ name, children }: { name: keyof AuditLog; children: ReactNode }) {
  const t = useTranslations();
  return <Fact label={t(auditLogs.word(name))}>{children}</Fact>;
}

/** Recomputes and verifies the row's link of the hash chain. */
function Seal({ operId }: { operId: number }) {
  const t = useTranslations();
  const canRead = usePermission(auditLogs.permission('read'));
  const { data } = useQuery({ ...endpointQueryOptions(auditLogSeal, { id: operId }), enabled: canRead, retry: false });
  if (!canRead || !data) return null;
  const tone = data.state === 'sealed' ? 'genuine' : data.state === 'waiting' ? 'quiet' : 'grave';
  return (
    <section>
      <BlockHeading>
        <TermTooltip explanation={t('monitor.operlog.chain.how')}>{t('monitor.operlog.chain')}</TermTooltip>
      </BlockHeading>
      <FactList>
        <Fact label={t('monitor.operlog.seal.state')}>
          <StatusDot tone={tone}>{t(`monitor.operlog.seal.state.${data.state}`)}</StatusDot>
        </Fact>
        {data.seal !== null && (
          <>
            <Fact label={t('monitor.operlog.seal')}>
              <span className="tabular-nums">{data.seal}</span>
            </Fact>
            <Fact label={t('monitor.operlog.seal.hash')}>
              <CopyableText>{data.hash}</CopyableText>
            </Fact>
            <Fact label={t('monitor.operlog.seal.before')}>
              <CopyableText>{data.before}</CopyableText>
            </Fact>
            <Fact label={t('monitor.operlog.seal.time')}>
              <TimeText value={data.sealTime} seconds />
            </Fact>
          </>
        )}
      </FactList>
    </section>
  );
}
