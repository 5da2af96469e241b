import { expect, it } from 'vitest';
import { parseRunMessage, runMessage } from './job-log.ts';

it.each([
  ['清理', 12, 'removed 4'],
  ['清理', 12, ''],
  ['清理 两次', 0, '甲；乙'],
  ['清理', 7, '内层 总共耗时：3毫秒；完成'],
  ['two\nlines', 7, 'a\nb'],
])('extracts the output from the run message of %j with %i ms: %j', (jobName, milliseconds, message) => {
  expect(parseRunMessage(runMessage(jobName, milliseconds, message))).toBe(message);
});

it('leaves a message of another format unchanged', () => {
  for (const other of ['', '任务没有运行', '总共耗时：一会儿']) expect(parseRunMessage(other)).toBe(other);
});
