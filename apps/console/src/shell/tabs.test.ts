import type { Location } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { closable, close, HOME, useTabs, visit } from './tabs.ts';

const at = (pathname: string, search = ''): Location => ({ pathname, search, hash: '', state: null, key: pathname });
const paths = () => useTabs.getState().tabs.map(({ path }) => path);

describe('tabs', () => {
  beforeEach(() => useTabs.setState({ tabs: [], active: HOME }));

  it('always start with home', () => {
    visit(at('/manage/batch'));
    expect(paths()).toEqual([HOME, '/manage/batch']);
  });

  it('open a page once and remember its location', () => {
    visit(at('/manage/batch'));
    visit(at('/manage/supplier'));
    visit(at('/manage/batch', '?state=pending'));
    expect(paths()).toEqual([HOME, '/manage/batch', '/manage/supplier']);
    expect(useTabs.getState().tabs[1]?.location.search).toBe('?state=pending');
  });

  it('refuse to close the last tab, or a side without tabs', () => {
    visit(at(HOME));
    const { tabs } = useTabs.getState();
    expect(closable(tabs, HOME, 'current')).toBe('shell.lastTab');
    expect(closable(tabs, HOME, 'all')).toBe('shell.lastTab');
    expect(closable(tabs, HOME, 'left')).toBe('shell.noneLeft');
    expect(closable(tabs, HOME, 'right')).toBe('shell.noneRight');
  });

  it('close one side, all, or one tab, and then show the nearest remaining tab', () => {
    for (const path of ['/a', '/b', '/c']) visit(at(path, '?q=1'));
    const { tabs } = useTabs.getState();
    expect(closable(tabs, '/b', 'left')).toEqual(['/a']);
    expect(closable(tabs, '/b', 'right')).toEqual(['/c']);
    expect(closable(tabs, '/b', 'all')).toEqual(['/a', '/b', '/c']);
    expect(close(['/a'])).toBeUndefined();
    expect(close(['/c'])).toBe('/b?q=1');
    expect(paths()).toEqual([HOME, '/b']);
  });
});
