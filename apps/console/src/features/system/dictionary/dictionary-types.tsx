import { dictionaries, type RecordOf } from '@suyuan/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Input, Select, Tag } from 'antd';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { listQueryOptions } from '../../../data/api.ts';
import { translateSeedText } from '../../../data/display-names.ts';
import { download } from '../../../data/download.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ToolButton } from '../../../ui/list-tools.tsx';
import { useConfirmRemove } from '../../../ui/record-actions.ts';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { RowActions } from '../../../ui/row-actions.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
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
  const remove = useConfirmRemove(
    dictionaries,
    ({ dictName }) => String(dictName),
    () => undefined,
  );
  const invalidateData = () => client.invalidateQueries({ queryKey: ['/system/dict/data'] });
  const refresh = useMutation({
    mutationFn: () => request('DELETE', `${dictionaries.path}/refreshCache`),
    onSuccess: async () => {
      await Promise.all([invalidateData(), client.invalidateQueries({ queryKey: [dictionaries.path] })]);
      shellServices.notify('success', t('system.dict.refreshed'));
    },
  });
  const { rows = [], total = 0 } = list.data ?? {};
  const matches = rows.filter((row) => [nameOfType(row), row.dictName, row.dictType].some((text) => includesText(text, part)));

  return (
    <>
      <header className="dict-types-head">
        <h2>{t('system.dict.list')}</h2>
        {isAllowed('export') && (
          <ToolButton
            label={t('kit.export')}
            icon={<Icon name="download" />}
            onClick={() =>
              void download(`${dictionaries.path}/export`, `dict_${Date.now()}.xlsx`, { method: 'POST', body: new URLSearchParams() })
            }
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
      <Input
        allowClear
        aria-label={t('system.dict.find')}
        placeholder={t('system.dict.find')}
        value={searchText}
        onChange={({ target }) => setSearchText(target.value)}
      />
      {list.error && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <LoadingState rows={6} />}
      {list.data && (
        <ul className="dict-types" aria-label={t('system.dict.list')}>
          {part === '' && (
            <li className={selectedType ? '' : 'dict-type-open'}>
              <Link to="?" aria-current={selectedType ? undefined : 'true'}>
                <strong>{t('system.dict.all')}</strong>
              </Link>
            </li>
          )}
          {matches.map((row) => (
            <li
              key={row.dictId}
              ref={row.dictType === selectedType ? scrollIntoView : null}
              className={row.dictType === selectedType ? 'dict-type-open' : ''}
            >
              <Link to={`?dictType=${row.dictType}`} aria-current={row.dictType === selectedType ? 'true' : undefined}>
                <strong>
                  {nameOfType(row)}
                  {row.status === '1' && <Tag>{t('system.dict.off')}</Tag>}
                </strong>
                <span className="mono-text">{row.dictType}</span>
              </Link>
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
            </li>
          ))}
        </ul>
      )}
      {list.data && matches.length === 0 && part !== '' && <p className="none">{t('system.dict.none')}</p>}
      {total > MAX_TYPES && <p className="none">{t('system.dict.more', { count: MAX_TYPES })}</p>}
      {editing && (
        <ResourceForm
          resource={dictionaries}
          record={editing.record}
          blank={{ status: '0' }}
          onClose={() => setEditing(undefined)}
          onDone={() => void invalidateData()}
        >
          <TypeFields />
        </ResourceForm>
      )}
    </>
  );
}

function TypeFields() {
  const t = useTranslations();
  return (
    <>
      <Field of={dictionaries} name="dictName">
        <Input maxLength={100} />
      </Field>
      <Field of={dictionaries} name="dictType">
        <Input className="mono-text" maxLength={100} autoComplete="off" />
      </Field>
      <Field of={dictionaries} name="status">
        <Select options={(['0', '1'] as const).map((value) => ({ value, label: t(`system.dictType.status.${value}`) }))} />
      </Field>
      <Field of={dictionaries} name="remark">
        <Input.TextArea rows={3} maxLength={500} />
      </Field>
    </>
  );
}
