import { type FormNode, specOf } from '@suyuan/forms';
import { type CSSProperties, memo, useContext } from 'react';
import { FieldItem, ShareContext } from '../renderer/field-item.tsx';
import { BoardContainer } from './board-container.tsx';
import { BoardControl } from './board-control.tsx';
import { ColumnContext, BoardItem, type TreePosition, useSelection } from './board-item.tsx';
import { NodeTools } from './node-tools.tsx';
import { useDesigner } from './state.ts';

export function BoardList({ nodes, level = 1 }: { nodes: readonly FormNode[]; level?: number }) {
  return nodes.map((node, index) => <BoardNode key={node.id} node={node} level={level} position={index + 1} siblingCount={nodes.length} />);
}

/** Memoised: renders only when the component or its selection changes. */
const BoardNode = memo(function BoardNode({ node, level, position, siblingCount }: TreePosition) {
  const isContainer = specOf(node.type).holds !== 'nothing';
  const selection = useSelection(node.id);
  const share = useContext(ShareContext);
  const stacked = useDesigner((state) => state.stacked);
  return (
    <div
      className={`node node-${node.type} ${isContainer ? 'node-holds' : ''} ${selection ? `node-${selection}` : ''}`}
      style={{ '--span': stacked ? 24 : node.span } as CSSProperties}
      data-node={node.id}
    >
      <ShareContext value={stacked ? 1 : (share * node.span) / 24}>
        <BoardItem node={node} level={level} position={position} siblingCount={siblingCount}>
          {isContainer ? <BoardContainer node={node} level={level} List={BoardList} /> : <Leaf node={node} />}
        </BoardItem>
      </ShareContext>
      {selection && <NodeTools node={node} isAnchor={selection === 'anchor'} />}
    </div>
  );
});

function Leaf({ node }: { node: FormNode }) {
  const settings = useDesigner(({ editor }) => editor.doc.form);
  const isFormStacked = useDesigner((state) => state.stacked);
  const stacked = useContext(ColumnContext) || isFormStacked;
  const isPlain = ['divider', 'text', 'unknown'].includes(node.type);
  const control = <BoardControl node={node} disabled={settings.disabled} />;
  return (
    <div inert>
      {isPlain ? (
        control
      ) : (
        <FieldItem node={node} settings={settings} stacked={stacked} required={node.required === true} helpId="">
          {control}
        </FieldItem>
      )}
    </div>
  );
}
