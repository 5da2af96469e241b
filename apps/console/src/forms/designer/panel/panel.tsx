import { allNodes, type FormSettings, limits } from '@suyuan/forms';
import { Input, Segmented, Switch } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { ValidatedNumber } from '../../../ui/number-form-item.tsx';
import { type PanelName, useDesigner, useDesignerStore } from '../designer-store.ts';
import { RulesPanel } from '../rules/rules-panel.tsx';
import { NodePanel } from './node-panel.tsx';
import { PanelLine } from './setting-editors.tsx';

const choices = {
  layout: ['horizontal', 'vertical', 'inline'],
  labelAlign: ['left', 'right'],
  size: ['small', 'middle', 'large'],
} as const;
const maxByKey = { labelSpan: 24, labelOffset: 24, wrapperSpan: 24, wrapperOffset: 24, gutter: 100 } as const;
const legacyKeys = ['formRef', 'formModel', 'formRules'] as const;

function FormPanel() {
  const t = useTranslations();
  const store = useDesignerStore();
  const form = useDesigner(({ editor }) => editor.doc.form);
  const stacked = useDesigner((state) => state.stacked);
  const set = (changes: Partial<FormSettings>) => store.dispatch({ do: 'setForm', changes });
  const horizontal = form.layout === 'horizontal';
  return (
    <>
      <section className="panel-section">
        <h3>{t('tool.build.form.layoutSection')}</h3>
        <PanelLine label={t('tool.build.form.name')}>
          {(id) => (
            <Input
              id={id}
              size="small"
              maxLength={100}
              value={form.name ?? ''}
              onChange={(event) => set({ name: event.target.value || undefined })}
            />
          )}
        </PanelLine>
        {(Object.keys(choices) as (keyof typeof choices)[]).map((key) => (
          <PanelLine key={key} label={t(`tool.build.form.${key}`)}>
            {(id) => (
              <Segmented
                id={id}
                size="small"
                name={t(`tool.build.form.${key}`)}
                value={form[key] ?? 'middle'}
                options={choices[key].map((value) => ({
                  value,
                  label: t(`tool.build.form.${key}.${value}` as 'tool.build.form.layout.inline'),
                }))}
                onChange={(value) => set({ [key]: value })}
              />
            )}
          </PanelLine>
        ))}
        {stacked && form.layout !== 'vertical' && <p className="panel-hint">{t('tool.build.form.stacked')}</p>}
        {(Object.keys(maxByKey) as (keyof typeof maxByKey)[])
          .filter((key) => horizontal || key === 'gutter')
          .map((key) => (
            <PanelLine key={key} label={t(`tool.build.form.${key}`)}>
              {(id) => (
                <ValidatedNumber
                  id={id}
                  title={t(`tool.build.form.${key}`)}
                  size="small"
                  required
                  min={0}
                  max={maxByKey[key]}
                  value={form[key]}
                  onChange={(value) => value !== null && set({ [key]: value })}
                />
              )}
            </PanelLine>
          ))}
      </section>
      <section className="panel-section">
        <h3>{t('tool.build.form.behaviourSection')}</h3>
        {(['disabled', 'showButtons'] as const).map((key) => (
          <PanelLine key={key} label={t(`tool.build.form.${key}`)}>
            {(id) => <Switch id={id} size="small" checked={form[key]} onChange={(value) => set({ [key]: value })} />}
          </PanelLine>
        ))}
      </section>
      <section className="panel-section">
        <h3>{t('tool.build.form.legacySection')}</h3>
        {legacyKeys.map((key) => (
          <PanelLine key={key} label={t(`tool.build.form.${key}`)}>
            {(id) => (
              <Input
                id={id}
                size="small"
                className="mono-text"
                value={form.legacy?.[key] ?? ''}
                onChange={(event) => set({ legacy: { ...form.legacy, [key]: event.target.value || undefined } })}
              />
            )}
          </PanelLine>
        ))}
        <p className="panel-hint">{t('tool.build.form.legacyHint')}</p>
      </section>
      <Count max={limits.nodes} />
    </>
  );
}

function Count({ max }: { max: number }) {
  const t = useTranslations();
  const count = useDesigner(({ editor }) => allNodes(editor.doc.fields).length);
  return <p className="panel-hint">{t('tool.build.form.count', { count, most: max })}</p>;
}

const panelNames = ['node', 'rules', 'form'] as const satisfies PanelName[];
const bodies = { node: NodePanel, rules: RulesPanel, form: FormPanel };

export function Panel() {
  const t = useTranslations();
  const store = useDesignerStore();
  const panel = useDesigner((state) => state.panel);
  const Body = bodies[panel];
  return (
    <section className="panel" aria-label={t('tool.build.panel')} data-panel>
      <Segmented<PanelName>
        block
        name={t('tool.build.panel')}
        value={panel}
        onChange={(next) => store.update({ panel: next })}
        options={panelNames.map((value) => ({ value, label: t(`tool.build.panel.${value}`) }))}
      />
      <div className="panel-body">
        <Body />
      </div>
    </section>
  );
}
