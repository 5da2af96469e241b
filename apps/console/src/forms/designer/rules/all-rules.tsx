import { cycleOf } from '@suyuan/forms';
import { Alert, Tag } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { MountedModal } from '../../../ui/form-parts.tsx';
import { LinkButton } from '../../../ui/row-link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { useDesigner, useDesignerStore } from '../designer-store.ts';
import { fieldsInScope, ruleSentence, rulesIn } from './rule-lines.ts';

/** Every rule of the form as a sentence. Marks rules with unknown names. */
export function AllRules() {
  const t = useTranslations();
  const store = useDesignerStore();
  const doc = useDesigner(({ editor }) => editor.doc);
  const close = () => store.update({ dialog: undefined });
  const rules = rulesIn(doc);
  const cycle = cycleOf(doc);
  const showRule = (id: number) => {
    close();
    store.reveal(id);
    store.update({ panel: 'rules' });
  };
  return (
    <MountedModal width={880} footer={null} title={t('tool.build.rule.allTitle')} onCancel={close}>
      {cycle && <Alert type="error" showIcon title={t('tool.build.rule.cycle', { names: cycle.join(' → ') })} className="mb-3!" />}
      {rules.length === 0 ? (
        <EmptyState text={t('tool.build.rule.noneYet')} />
      ) : (
        <SubTable
          size="small"
          pagination={false}
          scroll={{ x: 'max-content', y: 480 }}
          rowKey={({ node, kind }) => `${node.id} ${kind}`}
          dataSource={rules}
          columns={[
            {
              key: 'component',
              title: t('tool.build.rule.component'),
              render: (_, { node }) => <LinkButton onClick={() => showRule(node.id)}>{node.label || node.name}</LinkButton>,
            },
            { key: 'kind', title: t('tool.build.rule.kind'), render: (_, { kind }) => t(`tool.build.rule.${kind}`) },
            {
              key: 'says',
              title: t('tool.build.rule.definition'),
              render: (_, { node, expr, broken }) => (
                <span className="inline-flex max-w-120 flex-wrap gap-x-2 gap-y-1 whitespace-normal">
                  {ruleSentence(t, expr, fieldsInScope(doc, node.id))}
                  {broken.map((name) => (
                    <Tag key={name} color="error">
                      {t('tool.build.rule.broken', { name })}
                    </Tag>
                  ))}
                </span>
              ),
            },
          ]}
        />
      )}
    </MountedModal>
  );
}
