import {
  batches,
  blacklists,
  blockScannedCode,
  codes,
  dealers,
  openCaseOfScan,
  pastedTexts,
  products,
  type RecordOf,
  scanCases,
  scans,
  suppliers,
} from '@suyuan/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call, useListQuery, useRefetch } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { LazyBoundary, lazyDialog, lazyWithRetry } from '../../../ui/lazy-component.tsx';
import { PrimaryButton } from '../../../ui/list-tools.tsx';
import { ordinalText } from '../../../ui/number-format.ts';
import { NumberRange, RangeFilter } from '../../../ui/range-filter.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RecordName } from '../../../ui/record-view.tsx';
import { RegionText } from '../../../ui/region-text.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import type { MoreAction } from '../../../ui/row-actions.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { useInputClear } from '../../../ui/select.tsx';
import { LoadingState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { CategoryName } from '../../catalog/shared/category-select.tsx';

type Scan = RecordOf<typeof scans>;
type BlockKind = RecordOf<typeof blacklists>['kind'];

function useScanActions(): (scan: Scan) => MoreAction[] {
  const t = useTranslations();
  const navigate = useNavigate();
  const onSettled = useRefetch(blacklists.path, scanCases.path);
  const block = useMutation({
    mutationFn: async ({ scanId, reason, ...target }: { kind: BlockKind; target: string; reason: string; scanId: string | undefined }) => {
      if (scanId) await call(blockScannedCode, { scanId, reason });
      else await request('POST', blacklists.path, { ...target, reason });
    },
    onSettled,
  });
  const open = useMutation({
    mutationFn: ({ scanId, code, note }: { code: string; note: string; scanId: string | undefined }) =>
      scanId ? call(openCaseOfScan, { scanId, note }) : request<{ caseId: number }>('POST', scanCases.path, { code, note }),
    onSettled,
  });
  const addToBlacklist = (kind: BlockKind, target: string, scanId?: string) => {
    const options = { title: t('manage.codeRecord.block.ask', { kind, target }), okText: t(`manage.codeRecord.block.${kind}`) };
    void confirm({ ...options, reason: 'required', danger: true }, async ({ reason = '' }) => {
      await block.mutateAsync({ kind, target, reason, scanId });
      shellServices.notify('success', t('manage.codeCase.done.block'));
    });
  };
  const openCase = (code: string, scanId?: string) => {
    const options = { title: t('manage.codeRecord.openCaseAsk', { code }), okText: t('manage.codeRecord.openCase') };
    void confirm({ ...options, reason: 'required' }, async ({ reason = '' }) => {
      const { caseId } = await open.mutateAsync({ code, note: reason, scanId });
      void navigate(`${scanCases.path}/${caseId}`);
    });
  };
  return ({ scanId, code, device, address, batchId, batchNo, ordinal }) => {
    const fullCode = code !== null && !code.includes('*') ? code : undefined;
    // our codes are identified by the scan, because the text may be masked or not stored
    const ownScanId = batchId === null ? undefined : scanId;
    const name = code ?? `${batchNo ?? ''} ${ordinal === null ? '' : ordinalText(ordinal)}`;
    const addPermission = blacklists.permission('add');
    return [
      { key: 'device', label: t('manage.codeRecord.sameDevice'), onClick: () => void navigate(`${scans.path}?device=${device}`) },
      ...(address
        ? [
            {
              key: 'address',
              label: t('manage.codeRecord.sameAddress'),
              onClick: () => void navigate(`${scans.path}?address=${address}`),
            },
          ]
        : []),
      ...(batchId !== null && ordinal !== null
        ? [
            {
              key: 'code',
              label: t('manage.codeRecord.sameCode'),
              onClick: () => void navigate(`${scans.path}?batchId=${batchId}&ordinal=${ordinal}`),
            },
          ]
        : []),
      ...(fullCode
        ? [
            {
              key: 'cases',
              label: t('manage.codeRecord.cases'),
              permission: scanCases.permission('list'),
              onClick: () => void navigate(`${scanCases.path}?code=${encodeURIComponent(fullCode)}`),
            },
          ]
        : []),
      ...(fullCode || ownScanId
        ? [
            {
              key: 'open',
              label: t('manage.codeRecord.openCase'),
              permission: scanCases.permission('add'),
              onClick: () => openCase(name, ownScanId),
            },
          ]
        : []),
      ...(ownScanId
        ? [
            {
              key: 'blockCode',
              label: t('manage.codeRecord.block.code'),
              danger: true,
              permission: addPermission,
              onClick: () => addToBlacklist('code', name, ownScanId),
            },
          ]
        : []),
      {
        key: 'blockDevice',
        label: t('manage.codeRecord.block.device'),
        danger: true,
        permission: addPermission,
        onClick: () => addToBlacklist('device', device),
      },
      ...(address
        ? [
            {
              key: 'blockAddress',
              label: t('manage.codeRecord.block.address'),
              danger: true,
              permission: addPermission,
              onClick: () => void addToBlacklist('address', address),
            },
          ]
        : []),
    ];
  };
}

const InspectDialog = lazyDialog(() => import('./inspect-dialog.tsx'));
const ScanFigures = lazyWithRetry(() => import('./scan-figures.tsx'));

const none = <span className="text-muted">—</span>;

const dealerName = (id: string) => <RecordName of={dealers} field="channelBusinessName" id={id} />;

/** Filters the list by a value of this row. */
const SameLink = ({ name, value, title }: { name: string; value: string; title: string }) => (
  <RowLink to={`${scans.path}?${name}=${value}`}>
    <span className="mono-text" title={title}>
      {value}
    </span>
  </RowLink>
);

export default function ScanPage() {
  const t = useTranslations();
  const inputClear = useInputClear();
  const [canOpenCode, canOpenBatch] = [usePermission(codes.permission('query')), usePermission(batches.permission('read'))];
  const actionsFor = useScanActions();
  const [query, updateQuery] = useListQuery();
  const [isFiguresOpen, setFiguresOpen] = useState(false);
  const [inspecting, setInspecting] = useState(false);
  return (
    <ResourcePage
      resource={scans}
      moreActions={actionsFor}
      primary={
        <Can do={[scans.permission('inspect')]}>
          <PrimaryButton onClick={() => setInspecting(true)}>{t('manage.codeRecord.inspect')}</PrimaryButton>
        </Can>
      }
      above={
        isFiguresOpen && (
          <LazyBoundary loading={<LoadingState rows={6} />}>
            <ScanFigures query={query} updateQuery={updateQuery} />
          </LazyBoundary>
        )
      }
      toolbar={
        <>
          <Button aria-expanded={isFiguresOpen} onClick={() => setFiguresOpen(!isFiguresOpen)}>
            {t(isFiguresOpen ? 'manage.codeRecord.figuresHide' : 'manage.codeRecord.figures')}
          </Button>
          {inspecting && <InspectDialog onClose={() => setInspecting(false)} />}
        </>
      }
      cells={{
        scanTime: (time) => <TimeText value={time} seconds />,
        verdict: (verdict, { consumerVerdict }) => (
          <>
            <CodeBadge of={scans} field="verdict" value={verdict} />
            {consumerVerdict !== null && consumerVerdict !== verdict && (
              <span className="text-muted">
                {' '}
                {t('manage.codeRecord.consumerGot', { verdict: t(scans.word(`consumerVerdict.${consumerVerdict}`)) })}
              </span>
            )}
          </>
        ),
        code(code, { batchId, ordinal }) {
          if (!code) return none;
          const isOwnCode = batchId !== null && ordinal !== null;
          const text = (
            <CopyableText grouped={isOwnCode} copyable={false}>
              {code}
            </CopyableText>
          );
          return isOwnCode && canOpenCode ? <RowLink to={`${codes.path}/${batchId}/${ordinal}`}>{text}</RowLink> : text;
        },
        batchNo(batchNo, { batchId }) {
          if (!batchNo) return none;
          const text = <span className="mono-text">{batchNo}</span>;
          return canOpenBatch ? <RowLink to={`${batches.path}/${batchId}`}>{text}</RowLink> : text;
        },
        region: (region) => <RegionText name={region} />,
        device: (device) => <SameLink name="device" value={device} title={t('manage.codeRecord.sameDevice')} />,
        address: (address) => (address ? <SameLink name="address" value={address} title={t('manage.codeRecord.sameAddress')} /> : none),
      }}
      filterControls={{
        batchId: <RecordSelect of={batches} label="batchNo" note="categoryName" allowClear />,
        categoryId: <RecordSelect of={products} label="categoryName" note="categoryCode" allowClear />,
        created: <RangeFilter label={t('manage.codeRecord.scanTime')} />,
        sessionFrom: <NumberRange label={t('manage.codeRecord.sessions')} from="sessionFrom" to="sessionTo" min={1} />,
        channelBusinessId: <RecordSelect of={dealers} label="channelBusinessName" note="channelBusinessCode" allowClear />,
        codes: (
          <Form.Item name="codes" label={t('manage.codeRecord.codes')} extra={t('manage.codeRecord.codesHint')}>
            <Input.TextArea className="mono-text" rows={2} maxLength={12_000} allowClear={inputClear} />
          </Form.Item>
        ),
      }}
      filterText={{
        codes: (list) => t('manage.codeRecord.codesCount', { count: pastedTexts(list).length }),
        batchId: (id) => <RecordName of={batches} field="batchNo" id={id} />,
        categoryId: (id) => <RecordName of={products} field="categoryName" id={id} />,
        channelBusinessId: dealerName,
        supplierId: (id) => <RecordName of={suppliers} field="supplierName" id={id} />,
        outsideOf: dealerName,
        holderBranch: dealerName,
        catalogueId: (id) => <CategoryName kind="category" id={id} />,
        supplierCatalogueId: (id) => <CategoryName kind="supplier" id={id} />,
        dealerCatalogueId: (id) => <CategoryName kind="channelBusiness" id={id} />,
        traceCatalogueId: (id) => <CategoryName kind="traceability" id={id} />,
        device: (device) => <span className="mono-text">{device}</span>,
      }}
    />
  );
}
