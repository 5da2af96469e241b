import { type DealerNode, dealerPartner, dealers } from '@suyuan/contract';
import { Form } from 'antd';
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { FileField } from '../../../ui/file-inputs.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { TreeSelect, type TreeSelectProps } from '../../../ui/tree-select.tsx';
import { PartnerFormPage } from '../shared/partner-form-page.tsx';
import { AuthorityFields } from './dealer-authority.tsx';
import type { Dealer } from './dealer-life-cycle.ts';
import { ancestorsOf, useDealerTree } from './dealer-tree.ts';

/**
 * Parent dealer, excluding the dealer's own branch. If the tree is too large, it becomes a search and only the server validates the choice.
 */
function useParentProps(dealerId: number | undefined) {
  const t = useTranslations();
  const { data: { dealers: nodes, more } = { dealers: [], more: false } } = useDealerTree();
  if (more)
    return {
      extra: t('manage.channelBusiness.parentMany', { count: nodes.length }),
      control: <RecordSelect of={dealers} label="channelBusinessName" note="channelBusinessCode" allowClear />,
    };
  return { control: <ParentSelect dealerId={dealerId} /> };
}

interface ParentSelectProps extends Omit<TreeSelectProps<DealerNode>, 'rows' | 'names'> {
  dealerId: number | undefined;
}

function ParentSelect({ dealerId, ...input }: ParentSelectProps) {
  const { data: { dealers: nodes } = { dealers: [] }, isPending, isError, refetch } = useDealerTree();
  const parentOptions = nodes.filter(
    ({ channelBusinessId, state }) =>
      (state !== 'terminated' || channelBusinessId === input.value) &&
      (!dealerId || ancestorsOf(nodes, channelBusinessId).every((ancestor) => ancestor.channelBusinessId !== dealerId)),
  );
  const names = { id: 'channelBusinessId', parentId: 'parentId', label: 'channelBusinessName' } as const;
  return <TreeSelect rows={parentOptions} names={names} allowClear loading={isPending} retry={isError ? refetch : undefined} {...input} />;
}

/** Authorised regions and products, within the parent's limits. */
function AuthorityGroup({ dealer }: { dealer: Dealer | undefined }) {
  const form = Form.useFormInstance();
  return <AuthorityFields dealer={dealer} parentId={Form.useWatch<number | null | undefined>('parentId', { form, preserve: true })} />;
}

export default function DealerFormPage() {
  const t = useTranslations();
  const { channelBusinessId } = useParams();
  const dealerId = Number(channelBusinessId) || undefined;
  const [search] = useSearchParams();
  const parentId = Number(search.get('parentId')) || undefined;
  const blank = useMemo(() => (parentId ? { parentId } : undefined), [parentId]);
  return (
    <PartnerFormPage
      partner={dealerPartner}
      blank={blank}
      fieldProps={{
        parentId: useParentProps(dealerId),
        contractPath: { extra: t('kit.fileHint'), control: <FileField nameField="contractFile" /> },
        contractFile: { hidden: true },
        depositYuan: { inputProps: { controls: false, className: 'w-full!' } },
      }}
      groupOf={(group, dealer) => {
        if (group.key !== 'authority') return group;
        // an active dealer's authorisation is changed separately, with a permission for it
        const isDraft = !dealer || dealer.state === 'draft';
        return isDraft ? { ...group, fields: <AuthorityGroup dealer={dealer as Dealer | undefined} /> } : undefined;
      }}
    />
  );
}
