import { dictTypes, type RecordOf } from '@suyuan/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Input, Select, Tag } from 'antd';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { listOf } from '../../../data/api.ts';
import { download } from '../../../data/download.ts';
import { hosts } from '../../../data/hosts.ts';
import { useRights } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { seedText } from '../../../data/seed-text.ts';
import { useWords } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Tool } from '../../../ui/list-tools.tsx';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { RowActions } from '../../../ui/row-actions.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { holds } from '../../../ui/tree-search.ts';
import { useRemoval } from '../../../ui/use-removal.ts';

type TypeRow = RecordOf<typeof dictTypes>;

/** Translated name of a seeded dictionary; otherwise the stored one. */
export const nameOfType = ({ dictType, dictName }: Pick<TypeRow, 'dictType' | 'dictName'>) =>
  seedText(`system.dict.seed.name.${dictType}`, dictName);

/** Maximum number of listed dictionaries; others are found by search. */
const LISTED = 500;

/** All dictionaries up to the limit. Page and list share this query. */
export const allTypes = listOf(dictTypes, { page: '1', pageSize: String(LISTED) });

/** Scrolls the list, not the page, to the selected dictionary. */
function intoView(item: HTMLElement | null) {
  const list = item?.parentElement;
  if (!item || !list) return;
  const place = item.getBoundingClientRect();
  const seen = list.getBoundingClientRect();
  if (place.top < seen.top || place.bottom > seen.bottom) list.scrollTop += place.top - seen.top - (seen.height - place.height) / 2;
}

export function DictionaryTypes({ chosen }: { chosen: string | undefined }) {
  const t = useWords();
  const client = useQueryClient();
  const { hasPermi } = useRights();
  const may = (operation: 'add' | 'edit' | 'remove' | 'export') => hasPermi(dictTypes.permission(operation));
  const [typed, setTyped] = useState('');
  const part = useDeferredValue(typed.trim());
  const list = useQuery({ ...allTypes, placeholderData: keepPreviousData });
  const [editing, setEditing] = useState<{ record?: TypeRow }>();
  const remove = useRemoval(
    dictTypes,
    ({ dictName }) => String(dictName),
    () => undefined,
  );
  const afresh = () => client.invalidateQueries({ queryKey: ['/system/dict/data'] });
  const refresh = useMutation({
    mutationFn: () => request('DELETE', `${dictTypes.path}/refreshCache`),
    onSuccess: async () => {
      await Promise.all([afresh(), client.invalidateQueries({ queryKey: [dictTypes.path] })]);
      hosts.tell('success', t('system.dict.refreshed'));
    },
  });
  const { rows = [], total = 0 } = list.data ?? {};
  const found = rows.filter((row) => [nameOfType(row), row.dictName, row.dictType].some((text) => holds(text, part)));

  return (
    <>
      <header className="dict-types-head">
        <h2>{t('system.dict.list')}</h2>
        {may('export') && (
          <Tool
            label={t('kit.export')}
            icon={<Icon name="download" />}
            onClick={() =>
              void download(`${dictTypes.path}/export`, `dict_${Date.now()}.xlsx`, { method: 'POST', body: new URLSearchParams() })
            }
          />
        )}
        {may('remove') && (
          <Tool
            label={t('system.dict.refreshCache')}
            icon={<Icon name="reload" />}
            busy={refresh.isPending}
            onClick={() => refresh.mutate()}
          />
        )}
        {may('add') && (
          <Tool label={t('kit.addNoun', { noun: t('system.dictType') })} icon={<Icon name="plus" />} onClick={() => setEditing({})} />
        )}
      </header>
      <Input
        allowClear
        aria-label={t('system.dict.find')}
        placeholder={t('system.dict.find')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {list.error && !list.data && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Waiting rows={6} />}
      {list.data && (
        <ul className="dict-types" aria-label={t('system.dict.list')}>
          {part === '' && (
            <li className={chosen ? '' : 'dict-type-open'}>
              <Link to="?" aria-current={chosen ? undefined : 'true'}>
                <strong>{t('system.dict.all')}</strong>
              </Link>
            </li>
          )}
          {found.map((row) => (
            <li
              key={row.dictId}
              ref={row.dictType === chosen ? intoView : null}
              className={row.dictType === chosen ? 'dict-type-open' : ''}
            >
              <Link to={`?dictType=${row.dictType}`} aria-current={row.dictType === chosen ? 'true' : undefined}>
                <strong>
                  {nameOfType(row)}
                  {row.status === '1' && <Tag>{t('system.dict.off')}</Tag>}
                </strong>
                <span className="mono-text">{row.dictType}</span>
              </Link>
              {(may('edit') || may('remove')) && (
                <RowActions
                  name={nameOfType(row)}
                  own={null}
                  onEdit={undefined}
                  onRemove={undefined}
                  more={[
                    {
                      key: 'edit',
                      label: t('kit.edit'),
                      permission: dictTypes.permission('edit'),
                      onClick: () => setEditing({ record: row }),
                    },
                    {
                      key: 'remove',
                      label: t('kit.remove'),
                      danger: true,
                      permission: dictTypes.permission('remove'),
                      onClick: () => void remove([row]),
                    },
                  ]}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {list.data && found.length === 0 && part !== '' && <p className="none">{t('system.dict.none')}</p>}
      {total > LISTED && <p className="none">{t('system.dict.more', { count: LISTED })}</p>}
      {editing && (
        <ResourceForm
          resource={dictTypes}
          record={editing.record}
          blank={{ status: '0' }}
          onClose={() => setEditing(undefined)}
          onDone={() => void afresh()}
        >
          <TypeFields />
        </ResourceForm>
      )}
    </>
  );
}

function TypeFields() {
  const t = useWords();
  return (
    <>
      <Field of={dictTypes} name="dictName">
        <Input maxLength={100} />
      </Field>
      <Field of={dictTypes} name="dictType">
        <Input className="mono-text" maxLength={100} autoComplete="off" />
      </Field>
      <Field of={dictTypes} name="status">
        <Select options={(['0', '1'] as const).map((value) => ({ value, label: t(`system.dictType.status.${value}`) }))} />
      </Field>
      <Field of={dictTypes} name="remark">
        <Input.TextArea rows={3} maxLength={500} />
      </Field>
    </>
  );
}
