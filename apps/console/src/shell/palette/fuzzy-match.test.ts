import { describe, expect, it } from 'vitest';
import { initialsOf, matchScore } from './fuzzy-match.ts';

describe('palette search', () => {
  it('derives the pinyin initials of menu names', () => {
    expect(['批次管理', '供应商管理', '码规则', '用户管理', '岗位管理', '操作日志', '首页'].map(initialsOf)).toEqual([
      'pcgl',
      'gysgl',
      'mgz',
      'yhgl',
      'gwgl',
      'czrz',
      'sy',
    ]);
  });

  it.each([
    ['批次管理', '批次'],
    ['批次管理', 'pcgl'],
    ['批次管理', 'PC'],
    ['批次管理', '批管'],
    ['Batches', 'bat'],
    ['Sign-in log', 'sig log'],
  ])('finds %s by %s', (title, query) => {
    expect(matchScore(title, query)).toBeGreaterThan(0);
  });

  it.each([
    ['批次管理', 'xyz'],
    ['批次管理', '理批'],
    ['批次管理', ' '],
  ])('does not find %s by “%s”', (title, query) => {
    expect(matchScore(title, query)).toBe(0);
  });

  it('puts the start before the middle, and the middle before scattered letters', () => {
    expect(matchScore('批次管理', '批次')).toBeGreaterThan(matchScore('新增批次', '批次'));
    expect(matchScore('新增批次', '批次')).toBeGreaterThan(matchScore('批量导出层次', '批次'));
  });
});
