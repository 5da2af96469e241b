import { OperatorError, sentence } from '../../platform/operator-error.ts';
import type { Command, CommandInput } from './command.ts';

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 2 : 0);

function monthOf(text: CommandInput['values'][string] | undefined): string {
  if (typeof text === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new OperatorError(`月份 “${text ?? ''}” 应写成 2025-01`, 'the month must be written as 2025-01');
}

export const archive: Command = {
  words: ['archive'],
  arguments: '[--month <2025-01>] [--dry-run]',
  about: {
    'zh-CN': '把旧的扫码归档到文件；--month 只归档这个月，--dry-run 只说有多少',
    'en-US': 'archive old scans in files; --month only that month, --dry-run only says how many',
  },
  options: { month: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  log: { title: '扫码归档', type: 'other' },
  async run(installation, { values }) {
    const archiveService = await import('../../features/scans/archive/scan-archive.service.ts');
    const months = values.month === undefined ? await archiveService.listDue(installation.db) : [monthOf(values.month)];
    const lines: string[] = [];
    for (const month of months) {
      const archived = await archiveService.findArchived(installation.db, month);
      if (archived) {
        lines.push(
          sentence(
            `${month} 早已归档：${archived.scans} 次扫码，${megabytes(archived.bytes)} MB；没有改动`,
            `${month} was archived before: ${archived.scans} scans, ${megabytes(archived.bytes)} MB; nothing changed`,
          ),
        );
        continue;
      }
      if (values['dry-run']) {
        const { scans, bytes } = await archiveService.preview(installation, month);
        lines.push(
          sentence(`${month} 有 ${scans} 次扫码，约 ${megabytes(bytes)} MB`, `${month}: ${scans} scans, about ${megabytes(bytes)} MB`),
        );
        continue;
      }
      const onStep = (done: number) => console.error(`  ${month} ${done} / ${archiveService.STEPS}`);
      const { scans, bytes } = await archiveService.archiveMonth(installation, month, { onStep });
      lines.push(
        sentence(
          `${month} 已归档：${scans} 次扫码，${megabytes(bytes)} MB`,
          `${month} is archived: ${scans} scans, ${megabytes(bytes)} MB`,
        ),
      );
    }
    return lines.join('\n') || sentence('没有要归档的月份', 'no month is old enough');
  },
};

export const restoreMonth: Command = {
  words: ['restore-month'],
  arguments: '<2025-01>',
  about: { 'zh-CN': '把归档的一个月的扫码放回数据库', 'en-US': 'bring the archived scans of a month back into the database' },
  log: { title: '扫码归档', type: 'other' },
  least: 1,
  async run(installation, { positionals: [month] }) {
    const archiveService = await import('../../features/scans/archive/scan-archive.service.ts');
    const { scans } = await archiveService.restoreMonth(installation, monthOf(month));
    return sentence(`${month} 的 ${scans} 次扫码已放回数据库`, `${scans} scans of ${month} are back in the database`);
  },
};
