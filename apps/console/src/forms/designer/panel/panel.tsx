import { Segmented } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import { RulesPanel } from '../rules/rules-panel.tsx';
import { type PanelName, useDesigner, useDesignerStore } from '../state.ts';
import { FormPanel } from './form-panel.tsx';
import { NodePanel } from './node-panel.tsx';

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
