import { dictionaryOptions } from '@suyuan/contract';
import { type FormNode, isOwnPath, type Source } from '@suyuan/forms';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Input, Segmented } from 'antd';
import { endpointQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { apiPath, apiUrl } from '../../../data/site-config.ts';
import { Select } from '../../../ui/select.tsx';
import { useOptions } from '../../renderer/options.ts';
import { useDesignerStore, useTypedText } from '../designer-store.ts';
import { Note } from '../parts.tsx';
import { PanelLine } from './setting-editors.tsx';

/** Dictionary type: a select if the user may read the list, else a text field. */
function DictionaryPicker({
  id,
  value,
  onChange,
}: {
  id: string;
  value: string | undefined;
  onChange: (next: string | undefined) => void;
}) {
  const { data = [] } = useQuery({
    ...endpointQueryOptions(dictionaryOptions, {}),
    staleTime: 60_000,
    retry: false,
    meta: { ownErrors: true },
  });
  return (
    <AutoComplete
      id={id}
      size="small"
      value={value ?? ''}
      options={data.map(({ dictType, dictName }) => ({ value: dictType, label: `${dictName} ${dictType}` }))}
      showSearch={{ filterOption: (input, option) => String(option?.label).toLowerCase().includes(input.toLowerCase()) }}
      onChange={(next) => onChange(next || undefined)}
    />
  );
}

const modes = ['static', 'dict', 'dynamic'] as const;
const methods = ['get', 'post', 'put', 'delete'] as const;
const keyFields = ['dataPath', 'labelKey', 'valueKey', 'childrenKey', 'dataConsumer'] as const;
const defaultKeys: Record<(typeof keyFields)[number], string> = {
  dataPath: 'rows',
  labelKey: 'label',
  valueKey: 'value',
  childrenKey: 'children',
  dataConsumer: 'options',
};

export function SourceEditor({ node }: { node: FormNode }) {
  const t = useTranslations();
  const store = useDesignerStore();
  const source: Source = node.source ?? { mode: 'static' };
  const set = (changes: Partial<Source>) =>
    store.dispatch({
      do: 'set',
      ids: [node.id],
      changes: {
        source: Object.fromEntries(
          Object.entries({ ...source, ...changes }).filter(([, value]) => value !== undefined),
        ) as unknown as Source,
      },
    });
  const label = t('tool.build.setting.source');
  return (
    <>
      <PanelLine label={label} wide>
        {(id) => (
          <Segmented
            id={id}
            block
            size="small"
            name={label}
            aria-label={label}
            value={source.mode}
            options={modes.map((value) => ({ value, label: t(`tool.build.source.${value}`) }))}
            onChange={(mode) => set({ mode })}
          />
        )}
      </PanelLine>
      {source.mode === 'dict' && (
        <PanelLine label={t('tool.build.source.dictType')}>
          {(id) => <DictionaryPicker id={id} value={source.dict} onChange={(dictionary) => set({ dict: dictionary })} />}
        </PanelLine>
      )}
      {source.mode === 'dynamic' && (
        <>
          <UrlLine url={source.url ?? ''} onChange={(url) => set({ url })} />
          <PanelLine
            label={t('tool.build.source.method')}
            hint={source.method && source.method !== 'get' ? t('tool.build.source.onlyGet') : undefined}
          >
            {(id) => (
              <Select
                id={id}
                size="small"
                value={source.method ?? 'get'}
                options={methods.map((value) => ({ value, label: value.toUpperCase() }))}
                onChange={(method) => set({ method })}
              />
            )}
          </PanelLine>
          {keyFields.map((key) => (
            <PanelLine key={key} label={t(`tool.build.source.${key}`)}>
              {(id) => (
                <Input
                  id={id}
                  size="small"
                  className="mono-text"
                  placeholder={defaultKeys[key]}
                  value={source[key] ?? ''}
                  onChange={(event) => set({ [key]: event.target.value || undefined })}
                />
              )}
            </PanelLine>
          ))}
        </>
      )}
      {source.mode !== 'static' && <SourcePreview node={node} />}
    </>
  );
}

/** Own paths only; input is applied when valid. */
function UrlLine({ url, onChange }: { url: string; onChange: (url: string) => void }) {
  const t = useTranslations();
  const [text, setText] = useTypedText(url, String);
  const isValid = text === '' || isOwnPath(text);
  return (
    <PanelLine
      label={t('tool.build.source.url')}
      wide
      fault={isValid ? undefined : t('tool.build.source.urlWrong')}
      hint={t('tool.build.source.urlHint')}
    >
      {(id, describedBy) => (
        <Input
          id={id}
          size="small"
          className="mono-text"
          prefix={apiUrl('')}
          placeholder="/system/dept/list"
          status={isValid ? '' : 'error'}
          aria-describedby={describedBy}
          value={text}
          onChange={(event) => {
            const next = apiPath(event.target.value.trim());
            const isApplied = next === '' || isOwnPath(next);
            setText(next, isApplied ? next : url);
            if (isApplied) onChange(next);
          }}
        />
      )}
    </PanelLine>
  );
}

function SourcePreview({ node }: { node: FormNode }) {
  const t = useTranslations();
  const { options, pending, retry } = useOptions(node);
  const statusText = pending
    ? t('kit.loading')
    : retry
      ? t('tool.build.source.failed')
      : options.length === 0
        ? t('tool.build.source.foundNone')
        : t('tool.build.source.found', {
            count: options.length,
            first: options
              .slice(0, 3)
              .map(({ label }) => label)
              .join(t('kit.joint')),
          });
  return <Note role="status">{statusText}</Note>;
}
