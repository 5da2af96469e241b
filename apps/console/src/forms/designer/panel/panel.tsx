import {
  allNodes,
  ancestorsOf,
  type FormDoc,
  type FormNode,
  type FormSettings,
  findNode,
  limits,
  retypesOf,
  type Setting,
  specOf,
} from '@suyuan/forms';
import { Input, Segmented, Switch } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { ValidatedNumber } from '../../../ui/number-form-item.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TypeIcon } from '../designer-icons.tsx';
import { type PanelName, useDesigner, useDesignerStore } from '../designer-store.ts';
import { NodeActions } from '../node-tools.tsx';
import { Note, PanelSection } from '../parts.tsx';
import { RulesPanel } from '../rules/rules-panel.tsx';
import { PanelLine } from './setting-editors.tsx';
import { SettingLine } from './setting-line.tsx';

const sections = ['basic', 'options', 'validation', 'look', 'behaviour'] as const;
/** Settings that apply to multiple components. */
const sharedKeys = ['span', 'showLabel', 'required', 'keepHidden', 'size', 'disabled', 'allowClear', 'readOnly'];

/** Settings of the selection; shared settings change all selected components. */
function NodePanel() {
  const t = useTranslations();
  const fields = useDesigner(({ editor }) => editor.doc.fields);
  const selection = useDesigner(({ editor }) => editor.selection);
  const nodes = selection.flatMap((id) => findNode(fields, id) ?? []);
  const [first] = nodes;
  if (!first) return <EmptyState text={t('tool.build.noneSelected')} />;
  const settings = sharedSettings(nodes);
  return (
    <>
      {nodes.length === 1 ? <TypeSelect node={first} /> : <Note>{t('tool.build.manySelected', { count: nodes.length })}</Note>}
      <PublicSwitch nodes={nodes} />
      {sections.map((section) => {
        const lines = settings.filter((setting) => setting.section === section);
        if (lines.length === 0) return null;
        return (
          <PanelSection key={section} title={t(`tool.build.section.${section}`)}>
            {lines.map((setting) => (
              <SettingLine key={`${nodes.length === 1 ? first.id : 'many'} ${setting.at} ${setting.key}`} nodes={nodes} setting={setting} />
            ))}
          </PanelSection>
        );
      })}
    </>
  );
}

function sharedSettings([first, ...others]: FormNode[]): readonly Setting[] {
  if (!first) return [];
  const { settings } = specOf(first.type);
  if (others.length === 0) return settings;
  const isShared = ({ key, at }: Setting) =>
    others.every((other) => specOf(other.type).settings.some((one) => one.key === key && one.at === at));
  return settings.filter((setting) => sharedKeys.includes(setting.key) && isShared(setting));
}

/** The type, and the types it can change to with the same name and position. */
function TypeSelect({ node }: { node: FormNode }) {
  const t = useTranslations();
  const store = useDesignerStore();
  const doc = useDesigner(({ editor }) => editor.doc);
  const otherTypes = retypesOf(doc, node.id).filter((type) => type !== node.type);
  const option = (type: FormNode['type']) => ({
    value: type,
    label: (
      <span className="inline-flex items-center gap-2">
        <TypeIcon type={type} /> {t(`tool.build.type.${type}`)}
      </span>
    ),
    word: t(`tool.build.type.${type}`),
  });
  return (
    <PanelLine label={t('tool.build.kind')}>
      {(id) => (
        <div className="grid gap-2">
          <Select
            id={id}
            value={node.type}
            options={[option(node.type), ...otherTypes.map(option)]}
            disabled={otherTypes.length === 0}
            showSearch={{ optionFilterProp: 'word' }}
            onChange={(type) => store.dispatch({ do: 'retype', id: node.id, type })}
          />
          <span className="flex gap-1">
            <NodeActions name={node.label ?? node.name} />
          </span>
        </div>
      )}
    </PanelLine>
  );
}

/**
 * Visibility of answers to consumers, for forms of a trace. Columns follow their table, and passwords are never public. A flag set in
 * another editor can be removed here.
 */
function PublicSwitch({ nodes }: { nodes: readonly FormNode[] }) {
  const t = useTranslations();
  const store = useDesignerStore();
  const publishes = useDesigner((state) => state.publishes);
  const doc = useDesigner(({ editor }) => editor.doc);
  if (!publishes || !nodes.every((node) => node.public || canBePublic(doc, node))) return null;
  return (
    <PanelLine
      label={t('tool.build.public')}
      hint={nodes.some(({ type }) => type === 'subtable') ? t('tool.build.publicTable') : undefined}
    >
      {(id) => (
        <Switch
          id={id}
          size="small"
          checked={nodes.every((node) => node.public === true)}
          onChange={(on) => store.dispatch({ do: 'set', ids: nodes.map((node) => node.id), changes: { public: on || undefined } })}
        />
      )}
    </PanelLine>
  );
}

const canBePublic = (doc: FormDoc, { id, type }: FormNode) =>
  specOf(type).answer !== 'none' && type !== 'password' && ancestorsOf(doc, id)[0]?.type !== 'subtable';

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
      <PanelSection title={t('tool.build.form.layoutSection')}>
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
                aria-label={t(`tool.build.form.${key}`)}
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
        {stacked && form.layout !== 'vertical' && (
          <div className="mb-2">
            <Note>{t('tool.build.form.stacked')}</Note>
          </div>
        )}
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
      </PanelSection>
      <PanelSection title={t('tool.build.form.behaviourSection')}>
        {(['disabled', 'showButtons'] as const).map((key) => (
          <PanelLine key={key} label={t(`tool.build.form.${key}`)}>
            {(id) => <Switch id={id} size="small" checked={form[key]} onChange={(value) => set({ [key]: value })} />}
          </PanelLine>
        ))}
      </PanelSection>
      <PanelSection title={t('tool.build.form.legacySection')}>
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
        <Note>{t('tool.build.form.legacyHint')}</Note>
      </PanelSection>
      <Count max={limits.nodes} />
    </>
  );
}

function Count({ max }: { max: number }) {
  const t = useTranslations();
  const count = useDesigner(({ editor }) => allNodes(editor.doc.fields).length);
  return <Note>{t('tool.build.form.count', { count, most: max })}</Note>;
}

const panelNames = ['node', 'rules', 'form'] as const satisfies PanelName[];
const bodies = { node: NodePanel, rules: RulesPanel, form: FormPanel };

export function Panel() {
  const t = useTranslations();
  const store = useDesignerStore();
  const panel = useDesigner((state) => state.panel);
  const Body = bodies[panel];
  return (
    <section className="flex min-h-0 flex-1 flex-col gap-3" aria-label={t('tool.build.panel')} data-panel>
      <Segmented<PanelName>
        block
        name={t('tool.build.panel')}
        aria-label={t('tool.build.panel')}
        value={panel}
        onChange={(next) => store.update({ panel: next })}
        options={panelNames.map((value) => ({ value, label: t(`tool.build.panel.${value}`) }))}
      />
      <div className="-mx-3 flex min-h-0 flex-1 flex-col gap-4 overflow-x-hidden overflow-y-auto px-3 pb-3 scrollbar-thin *:flex-none">
        <Body />
      </div>
    </section>
  );
}
