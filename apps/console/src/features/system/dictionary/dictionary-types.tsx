import { dictionaries, type RecordOf, refreshDictionaries } from '@suyuan/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Tag } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { call, listQueryOptions } from '../../../data/api.ts';
import { translateSeedText } from '../../../data/display-names.ts';
import { downloadSheet } from '../../../data/download.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { FormFields } from '../../../ui/field-kinds.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ToolButton } from '../../../ui/list-tools.tsx';
import { useConfirmRemove } from '../../../ui/record-actions.ts';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { RowActions } from '../../../ui/row-actions.tsx';
import { ClearableInput } from '../../../ui/select.tsx';
import { QueryState } from '../../../ui/states.tsx';
import { includesText } from '../../../ui/tree.ts';

type TypeRow = RecordOf<typeof dictionaries>;

/** Translated name of a seeded dictionary; otherwise the stored one. */
export const nameOfType = ({ dictType, dictName }: Pick<TypeRow, 'dictType' | 'dictName'>) =>
  translateSeedText(`system.dict.seed.name.${dictType}`, dictName);

/** Maximum number of listed dictionaries; others are found by search. */
const MAX_TYPES = 500;

/** All dictionaries up to the limit. Page and list share this query. */
export const allTypesQueryOptions = listQueryOptions(dictionaries, { page: '1', pageSize: String(MAX_TYPES) });

/** Scrolls the list, not the page, to the selected dictionary. */
function scrollIntoView(item: HTMLElement | null) {
  const list = item?.parentElement;
  if (!item || !list) return;
  const itemRect = item.getBoundingClientRect();
  const listRect = list.getBoundingClientRect();
  if (itemRect.top < listRect.top || itemRect.bottom > listRect.bottom)
    list.scrollTop += itemRect.top - listRect.top - (listRect.height - itemRect.height) / 2;
}

export function DictionaryTypes({ selectedType }: { selectedType: string | undefined }) {
  const t = useTranslations();
  const client = useQueryClient();
  const { hasPermi } = usePermissions();
  const isAllowed = (operation: 'add' | 'edit' | 'remove' | 'export') => hasPermi(dictionaries.permission(operation));
  const [searchText, setSearchText] = useState('');
  const part = useDeferredValue(searchText.trim());
  const list = useQuery({ ...allTypesQueryOptions, placeholderData: keepPreviousData });
  const [editing, setEditing] = useState<{ record?: TypeRow }>();
  // The cast: a removed record is one of the list.
  const remove = useConfirmRemove(dictionaries, (row) => nameOfType(row as TypeRow));
  const invalidateData = () => client.invalidateQueries({ queryKey: ['/system/dict/data'] });
  const refresh = useMutation({
    mutationFn: () => call(refreshDictionaries, {}),
    onSuccess: async () => {
      await Promise.all([invalidateData(), client.invalidateQueries({ queryKey: [dictionaries.path] })]);
      shellServices.notify('success', t('system.dict.refreshed'));
    },
  });
  const { rows = [], total = 0 } = list.data ?? {};
  const matches = rows.filter((row) => [nameOfType(row), row.dictName, row.dictType].some((text) => includesText(text, part)));

  return (
    <>
      <header className="mb-3 flex items-center">
        <h2 className="m-0 flex-1 text-sm font-semibold">{t('system.dict.list')}</h2>
        {isAllowed('export') && (
          <ToolButton
            label={t('kit.export')}
            icon={<Icon name="download" />}
            onClick={() => void downloadSheet(dictionaries.path, 'dict')}
          />
        )}
        {isAllowed('remove') && (
          <ToolButton
            label={t('system.dict.refreshCache')}
            icon={<Icon name="reload" />}
            busy={refresh.isPending}
            onClick={() => refresh.mutate()}
          />
        )}
        {isAllowed('add') && (
          <ToolButton label={t('kit.addNoun', { noun: t('system.dictType') })} icon={<Icon name="plus" />} onClick={() => setEditing({})} />
        )}
      </header>
      <ClearableInput
        aria-label={t('system.dict.find')}
        placeholder={t('system.dict.find')}
        value={searchText}
        onChange={({ target }) => setSearchText(target.value)}
      />
      {!list.data && <QueryState query={list} rows={6} />}
      {list.data && (
        <ul
          // below 1200 px in columns above the entries, without another scroll bar
          data-full-height
          className="-mx-4 mt-3 mb-0 list-none p-0 max-xl:grid max-xl:grid-cols-2 md:max-xl:grid-cols-3 xl:max-h-[min(720px,calc(100vh-320px))] xl:overflow-auto"
          aria-label={t('system.dict.list')}
        >
          {part === '' && <TypeItem to="?" isOpen={!selectedType} title={t('system.dict.all')} />}
          {matches.map((row) => (
            <TypeItem
              key={row.dictId}
              to={`?dictType=${row.dictType}`}
              isOpen={row.dictType === selectedType}
              title={
                <>
                  {nameOfType(row)}
                  {row.status === '1' && <Tag className="ml-2!">{t('system.dict.off')}</Tag>}
                </>
              }
              dictType={row.dictType}
            >
              {(isAllowed('edit') || isAllowed('remove')) && (
                <RowActions
                  name={nameOfType(row)}
                  primaryAction={null}
                  onEdit={undefined}
                  onRemove={undefined}
                  moreActions={[
                    {
                      key: 'edit',
                      label: t('kit.edit'),
                      permission: dictionaries.permission('edit'),
                      onClick: () => setEditing({ record: row }),
                    },
                    {
                      key: 'remove',
                      label: t('kit.remove'),
                      danger: true,
                      permission: dictionaries.permission('remove'),
                      onClick: () => void remove([row]),
                    },
                  ]}
                />
              )}
            </TypeItem>
          ))}
        </ul>
      )}
      {list.data && matches.length === 0 && part !== '' && <p className="text-muted">{t('system.dict.none')}</p>}
      {total > MAX_TYPES && <p className="text-muted">{t('system.dict.more', { count: MAX_TYPES })}</p>}
      {editing && (
        <ResourceForm
          resource={dictionaries}
          record={editing.record}
          onClose={() => setEditing(undefined)}
          onDone={() => void invalidateData()}
        >
          <FormFields of={dictionaries} />
        </ResourceForm>
      )}
    </>
  );
}

interface TypeItemProps {
  to: string;
  isOpen: boolean;
  title: ReactNode;
  dictType?: string;
  /** The menu of its actions. */
  children?: ReactNode;
}

function TypeItem({ to, isOpen, title, dictType, children }: TypeItemProps) {
  return (
    <li
      ref={isOpen && dictType ? scrollIntoView : null}
      className={`flex items-center gap-1 border-l-3 pr-2 hover:bg-hover ${
        isOpen ? 'border-primary bg-primary-ground' : 'border-transparent'
      }`}
    >
      <Link to={to} aria-current={isOpen ? 'true' : undefined} className="min-w-0 flex-1 py-2 pr-0 pl-[13px] text-ink!">
        <strong className="block max-w-full truncate font-medium">{title}</strong>
        {dictType && <span className="mono-text block max-w-full truncate text-xs/5 text-muted max-md:hidden">{dictType}</span>}
      </Link>
      {children}
    </li>
  );
}
