import {
  bizSteps,
  CATALOGUE_DEPTH,
  type Category,
  type CategoryKind,
  categories,
  categoryList,
  changeCategoryStatus,
  dispositions,
} from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { endpointQueryOptions, useCall } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { FormFields } from '../../../ui/field-kinds.tsx';
import { MountedModal } from '../../../ui/form-parts.tsx';
import { Select } from '../../../ui/select.tsx';
import { includesText } from '../../../ui/tree.ts';
import { ParentField, TreePage } from '../../../ui/tree-page.tsx';
import { CategoryFiguresCard, cbvName, useCategoryFigures, useFigureColumns } from './category-figures.tsx';

interface CategoryStatusDialogProps {
  kind: CategoryKind;
  node: Category;
  onClose: () => void;
}

function CategoryStatusDialog({ kind, node, onClose }: CategoryStatusDialogProps) {
  const t = useTranslations();
  const { data: rows = [] } = useQuery(endpointQueryOptions(categoryList(kind), {}));
  const { catalogueId, catalogueName: name, status } = node;
  const isDisabling = status === '0';
  const count = rows.filter((row) => row.ancestors.includes(catalogueId) && row.status === status).length;
  const changeStatus = useCall(changeCategoryStatus(kind));
  const submit = (below: boolean) =>
    changeStatus.mutate(
      { catalogueId, status: isDisabling ? '1' : '0', below },
      {
        onSuccess: () => {
          shellServices.notify('success', t('kit.saved'));
          onClose();
        },
      },
    );
  const button = (below: boolean, label: string, primary = true) => (
    <Button
      key={label}
      {...(primary && { type: 'primary' as const })}
      danger={isDisabling}
      loading={changeStatus.isPending && changeStatus.variables.below === below}
      onClick={() => submit(below)}
    >
      {label}
    </Button>
  );
  const hint = isDisabling ? t(count > 0 ? 'digit.catalogue.disableHint' : 'digit.catalogue.disableLeafHint', { count }) : undefined;
  return (
    <MountedModal
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
    </MountedModal>
  );
}

export const ProductCategories = () => <CategoryPage kind="category" />;
export const SupplierCategories = () => <CategoryPage kind="supplier" />;
export const DealerCategories = () => <CategoryPage kind="channelBusiness" />;
export const TraceStepCategories = () => <CategoryPage kind="traceability" />;

const isDeepest = ({ ancestors }: Category) => ancestors.length >= CATALOGUE_DEPTH - 1;

/** Trace steps also have EPCIS values and their visibility to consumers. */
function CategoryFields({ kind }: { kind: CategoryKind }) {
  const t = useTranslations();
  const tree = categories[kind];
  const cbvSelect = (field: 'bizStep' | 'disposition', values: readonly string[]) => (
    <Select
      options={values.map((value) => ({ value, label: cbvName(t, field, value) }))}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
  return (
    <FormFields
      of={tree}
      controls={{ bizStep: cbvSelect('bizStep', bizSteps), disposition: cbvSelect('disposition', dispositions) }}
      fieldProps={{
        parentId: (
          <ParentField
            of={tree}
            name="parentId"
            label="catalogueName"
            required
            disabled={(row, isNew) => isDeepest(row) || (row.status === '1' && isNew)}
          />
        ),
        publicFlag: { radio: true },
      }}
    />
  );
}

function CategoryPage({ kind }: { kind: CategoryKind }) {
  const t = useTranslations();
  const tree = categories[kind];
  const figures = useCategoryFigures(kind);
  const figureColumns = useFigureColumns(kind, figures.of);
  const [switching, setSwitching] = useState<Category>();
  return (
    <>
      <TreePage
        resource={tree}
        parent="parentId"
        name="catalogueName"
        order="orderNum"
        sorting="siblings"
        moreColumns={figureColumns}
        isMatch={({ catalogueName, catalogueCode, status }, filters) =>
          (includesText(catalogueName, filters.catalogueName) || includesText(catalogueCode, filters.catalogueName)) &&
          (!filters.status || status === filters.status)
        }
        form={<CategoryFields kind={kind} />}
        nounKey={`digit.catalogue.node.${kind}`}
        canAddBelow={(row) => row.status === '0' && !isDeepest(row)}
        moreActions={(row) => [
          {
            key: 'status',
            label: t(row.status === '0' ? 'digit.catalogue.disable' : 'digit.catalogue.enable'),
            permission: tree.permission('edit'),
            onClick: () => setSwitching(row),
          },
        ]}
        aside={(node, isChosen) => (
          <CategoryFiguresCard kind={kind} node={node} figures={node && figures.of(node.catalogueId)} hasHint={!isChosen} />
        )}
        total={(total) => t('digit.catalogue.total', { total, depth: CATALOGUE_DEPTH })}
        onRefresh={figures.refetch}
      />
      {switching && <CategoryStatusDialog kind={kind} node={switching} onClose={() => setSwitching(undefined)} />}
    </>
  );
}
