import { cycleOf, type Expr, type RuleKind, ruleKinds, specOf } from '@suyuan/forms';
import { Alert, Button } from 'antd';
import { useWords } from '../../../data/words.ts';
import { Nothing } from '../../../ui/states.tsx';
import { useDesigner, useDesignerStore, useSelectedNode } from '../state.ts';
import { ConditionEditor, freshCondition } from './condition-editor.tsx';
import { conditionsOf, ruleOf } from './conditions.ts';
import { FormulaEditor } from './formula-editor.tsx';
import { namesFor, rulesIn } from './names.ts';
import { sentence } from './sentence.ts';

export function RulesPanel() {
  const t = useWords();
  const store = useDesignerStore();
  const node = useSelectedNode();
  const doc = useDesigner(({ editor }) => editor.doc);
  const all = rulesIn(doc);
  const broken = all.filter((rule) => rule.broken.length > 0).length;
  const cycle = cycleOf(doc);
  const kinds = node ? ruleKinds.filter((kind) => kind === 'visible' || specOf(node.type).answer !== 'none') : [];
  return (
    <>
      <Button block size="small" onClick={() => store.show({ dialog: 'allRules' })}>
        {t(broken > 0 ? 'tool.build.rule.allBroken' : 'tool.build.rule.all', { count: all.length, broken })}
      </Button>
      {cycle && <Alert type="error" showIcon title={t('tool.build.rule.cycle', { names: cycle.join(' → ') })} className="panel-alert" />}
      {!node && <Nothing text={t('tool.build.rule.none')} />}
      {node && kinds.map((kind) => <RuleCard key={`${node.id} ${kind}`} kind={kind} />)}
    </>
  );
}

function RuleCard({ kind }: { kind: RuleKind }) {
  const t = useWords();
  const store = useDesignerStore();
  const node = useSelectedNode();
  const doc = useDesigner(({ editor }) => editor.doc);
  if (!node) return null;
  const names = namesFor(doc, node.id);
  const expr = node.rules?.[kind];
  const set = (next: Expr | undefined) => {
    const rules = Object.fromEntries(Object.entries({ ...node.rules, [kind]: next }).filter(([, value]) => value !== undefined));
    store.act({ do: 'set', ids: [node.id], changes: { rules: Object.keys(rules).length > 0 ? rules : undefined } });
  };
  const begin = () => {
    if (kind === 'value') return set(names[0] ? { field: names[0].name } : { const: '' });
    const row = freshCondition(names);
    if (row) set(ruleOf({ join: 'and', rows: [row] }));
  };
  const conditions = expr && kind !== 'value' ? conditionsOf(expr) : undefined;
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
            onClick={begin}
            aria-label={t('tool.build.rule.addOf', { rule: t(`tool.build.rule.${kind}`) })}
          >
            {t('tool.build.rule.add')}
          </Button>
        )}
      </h3>
      {!expr && <p className="panel-hint">{t(`tool.build.rule.${kind}.without`)}</p>}
      {expr && <p className="rule-sentence">{t(`tool.build.rule.${kind}.when`, { sentence: sentence(t, expr, names) })}</p>}
      {conditions && <ConditionEditor conditions={conditions} names={names} onChange={set} />}
      {expr && !conditions && <FormulaEditor expr={expr} names={names} place="1" onChange={set} />}
    </section>
  );
}
