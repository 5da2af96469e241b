import { dealers } from '@suyuan/contract';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type FormGroup, ResourceFormPage } from '../../../ui/resource-form-page.tsx';
import './dealer.css';
import { Form, Input } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { DayInput } from '../../../ui/day-input.tsx';
import { Field } from '../../../ui/field.tsx';
import { FileField } from '../../../ui/file-inputs.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { TreeSelect } from '../../../ui/tree-select.tsx';
import { CategorySelect } from '../../catalog/shared/category-select.tsx';
import { ContactFields, GradeField, IdentityFields } from '../shared/partner-fields.tsx';
import { AuthorityFields } from './dealer-authority.tsx';
import { ancestorsOf, useDealerTree } from './dealer-tree.ts';

/** Fields of a dealer. Those of an active dealer's authorisation are changed separately, with a permission for it. */
function useDealerGroups() {
  const t = useTranslations();
  return (dealer: Record<string, unknown> | undefined): FormGroup[] => {
    const dealerId = dealer && Number(dealer.channelBusinessId);
    const isDraft = !dealer || dealer.state === 'draft';
    return [
      {
        key: 'what',
        title: t('manage.channelBusiness.group.what'),
        fields: (
          <>
            <Field of={dealers} name="channelBusinessCode">
              <Input className="mono-text" maxLength={32} />
            </Field>
            <Field of={dealers} name="channelBusinessName">
              <Input maxLength={100} />
            </Field>
            <ParentField dealerId={dealerId} />
            <Field of={dealers} name="catalogueId">
              <CategorySelect kind="channelBusiness" />
            </Field>
            <GradeField of={dealers} />
          </>
        ),
      },
      ...(isDraft
        ? [{ key: 'authority', title: t('manage.channelBusiness.authority'), fields: <AuthorityGroup dealerId={dealerId} /> }]
        : []),
      {
        key: 'contract',
        title: t('manage.channelBusiness.contract'),
        fields: (
          <>
            <Field of={dealers} name="contractNo">
              <Input className="mono-text" maxLength={50} />
            </Field>
            <Field of={dealers} name="contractFrom">
              <DayInput />
            </Field>
            <Field of={dealers} name="contractTo">
              <DayInput />
            </Field>
            <Field of={dealers} name="contractPath" extra={t('kit.fileHint')}>
              <FileField nameField="contractFile" />
            </Field>
            <Field of={dealers} name="contractFile" hidden>
              <Input />
            </Field>
            <Field of={dealers} name="depositYuan">
              <NumberField min={0} max={1_000_000_000} controls={false} className="quantity" />
            </Field>
          </>
        ),
      },
      {
        key: 'identity',
        title: t('manage.channelBusiness.identity'),
        fields: (
          <>
            <IdentityFields of={dealers} />
          </>
        ),
      },
      {
        key: 'contact',
        title: t('manage.channelBusiness.contact'),
        fields: (
          <>
            <ContactFields of={dealers} />
            <Field of={dealers} name="warehouses" className="form-wide">
              <Input.TextArea rows={3} maxLength={1000} />
            </Field>
            <Field of={dealers} name="remark" className="form-wide">
              <Input.TextArea rows={3} maxLength={500} />
            </Field>
          </>
        ),
      },
    ];
  };
}

/**
 * Parent dealer, excluding the dealer's own branch. If the tree is too large, it becomes a search and only the server validates the choice.
 */
function ParentField({ dealerId }: { dealerId: number | undefined }) {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const parentId = Form.useWatch<number | null | undefined>('parentId', { form, preserve: true });
  const { data: { dealers: nodes, more } = { dealers: [], more: false } } = useDealerTree();
  if (more)
    return (
      <Field of={dealers} name="parentId" extra={t('manage.channelBusiness.parentMany', { count: nodes.length })}>
        <RecordSelect of={dealers} label="channelBusinessName" note="channelBusinessCode" allowClear />
      </Field>
    );
  const parentOptions = nodes.filter(
    ({ channelBusinessId, state }) =>
      (state !== 'terminated' || channelBusinessId === parentId) &&
      (!dealerId || ancestorsOf(nodes, channelBusinessId).every((ancestor) => ancestor.channelBusinessId !== dealerId)),
  );
  return (
    <Field of={dealers} name="parentId">
      <TreeSelect rows={parentOptions} names={{ id: 'channelBusinessId', parentId: 'parentId', label: 'channelBusinessName' }} allowClear />
    </Field>
  );
}

/** Authorised regions and products, within the parent's limits. */
function AuthorityGroup({ dealerId }: { dealerId: number | undefined }) {
  const form = Form.useFormInstance();
  return <AuthorityFields of={dealerId} parentId={Form.useWatch<number | null | undefined>('parentId', { form, preserve: true })} />;
}

export default function DealerFormPage() {
  const groups = useDealerGroups();
  const [search] = useSearchParams();
  const parentId = Number(search.get('parentId')) || undefined;
  const blank = useMemo(() => (parentId ? { parentId } : undefined), [parentId]);
  return (
    <ResourceFormPage resource={dealers} blank={blank} groups={groups} nameField="channelBusinessName" home="/manage/channelBusiness" />
  );
}
