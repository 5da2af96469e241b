import { bizSteps, type Category, type CategoryKind, categories, dispositions, type NodeFigures, type Translate } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal, Radio, Select, type TableColumnType, Tooltip } from 'antd';
import { findTranslationKey, useTranslations } from '../../../data/i18n.ts';
import { request } from '../../../data/request.ts';
import { shellServices } from '../../../data/shell-services.ts';
import type { useTreeOrder } from '../../../data/tree-order.ts';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { SortHandle } from '../../../ui/sort-handle.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { TreeSelect } from '../../../ui/tree-select.tsx';
import { categoryLinks, type Figures } from './category-figures.tsx';

export type TreeRow = Category & { children?: TreeRow[] };

interface CategoryColumnsInput {
  t: Translate;
  kind: CategoryKind;
  figures: (catalogueId: number) => Figures | undefined;
  /** Absent where rows cannot be moved. */
  order: Pick<ReturnType<typeof useTreeOrder>, 'movable' | 'step'> | undefined;
  hasPermi: (permission: string) => boolean;
  selectedId: number | undefined;
  onSelect: (catalogueId: number) => void;
}

type FigureName = 'records' | 'codes' | 'scans';

/** Columns show the figures of the whole branch. Trace steps also show their EPCIS values. */
export function categoryColumns({
  t,
  kind,
  figures,
  order,
  hasPermi,
  selectedId,
  onSelect,
}: CategoryColumnsInput): TableColumnType<TreeRow>[] {
  const tree = categories[kind];
  const figure = (name: FigureName, title: string, explanation: string, format: (of: NodeFigures) => string) => ({
    key: name,
    title: <TermTooltip explanation={explanation}>{title}</TermTooltip>,
    align: 'right' as const,
    className: 'numeral',
    render: (_: unknown, { catalogueId }: TreeRow) => {
      const categoryFigures = figures(catalogueId);
      if (!categoryFigures) return <span className="none">…</span>;
      const text = format(categoryFigures.branch);
      const own = groupDigits(categoryFigures.own[name]);
      const href = categoryFigures.branch[name] === 0 ? undefined : categoryLinks(kind, catalogueId, false, hasPermi)[name];
      return (
        <Tooltip title={t('kit.pair', { what: t('digit.catalogue.figures.own'), which: own })}>
          {href ? <RowLink to={href}>{text}</RowLink> : <span>{text}</span>}
        </Tooltip>
      );
    },
  });
  const isDealer = kind === 'channelBusiness';
  const codes = isDealer ? 'digit.catalogue.codesHeld' : 'digit.catalogue.codes';
  const records = figure('records', t(`digit.catalogue.records.${kind}`), t('digit.catalogue.records.about'), (of) =>
    groupDigits(of.records),
  );
  const counts = [
    records,
    figure('codes', t(codes), t(`${codes}.about`), (of) => groupDigits(of.codes)),
    figure(
      'scans',
      t('digit.catalogue.scansShort'),
      t(isDealer ? 'digit.catalogue.scansHeld.about' : 'digit.catalogue.scans.about'),
      (of) => groupDigits(of.scans),
    ),
  ];
  const stepName = (value: string | null) => {
    const key = value && findTranslationKey(`manage.cbv.bizStep.${value}`);
    return key ? t(key) : <span className="none">—</span>;
  };
  const steps = [
    columnOf(tree, 'bizStep', stepName),
    columnOf(tree, 'publicFlag', (value) => (value ? <CodeBadge of={tree} field="publicFlag" value={value} /> : null)),
    records,
  ];
  return [
    columnOf(tree, 'catalogueName', (name, { catalogueId, parentId }) => (
      <span className="catalogue-name">
        {order &&
          (order.movable(catalogueId) ? (
            <SortHandle
              id={catalogueId}
              group={parentId}
              label={t('kit.order.handle', { name })}
              onStep={(by) => order.step(catalogueId, by)}
            />
          ) : (
            <span className="catalogue-still" />
          ))}
        <button
          type="button"
          className="row-link row-link-strong"
          aria-pressed={selectedId === catalogueId}
          onClick={() => onSelect(catalogueId)}
        >
          {name}
        </button>
      </span>
    )),
    columnOf(tree, 'status', (value) => <CodeBadge of={tree} field="status" value={value} />),
    columnOf(tree, 'catalogueCode'),
    ...(kind === 'traceability' ? steps : counts),
  ] as unknown as TableColumnType<TreeRow>[]; // no cell reads `children`
}

interface CategoryStatusDialogProps {
  kind: CategoryKind;
  node: Category;
  rows: readonly Category[];
  onClose: () => void;
}

export function CategoryStatusDialog({ kind, node, rows, onClose }: CategoryStatusDialogProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const { path } = categories[kind];
  const { catalogueId, catalogueName: name, status } = node;
  const [isDisabling, nextStatus] = status === '0' ? [true, '1'] : [false, '0'];
  const count = rows.filter((row) => row.ancestors.includes(catalogueId) && row.status === status).length;
  const changeStatus = useMutation({
    mutationFn: (below: boolean) => request('PUT', `${path}/changeStatus`, { catalogueId, status: nextStatus, below }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [path] });
      shellServices.notify('success', t('kit.saved'));
      onClose();
    },
  });
  const button = (below: boolean, label: string, primary = true) => (
    <Button
      key={label}
      {...(primary && { type: 'primary' as const })}
      danger={isDisabling}
      loading={changeStatus.isPending && changeStatus.variables === below}
      onClick={() => changeStatus.mutate(below)}
    >
      {label}
    </Button>
  );
  const hint = isDisabling ? t(count > 0 ? 'digit.catalogue.disableHint' : 'digit.catalogue.disableLeafHint', { count }) : undefined;
  return (
    <Modal
      open
      title={t(isDisabling ? 'digit.catalogue.disableAsk' : 'digit.catalogue.enableAsk', { name })}
      onCancel={onClose}
      width={480}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('kit.cancel')}
        </Button>,
        ...(isDisabling
          ? [button(count > 0, t('digit.catalogue.disable'))]
          : [
              ...(count > 0 ? [button(true, t('digit.catalogue.withBelow'), false)] : []),
              button(false, count > 0 ? t('digit.catalogue.onlyThis') : t('digit.catalogue.enable')),
            ]),
      ]}
    >
      <p>{hint ?? (count > 0 ? t('digit.catalogue.enableHint', { count }) : t('digit.catalogue.enableLeafHint'))}</p>
    </Modal>
  );
}

interface CategoryFieldsProps {
  kind: CategoryKind;
  /** The edited category. Its own branch is excluded from the parent options. */
  editing: number | undefined;
  rows: readonly Category[];
}

/** Trace steps also have EPCIS values and their visibility to consumers. */
export function CategoryFields({ kind, editing, rows }: CategoryFieldsProps) {
  const t = useTranslations();
  const tree = categories[kind];
  const root = { catalogueId: 0, parentId: -1, catalogueName: t('digit.catalogue.root'), status: '0', full: false };
  const isInOwnBranch = (row: Category) => editing !== undefined && (row.catalogueId === editing || row.ancestors.includes(editing));
  const parents = rows
    .filter((row) => !isInOwnBranch(row))
    .map(({ catalogueId, parentId, catalogueName, status, ancestors }) => ({
      catalogueId,
      parentId,
      catalogueName,
      status,
      full: ancestors.length >= 4,
    }));
  return (
    <>
      <Field of={tree} name="parentId" required>
        <TreeSelect
          rows={[root, ...parents]}
          names={{ id: 'catalogueId', parentId: 'parentId', label: 'catalogueName' }}
          disabled={({ status, full }) => full || (status === '1' && editing === undefined)}
        />
      </Field>
      <Field of={tree} name="catalogueName">
        <Input maxLength={50} autoComplete="off" />
      </Field>
      <Field of={tree} name="catalogueCode">
        <Input className="mono-text" maxLength={32} autoComplete="off" />
      </Field>
      {kind === 'traceability' && (
        <>
          <Field of={tree} name="bizStep">
            <Select
              options={bizSteps.map((value) => ({ value, label: t(`manage.cbv.bizStep.${value}`) }))}
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
            />
          </Field>
          <Field of={tree} name="disposition">
            <Select
              options={dispositions.map((value) => ({ value, label: t(`manage.cbv.disposition.${value}`) }))}
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
            />
          </Field>
          <Field of={tree} name="publicFlag">
            <Radio.Group options={(['0', '1'] as const).map((value) => ({ value, label: t(`digit.catalogue.publicFlag.${value}`) }))} />
          </Field>
        </>
      )}
      <Field of={tree} name="orderNum">
        <NumberField min={0} max={9999} />
      </Field>
      <Field of={tree} name="remark">
        <Input.TextArea rows={2} maxLength={500} />
      </Field>
    </>
  );
}
