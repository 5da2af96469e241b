import {
  batches,
  codes,
  dealers,
  inspections,
  MAX_CODE_TEXT_LENGTH,
  pastedTexts,
  products,
  scanChannels,
  scanReasons,
  scans,
  suppliers,
  verdicts,
} from '@suyuan/contract';
import { Button, Form, Input, Select } from 'antd';
import { Suspense, useState } from 'react';
import { useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { Ellipsis } from '../../../ui/ellipsis.tsx';
import { lazyWithRetry } from '../../../ui/lazy-component.tsx';
import { NumberRange, RangeFilter } from '../../../ui/range-filter.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RecordName } from '../../../ui/record-view.tsx';
import { RegionName, RegionSelect } from '../../../ui/region-select.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { LoadingState } from '../../../ui/states.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { CategoryName } from '../../catalog/shared/category-select.tsx';
import { useScanActions } from './use-scan-actions.ts';

const InspectDialog = lazyWithRetry(() => import('./inspect-dialog.tsx'));
const ScanFigures = lazyWithRetry(() => import('./scan-figures.tsx'));

const none = <span className="none">—</span>;

const dealerName = (id: string) => <RecordName of={dealers} field="channelBusinessName" id={id} />;

export default function ScanPage() {
  const t = useTranslations();
  const [canOpenCode, canOpenBatch] = [usePermission(codes.permission('query')), usePermission(batches.permission('read'))];
  const actionsFor = useScanActions();
  const [query, updateQuery] = useListQuery();
  const [isFiguresOpen, setFiguresOpen] = useState(false);
  const [inspecting, setInspecting] = useState(false);
  const verdictOptions = verdicts.map((value) => ({ value, label: t(`manage.codeRecord.verdict.${value}`) }));
  return (
    <ResourcePage
      resource={scans}
      moreActions={actionsFor}
      primary={
        <Can do={[inspections.permission]}>
          <Button type="primary" onClick={() => setInspecting(true)}>
            {t('manage.codeRecord.inspect')}
          </Button>
        </Can>
      }
      above={
        isFiguresOpen && (
          <Suspense fallback={<LoadingState rows={6} />}>
            <ScanFigures query={query} updateQuery={updateQuery} />
          </Suspense>
        )
      }
      toolbar={
        <>
          <Button aria-expanded={isFiguresOpen} onClick={() => setFiguresOpen(!isFiguresOpen)}>
            {t(isFiguresOpen ? 'manage.codeRecord.figuresHide' : 'manage.codeRecord.figures')}
          </Button>
          {inspecting && (
            <Suspense>
              <InspectDialog onClose={() => setInspecting(false)} />
            </Suspense>
          )}
        </>
      }
      columns={[
        columnOf(scans, 'scanTime', (time) => <TimeText value={time} seconds />),
        columnOf(scans, 'verdict', (verdict, { consumerVerdict }) => (
          <>
            <CodeBadge of={scans} field="verdict" value={verdict} />
            {consumerVerdict !== null && consumerVerdict !== verdict && (
              <span className="none">
                {' '}
                {t('manage.codeRecord.consumerGot', { verdict: t(scans.word(`consumerVerdict.${consumerVerdict}`)) })}
              </span>
            )}
          </>
        )),
        columnOf(scans, 'code', (code, { batchId, ordinal }) => {
          if (!code) return none;
          const isOwnCode = batchId !== null && ordinal !== null;
          const text = (
            <CopyableText grouped={isOwnCode} copyable={false}>
              {code}
            </CopyableText>
          );
          return isOwnCode && canOpenCode ? <RowLink to={`${codes.path}/${batchId}/${ordinal}`}>{text}</RowLink> : text;
        }),
        columnOf(scans, 'categoryName'),
        columnOf(scans, 'batchNo', (batchNo, { batchId }) => {
          if (!batchNo) return none;
          const text = <span className="mono-text">{batchNo}</span>;
          return canOpenBatch ? <RowLink to={`${batches.path}/${batchId}`}>{text}</RowLink> : text;
        }),
        columnOf(scans, 'sessionNo'),
        columnOf(scans, 'region', (region) => (region ? <Ellipsis width={18}>{region}</Ellipsis> : none)),
        columnOf(scans, 'reason', (reason) => (reason ? t(scans.word(`reason.${reason}`)) : none)),
        columnOf(scans, 'channelBusinessName'),
        columnOf(scans, 'device', (device) => (
          <RowLink to={`${scans.path}?device=${device}`}>
            <span className="mono-text" title={t('manage.codeRecord.sameDevice')}>
              {device}
            </span>
          </RowLink>
        )),
        columnOf(scans, 'address', (address) =>
          address ? (
            <RowLink to={`${scans.path}?address=${address}`}>
              <span className="mono-text" title={t('manage.codeRecord.sameAddress')}>
                {address}
              </span>
            </RowLink>
          ) : (
            none
          ),
        ),
        columnOf(scans, 'channel', (channel) => t(`manage.codeRecord.channel.${channel}`)),
      ]}
      hiddenAtFirst={['sessionNo', 'device', 'address', 'channel']}
      filters={
        <>
          <Form.Item name="verdict" label={t('manage.codeRecord.verdict')}>
            <Select options={verdictOptions} allowClear />
          </Form.Item>
          <Form.Item name="code" label={t('manage.codeRecord.code')}>
            <Input className="mono-text" allowClear maxLength={MAX_CODE_TEXT_LENGTH} />
          </Form.Item>
          <Form.Item name="batchId" label={t('manage.codeRecord.batchId')}>
            <RecordSelect of={batches} label="batchNo" note="categoryName" allowClear />
          </Form.Item>
          <Form.Item name="categoryId" label={t('manage.codeRecord.categoryId')}>
            <RecordSelect of={products} label="categoryName" note="categoryCode" allowClear />
          </Form.Item>
          <RangeFilter label={t('manage.codeRecord.scanTime')} />
          <Form.Item name="regionCode" label={t('manage.codeRecord.regionCode.filter')}>
            <RegionSelect />
          </Form.Item>
          <Form.Item name="reason" label={t('manage.codeRecord.reason')}>
            <Select options={scanReasons.map((value) => ({ value, label: t(scans.word(`reason.${value}`)) }))} allowClear />
          </Form.Item>
          <NumberRange label={t('manage.codeRecord.sessions')} from="sessionFrom" to="sessionTo" min={1} />
          <Form.Item name="channelBusinessId" label={t('manage.codeRecord.channelBusinessId')}>
            <RecordSelect of={dealers} label="channelBusinessName" note="channelBusinessCode" allowClear />
          </Form.Item>
          <Form.Item name="device" label={t('manage.codeRecord.device')}>
            <Input className="mono-text" allowClear maxLength={32} />
          </Form.Item>
          <Form.Item name="address" label={t('manage.codeRecord.address')}>
            <Input className="mono-text" allowClear maxLength={50} />
          </Form.Item>
          <Form.Item name="channel" label={t('manage.codeRecord.channel')}>
            <Select options={scanChannels.map((value) => ({ value, label: t(`manage.codeRecord.channel.${value}`) }))} allowClear />
          </Form.Item>
          <Form.Item name="inspection" label={t('manage.codeRecord.inspection')}>
            <Select
              options={(['0', '1'] as const).map((value) => ({ value, label: t(`manage.codeRecord.inspection.${value}`) }))}
              allowClear
            />
          </Form.Item>
          <Form.Item name="codes" label={t('manage.codeRecord.codes')} extra={t('manage.codeRecord.codesHint')}>
            <Input.TextArea className="mono-text" rows={2} maxLength={12_000} allowClear />
          </Form.Item>
        </>
      }
      filterText={{
        regionCode: (code) => <RegionName code={code} />,
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
