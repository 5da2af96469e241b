import { ancestorsOf, type FormDoc, type FormNode, findNode, retypesOf, type Setting, specOf } from '@suyuan/forms';
import { Select, Switch } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { TypeIcon } from '../designer-icons.tsx';
import { useDesigner, useDesignerStore } from '../designer-store.ts';
import { NodeActions } from '../node-tools.tsx';
import { PanelLine } from './setting-editors.tsx';
import { SettingLine } from './setting-line.tsx';

const sections = ['basic', 'options', 'validation', 'look', 'behaviour'] as const;
/** Settings that apply to multiple components. */
const sharedKeys = ['span', 'showLabel', 'required', 'keepHidden', 'size', 'disabled', 'allowClear', 'readOnly'];

/** Settings of the selection; shared settings change all selected components. */
export function NodePanel() {
  const t = useTranslations();
  const fields = useDesigner(({ editor }) => editor.doc.fields);
  const selection = useDesigner(({ editor }) => editor.selection);
  const nodes = selection.flatMap((id) => findNode(fields, id) ?? []);
  const [first] = nodes;
  if (!first) return <EmptyState text={t('tool.build.noneSelected')} />;
  const settings = sharedSettings(nodes);
  return (
    <>
      {nodes.length === 1 ? (
        <TypeSelect node={first} />
      ) : (
        <p className="panel-many">{t('tool.build.manySelected', { count: nodes.length })}</p>
      )}
      <PublicSwitch nodes={nodes} />
      {sections.map((section) => {
        const lines = settings.filter((setting) => setting.section === section);
        if (lines.length === 0) return null;
        return (
          <section key={section} className="panel-section">
            <h3>{t(`tool.build.section.${section}`)}</h3>
            {lines.map((setting) => (
              <SettingLine key={`${nodes.length === 1 ? first.id : 'many'} ${setting.at} ${setting.key}`} nodes={nodes} setting={setting} />
            ))}
          </section>
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
      <span className="panel-kind">
        <TypeIcon type={type} /> {t(`tool.build.type.${type}`)}
      </span>
    ),
    word: t(`tool.build.type.${type}`),
  });
  return (
    <PanelLine label={t('tool.build.kind')}>
      {(id) => (
        <div className="panel-what">
          <Select
            id={id}
            value={node.type}
            options={[option(node.type), ...otherTypes.map(option)]}
            disabled={otherTypes.length === 0}
            showSearch={{ optionFilterProp: 'word' }}
            onChange={(type) => store.dispatch({ do: 'retype', id: node.id, type })}
          />
          <span className="panel-acts">
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
