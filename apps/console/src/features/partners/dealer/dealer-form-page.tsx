import { dealers } from '@suyuan/contract';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { ResourceFormPage } from '../../../ui/resource-form-page.tsx';
import { useDealerGroups } from './dealer-fields.tsx';
import './dealer.css';

export default function DealerFormPage() {
  const groups = useDealerGroups();
  const [search] = useSearchParams();
  const parentId = Number(search.get('parentId')) || undefined;
  const blank = useMemo(() => (parentId ? { parentId } : undefined), [parentId]);
  return (
    <ResourceFormPage resource={dealers} blank={blank} groups={groups} nameField="channelBusinessName" home="/manage/channelBusiness" />
  );
}
