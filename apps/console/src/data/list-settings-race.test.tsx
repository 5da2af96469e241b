import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ListViews, readListSettings, useListSettings } from './list-settings.ts';

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
});

const drawings: ListViews[] = [];

function Page() {
  drawings.push(useListSettings('manage.supplier', { status: '1' }, () => {}));
  return null;
}

/** Settings of a list from one render, which is not repeated. */
function drawn(): ListViews {
  renderToStaticMarkup(<Page />);
  return drawings.at(-1) as ListViews;
}

const settings = () => readListSettings([...kept.values()][0] ?? null);

describe('two changes of a list before it is drawn anew', () => {
  it('both stay: a column hidden, another moved', () => {
    const { arrange } = drawn();
    arrange((latest) => ({ ...latest, hidden: [...latest.hidden, 'catalogue'] }));
    arrange((latest) => ({ ...latest, order: ['code', 'status'] }));
    expect(settings()).toMatchObject({ hidden: ['catalogue'], order: ['code', 'status'] });
  });

  it('both stay in the open view', () => {
    drawn().save('正常');
    const { arrange } = drawn();
    arrange((latest) => ({ ...latest, hidden: [...latest.hidden, 'catalogue'] }));
    arrange((latest) => ({ ...latest, hidden: [...latest.hidden, 'grade'] }));
    expect(settings().views).toMatchObject([{ name: '正常', hidden: ['catalogue', 'grade'] }]);
    expect(settings().hidden).toEqual([]);
  });

  it('both stay where two windows made them', () => {
    const [one, other] = [drawn(), drawn()];
    one.save('正常');
    other.save('停用');
    one.setFirst('正常');
    expect(settings()).toMatchObject({ first: '正常', views: [{ name: '正常' }, { name: '停用' }] });
  });
});
