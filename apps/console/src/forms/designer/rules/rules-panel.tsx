import { cycleOf, type Expr, type RuleKind, ruleKinds, specOf } from '@suyuan/forms';
import { Alert, Button } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { useDesigner, useDesignerStore, useSelectedNode } from '../state.ts';
import { ConditionEditor, newCondition } from './condition-editor.tsx';
import { parseConditions, toRule } from './conditions.ts';
import { FormulaEditor } from './formula-editor.tsx';
import { fieldsInScope, rulesIn } from './names.ts';
import { ruleSentence } from './sentence.ts';

export function RulesPanel() {
  const t = useTranslations();
  const store = useDesignerStore();
  const node = useSelectedNode();
  const doc = useDesigner(({ editor }) => editor.doc);
  const allRules = rulesIn(doc);
  const broken = allRules.filter((rule) => rule.broken.length > 0).length;
  const cycle = cycleOf(doc);
  const kinds = node ? ruleKinds.filter((kind) => kind === 'visible' || specOf(node.type).answer !== 'none') : [];
  return (
    <>
      <Button block size="small" onClick={() => store.update({ dialog: 'allRules' })}>
        {t(broken > 0 ? 'tool.build.rule.allBroken' : 'tool.build.rule.all', { count: allRules.length, broken })}
      </Button>
      {cycle && <Alert type="error" showIcon title={t('tool.build.rule.cycle', { names: cycle.join(' → ') })} className="panel-alert" />}
      {!node && <EmptyState text={t('tool.build.rule.none')} />}
      {node && kinds.map((kind) => <RuleCard key={`${node.id} ${kind}`} kind={kind} />)}
    </>
  );
}

function RuleCard({ kind }: { kind: RuleKind }) {
  const t = useTranslations();
  const store = useDesignerStore();
  const node = useSelectedNode();
  const doc = useDesigner(({ editor }) => editor.doc);
  if (!node) return null;
  const names = fieldsInScope(doc, node.id);
  const expr = node.rules?.[kind];
  const set = (next: Expr | undefined) => {
    const rules = Object.fromEntries(Object.entries({ ...node.rules, [kind]: next }).filter(([, value]) => value !== undefined));
    store.dispatch({ do: 'set', ids: [node.id], changes: { rules: Object.keys(rules).length > 0 ? rules : undefined } });
  };
  const addRule = () => {
    if (kind === 'value') return set(names[0] ? { field: names[0].name } : { const: '' });
    const row = newCondition(names);
    if (row) set(toRule({ join: 'and', rows: [row] }));
  };
  const conditions = expr && kind !== 'value' ? parseConditions(expr) : undefined;
  return (
    <section className="rule-card">
      <h3>
        {t(`tool.build.rule.${kind}`)}
        {expr ? (
          <Button
            size="small"
            type="link"
            onClick={() => set(undefined)}
            aria-label={t('tool.build.rule.removeOf', { rule: t(`tool.build.rule.${kind}`) })}
          >
            {t('tool.build.rule.remove')}
          </Button>
        ) : (
          <Button
            size="small"
            type="link"
            disabled={kind !== 'value' && names.length === 0}
            onClick={addRule}
            aria-label={t('tool.build.rule.addOf', { rule: t(`tool.build.rule.${kind}`) })}
          >
            {t('tool.build.rule.add')}
          </Button>
        )}
      </h3>
      {!expr && <p className="panel-hint">{t(`tool.build.rule.${kind}.without`)}</p>}
      {expr && <p className="rule-sentence">{t(`tool.build.rule.${kind}.when`, { sentence: ruleSentence(t, expr, names) })}</p>}
      {conditions && <ConditionEditor conditions={conditions} names={names} onChange={set} />}
      {expr && !conditions && <FormulaEditor expr={expr} names={names} position="1" onChange={set} />}
    </section>
  );
}
