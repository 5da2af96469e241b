import type { FormNode } from '@suyuan/forms';
import type { ComponentType, CSSProperties, ReactNode } from 'react';
import { useTranslations } from '../../data/words.ts';
import { ColumnContext, BoardItem } from './board-item.tsx';
import { useDesigner, useDesignerStore } from './state.ts';

interface ContainerProps {
  node: FormNode;
  level: number;
  /** Renders the children. A prop avoids an import cycle. */
  List: ComponentType<{ nodes: readonly FormNode[]; level?: number }>;
}

export function BoardContainer({ node, level, List }: ContainerProps) {
  const t = useTranslations();
  const kind = t(`tool.build.type.${node.type}`);
  if (node.type === 'tabs') return <BoardTabs node={node} level={level} List={List} />;
  const title = node.type === 'row' || node.showLabel === false ? undefined : node.label;
  return (
    <div className={node.props.bordered === false ? 'holder' : 'holder holder-bordered'}>
      <div className="holder-head" inert>
        {node.required && <i className="holder-required">*</i>}
        {title ? <b>{title}</b> : <span className="holder-kind">{kind}</span>}
        {node.help && <span className="holder-help">{node.help}</span>}
      </div>
      <ContainerBody node={node} level={level} List={List}>
        {t(node.type === 'subtable' ? 'tool.build.emptyColumns' : 'tool.build.emptyInside')}
      </ContainerBody>
    </div>
  );
}

function ContainerBody({ node, level, List, children }: ContainerProps & { children: ReactNode }) {
  const childNodes = node.children ?? [];
  const { gutter, justify, align } = node.props;
  const style = {
    ...(typeof gutter === 'number' && { '--gutter-x': `${gutter}px` }),
    ...(typeof justify === 'string' && { justifyContent: justify }),
    ...(typeof align === 'string' && { alignItems: flexAlignments[align] ?? align }),
  } as CSSProperties;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a tree is no fieldset
    <div role="group" className={`inside inside-${node.type}`} data-inside={node.id} style={style}>
      <ColumnContext value={node.type === 'subtable'}>
        <List nodes={childNodes} level={level + 1} />
      </ColumnContext>
      {childNodes.length === 0 && (
        <p className="inside-empty" inert>
          {children}
        </p>
      )}
    </div>
  );
}

const flexAlignments: Record<string, string> = { top: 'flex-start', middle: 'center', bottom: 'flex-end' };

function BoardTabs({ node, level, List }: ContainerProps) {
  const t = useTranslations();
  const store = useDesignerStore();
  const tabs = node.children ?? [];
  const openId = useDesigner(({ openTabs }) => openTabs[node.id]);
  const anchorId = useDesigner(({ editor }) => editor.anchor);
  const open = tabs.find(({ id }) => id === openId) ?? tabs[0];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a tree is no fieldset
    <div role="group" className={`board-tabs board-tabs-${node.props.tabPlacement === 'start' ? 'start' : 'top'}`} data-inside={node.id}>
      <div className="board-tabs-heads" aria-hidden="true">
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            tabIndex={-1}
            className={`${tab === open ? 'board-tab board-tab-open' : 'board-tab'} ${tab.id === anchorId ? 'board-tab-chosen' : ''}`}
            onClick={(event) => {
              event.stopPropagation();
              store.dispatch({ do: 'select', ids: [tab.id] });
            }}
          >
            {tab.label || t('tool.build.type.tab')}
          </button>
        ))}
      </div>
      {open && (
        <BoardItem node={open} level={level + 1} position={tabs.indexOf(open) + 1} siblingCount={tabs.length}>
          <ContainerBody node={open} level={level + 1} List={List}>
            {t('tool.build.emptyInside')}
          </ContainerBody>
        </BoardItem>
      )}
      {!open && (
        <p className="inside-empty" inert>
          {t('tool.build.emptyTabs')}
        </p>
      )}
    </div>
  );
}
