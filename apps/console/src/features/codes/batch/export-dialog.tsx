import { countsOf, sizesOf } from '@suyuan/codes';
import { type CodeExportInput, codeLevels, codes, exportBatch, exportColumns, levelNames, plainColumns } from '@suyuan/contract';
import { Checkbox, Form, type FormInstance, Radio } from 'antd';
import { useCall } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NumberFormItem } from '../../../ui/number-form-item.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import type { Batch } from './batch-steps.ts';
import { FieldRow } from './rows.tsx';

/** Number of codes between the two ends; an empty end means that of the batch. */
export function useRangeCount(form: FormInstance, issuedCount: number): number {
  const from: number = Form.useWatch('from', form) ?? 1;
  const to: number = Form.useWatch('to', form) ?? issuedCount;
  const count = to - from + 1; // NaN while the input is not a number
  return count > 0 && Number.isInteger(count) ? count : 0;
}

export function RangeFields({ issuedCount }: { issuedCount: number }) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const defaultEnds = { from: 1, to: issuedCount };
  const validateOrder = (to: number | undefined) => {
    const from: unknown = form.getFieldValue('from') ?? 1;
    return typeof from === 'number' && to !== undefined && to < from ? t('problem.rangeBackwards', { from, to }) : undefined;
  };
  return (['from', 'to'] as const).map((name) => (
    <NumberFormItem
      key={name}
      name={name}
      label={t(`manage.codeExport.${name}`)}
      min={1}
      max={issuedCount}
      controls={false}
      placeholder={String(defaultEnds[name])}
      className="w-full!"
      {...(name === 'to' && { dependencies: ['from'], extraValidate: validateOrder })}
    />
  ));
}

interface LineFieldsProps {
  hasGtin: boolean;
  packedIn: readonly string[];
  hasPins?: boolean;
  /** The file is not encrypted, so it contains no PINs. */
  isPlain?: boolean;
}

type LineFormat = 'txt' | 'csv';

function useLineFormat(): LineFormat {
  const form = Form.useFormInstance();
  return Form.useWatch('format', form) ?? form.getFieldValue('format');
}

/** How the lines of a CSV file are written. Renders nothing for another format. */
export function LineOptions() {
  const t = useTranslations();
  if (useLineFormat() !== 'csv') return null;
  return (
    <div className="flex flex-wrap gap-x-6 [&_.ant-form-item]:mb-3!">
      <Form.Item name="header" valuePropName="checked">
        <Checkbox>{t('manage.codeExport.header.hint')}</Checkbox>
      </Form.Item>
      <Form.Item name="bom" valuePropName="checked">
        <Checkbox>{t('manage.codeExport.bom.hint')}</Checkbox>
      </Form.Item>
    </div>
  );
}

export function LineFields({ hasGtin, packedIn, hasPins = false, isPlain = false }: LineFieldsProps) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const format = useLineFormat();
  const level: number = Form.useWatch('level', form) ?? 0;
  const excludedColumns: string[] = [
    ...(hasGtin ? [] : ['gtin']),
    ...(hasPins ? [] : ['pin']),
    ...levelNames.filter((name) => !packedIn.includes(name)),
    ...(level > 0 || packedIn.length > 0 ? [] : ['sscc']),
  ];
  const columnOptions = (isPlain ? plainColumns : exportColumns)
    .filter((name) => !excludedColumns.includes(name))
    .map((value) => ({ value, label: t(`manage.codeExport.column.${value}`) }));
  return (
    <>
      <Form.Item name="format" label={t('manage.codeExport.format')} extra={t(`manage.codeExport.format.${format}.hint`)}>
        <Radio.Group optionType="button" options={(['txt', 'csv'] as const).map((value) => ({ value, label: value.toUpperCase() }))} />
      </Form.Item>
      {format === 'csv' && (
        <Form.Item
          name="columns"
          label={t('manage.codeExport.columns')}
          extra={isPlain && t('manage.codeExport.pinHint')}
          rules={[{ type: 'array', min: 1, required: true, message: t('manage.codeExport.columnsNeeded') }]}
        >
          <Checkbox.Group options={columnOptions} className="grid! w-full grid-cols-[repeat(auto-fill,minmax(120px,1fr))] gap-2!" />
        </Form.Item>
      )}
    </>
  );
}

const levelCounts = ({ packaging, issuedCount }: Batch) => countsOf(sizesOf(packaging ?? []), issuedCount);

/** The selected level, its number of codes, and the names of the levels above. */
export function useLevel(form: FormInstance, batch: Batch) {
  const level: number = Form.useWatch('level', form) ?? 0;
  return {
    level,
    count: levelCounts(batch)[level as 0 | 1 | 2 | 3],
    packedIn: (batch.packaging ?? []).flatMap((container) => (container.level > level ? [levelNames[container.level] ?? ''] : [])),
  };
}

/** Selects units, boxes, cases or pallets. Renders nothing for a batch with units only. */
export function LevelField({ batch }: { batch: Batch }) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const counts = levelCounts(batch);
  const options = codeLevels
    .filter((level) => counts[level] > 0)
    .map((level) => ({
      value: level,
      label: t('manage.codeExport.level.count', { level: t(codes.word(`level.${level}`)), count: counts[level] }),
    }));
  if (options.length < 2) return undefined;
  return (
    <Form.Item name="level" label={t('manage.codeExport.level')}>
      <Radio.Group
        aria-label={t('manage.codeExport.level')}
        optionType="button"
        options={options}
        onChange={() => form.resetFields(['from', 'to'])}
      />
    </Form.Item>
  );
}

/** Requests an export for the printing house. The browser downloads it directly, so the file is never held in memory. */
export function ExportDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<CodeExportInput>();
  const requestExport = useCall(exportBatch, { ownErrors: true });
  const { batchId, batchNo, gtin } = batch;
  const { level, count: levelCount, packedIn } = useLevel(form, batch);
  const count = useRangeCount(form, levelCount);

  const submit = async (values: CodeExportInput) => {
    const body = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null)) as CodeExportInput;
    const { url } = await requestExport.mutateAsync({ id: batchId, ...body });
    Object.assign(document.createElement('a'), { href: url, download: '' }).click();
    shellServices.notify('success', t('manage.codeExport.started', { batchNo }));
  };

  return (
    <FormDialog
      form={form}
      name="export-codes"
      width={560}
      title={t('manage.codeExport.ask', { batchNo })}
      okText={t('manage.codeExport.download', { count: groupDigits(count) })}
      initialValues={{ level: 0, format: 'txt', columns: ['ordinal', 'code', 'payload'], header: true, bom: false }}
      onSubmit={submit}
      onClose={onClose}
      note={<p className="m-0 text-muted">{t('manage.codeExport.note')}</p>}
    >
      <LevelField batch={batch} />
      <LineFields hasGtin={gtin !== null || level > 0} packedIn={packedIn} isPlain />
      <LineOptions />
      <FieldRow>
        <RangeFields issuedCount={levelCount} />
      </FieldRow>
    </FormDialog>
  );
}
