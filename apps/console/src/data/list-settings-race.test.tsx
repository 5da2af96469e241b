import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ListViews, readListSettings, useListSettings } from './list-settings.ts';

let storage: Map<string, string>;
beforeEach(() => {
  storage = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
  });
});

const renders: ListViews[] = [];

function Page() {
  renders.push(useListSettings('manage.supplier', { status: '1' }, () => {}));
  return null;
}

/** Settings of a list from one render, which is not repeated. */
function renderListViews(): ListViews {
  renderToStaticMarkup(<Page />);
  return renders.at(-1) as ListViews;
}

const settings = () => readListSettings([...storage.values()][0] ?? null);

describe('two changes of a list before the next render', () => {
  it('keeps both a hidden and a moved column', () => {
    const { arrange } = renderListViews();
    arrange((latest) => ({ ...latest, hidden: [...latest.hidden, 'catalogue'] }));
    arrange((latest) => ({ ...latest, order: ['code', 'status'] }));
    expect(settings()).toMatchObject({ hidden: ['catalogue'], order: ['code', 'status'] });
  });

  it('keeps both in the open view', () => {
    renderListViews().save('正常');
    const { arrange } = renderListViews();
    arrange((latest) => ({ ...latest, hidden: [...latest.hidden, 'catalogue'] }));
    arrange((latest) => ({ ...latest, hidden: [...latest.hidden, 'grade'] }));
    expect(settings().views).toMatchObject([{ name: '正常', hidden: ['catalogue', 'grade'] }]);
    expect(settings().hidden).toEqual([]);
  });

  it('keeps both when they come from two windows', () => {
    const [one, other] = [renderListViews(), renderListViews()];
    one.save('正常');
    other.save('停用');
    one.setFirst('正常');
    expect(settings()).toMatchObject({ first: '正常', views: [{ name: '正常' }, { name: '停用' }] });
  });
});
