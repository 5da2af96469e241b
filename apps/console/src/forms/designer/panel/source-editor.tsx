import { type FormNode, isOwnPath, type Source } from '@suyuan/forms';
import { Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import { apiPath, apiUrl } from '../../../data/site-config.ts';
import { useWords } from '../../../data/words.ts';
import { useOptions } from '../../renderer/options.ts';
import { useDesignerStore } from '../state.ts';
import { DictionaryPick } from './dict-pick.tsx';
import { Line } from './line.tsx';

const modes = ['static', 'dict', 'dynamic'] as const;
const methods = ['get', 'post', 'put', 'delete'] as const;
const ways = ['dataPath', 'labelKey', 'valueKey', 'childrenKey', 'dataConsumer'] as const;
const usual: Record<(typeof ways)[number], string> = {
  dataPath: 'rows',
  labelKey: 'label',
  valueKey: 'value',
  childrenKey: 'children',
  dataConsumer: 'options',
};

export function SourceEditor({ node }: { node: FormNode }) {
  const t = useWords();
  const store = useDesignerStore();
  const source: Source = node.source ?? { mode: 'static' };
  const set = (changes: Partial<Source>) =>
    store.act({
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
      <Line label={label} wide>
        {(id) => (
          <Segmented
            id={id}
            block
            size="small"
            name={label}
            value={source.mode}
            options={modes.map((value) => ({ value, label: t(`tool.build.source.${value}`) }))}
            onChange={(mode) => set({ mode })}
          />
        )}
      </Line>
      {source.mode === 'dict' && (
        <Line label={t('tool.build.source.dictType')}>
          {(id) => <DictionaryPick id={id} value={source.dict} onChange={(dictionary) => set({ dict: dictionary })} />}
        </Line>
      )}
      {source.mode === 'dynamic' && (
        <>
          <UrlLine url={source.url ?? ''} onChange={(url) => set({ url })} />
          <Line
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
          </Line>
          {ways.map((way) => (
            <Line key={way} label={t(`tool.build.source.${way}`)}>
              {(id) => (
                <Input
                  id={id}
                  size="small"
                  className="mono-text"
                  placeholder={usual[way]}
                  value={source[way] ?? ''}
                  onChange={(event) => set({ [way]: event.target.value || undefined })}
                />
              )}
            </Line>
          ))}
        </>
      )}
      {source.mode !== 'static' && <Found node={node} />}
    </>
  );
}

/** Own paths only; input is applied when valid. */
function UrlLine({ url, onChange }: { url: string; onChange: (url: string) => void }) {
  const t = useWords();
  const [typed, setTyped] = useState(url);
  const fine = typed === '' || isOwnPath(typed);
  return (
    <Line
      label={t('tool.build.source.url')}
      wide
      fault={fine ? undefined : t('tool.build.source.urlWrong')}
      hint={t('tool.build.source.urlHint')}
    >
      {(id, describedBy) => (
        <Input
          id={id}
          size="small"
          className="mono-text"
          prefix={apiUrl('')}
          placeholder="/system/dept/list"
          status={fine ? '' : 'error'}
          aria-describedby={describedBy}
          value={typed}
          onChange={(event) => {
            const next = apiPath(event.target.value.trim());
            setTyped(next);
            if (next === '' || isOwnPath(next)) onChange(next);
          }}
        />
      )}
    </Line>
  );
}

function Found({ node }: { node: FormNode }) {
  const t = useWords();
  const { options, pending, retry } = useOptions(node);
  const said = pending
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
  return (
    <p className="panel-hint" role="status">
      {said}
    </p>
  );
}
