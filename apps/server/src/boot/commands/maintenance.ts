import { describeBreach } from '../../features/system/audit-log/seal.service.ts';
import { planMigrations } from '../../platform/db/migration-plan.ts';
import type { Installation } from '../../platform/http/installation.ts';
import { OperatorError, sentence } from '../../platform/operator-error.ts';
import type { Bilingual } from '../../platform/translations.ts';
import { roleWarning } from '../startup-warnings.ts';
import type { Command } from './command.ts';

export const figuresRebuild: Command = {
  words: ['figures', 'rebuild'],
  arguments: '',
  about: { 'zh-CN': '按码记录重新统计首页和各图表的数字', 'en-US': 'rebuild the figures of home and charts from the scans' },
  log: { title: '统计', type: 'other' },
  async run({ db }) {
    const figureService = await import('../../features/insights/figure/figure.service.ts');
    const { scans, retained: incompleteMonths } = await figureService.rebuild(db);
    await figureService.followAllCodes(db);
    return [
      sentence(`数字已重新统计：${scans} 次扫码`, `the figures are rebuilt: ${scans} scans`),
      ...incompleteMonths.map(({ month, scans }) =>
        sentence(
          `${month} 有 ${scans} 次扫码的记录不全，数字保留原样`,
          `${month}: figures of ${scans} scans are kept, because their scans are not all on file`,
        ),
      ),
    ].join('\n');
  },
};

/** Does nothing itself: opening the installation already migrates the schema. */
export const migrate: Command = {
  words: ['migrate'],
  arguments: '[--plan]',
  about: {
    'zh-CN': '把数据库结构更新到当前版本；--plan 只列出待执行的升级、它们的锁和行数',
    'en-US': 'bring the database up to this version; --plan only lists what is pending, its locks and rows',
  },
  options: { plan: { type: 'boolean' } },
  async preview(db) {
    const { pending, locks, milliseconds } = await planMigrations(db);
    if (pending.length + locks.length === 0) return upToDate;
    const lines = locks.map(({ migration, step, table, lock, rows, bytes }) => {
      const megabytes = Math.ceil(bytes / 1024 ** 2);
      return `${migration}${step ? ` · ${step}` : ''}: ${table}, ${lock}, ${sentence(`约 ${rows ?? '?'} 行`, `≈ ${rows ?? '?'} rows`)}, ${megabytes} MB`;
    });
    const unlocked = pending.filter((name) => !locks.some(({ migration }) => migration === name));
    return [
      sentence(
        `待执行的升级：${pending.length} 次在一个事务里，试运行 ${milliseconds} 毫秒后已回滚；带步骤名的在其后执行，不停止扫码。没有改动`,
        `pending migrations: ${pending.length}, in one transaction, which was tried for ${milliseconds} ms and rolled back; named steps follow without stopping scans; nothing was changed`,
      ),
      ...lines,
      ...unlocked.map((name) => `${name}: ${sentence('不锁已有的表', 'locks no existing table')}`),
    ].join('\n');
  },
  run: async () => upToDate,
};

const upToDate = sentence('数据库结构已是最新', 'the database is up to date');

export const check: Command = {
  words: ['check'],
  arguments: '',
  about: {
    'zh-CN': '核对操作日志的封印链，并逐个核对文件',
    'en-US': 'verify the chain of the operation log, and every file by its digest',
  },
  async run(installation) {
    const findings = [await checkLog(installation), await checkFiles(installation), ...(await checkArchive(installation))];
    const warning = await roleWarning(installation.db);
    const whole = findings.filter(({ isDamaged }) => !isDamaged).map(({ chinese, english }) => sentence(chinese, english));
    const text = [...whole, ...(warning ? [warning] : [])].join('\n');
    const damages = findings.filter(({ isDamaged }) => isDamaged);
    if (damages.length === 0) return text;
    // print the whole parts first, because the refusal ends the command
    if (text) console.log(text);
    throw new OperatorError(damages.map(({ chinese }) => chinese).join('；'), damages.map(({ english }) => english).join('; '), {
      exitCode: 1,
    });
  },
};

/** Result of one part of the check. */
interface Finding extends Bilingual {
  isDamaged: boolean;
}

async function checkLog(installation: Installation): Promise<Finding> {
  const sealService = await import('../../features/system/audit-log/seal.service.ts');
  await sealService.sealWaiting(installation);
  const { sealed, breach } = await sealService.verifyChain(installation);
  if (!breach)
    return {
      chinese: `操作日志完整：${sealed} 行，逐行封印`,
      english: `the operation log is whole, each row sealed: rows ${sealed}`,
      isDamaged: false,
    };
  const { chinese, english } = describeBreach(breach);
  return { chinese: `操作日志被动过：${chinese}`, english: `the operation log was tampered with: ${english}`, isDamaged: true };
}

async function checkFiles(installation: Installation): Promise<Finding> {
  const fileService = await import('../../features/system/file/file.service.ts');
  const { files, broken } = await fileService.verifyDigests(installation);
  if (broken.length === 0)
    return {
      chinese: `文件完整：${files} 个，逐个核对`,
      english: `every file is whole, all compared with their digests: files ${files}`,
      isDamaged: false,
    };
  const { chinese, english } = listFaults(broken.map(({ path, fault }) => ({ name: path, fault })));
  return { chinese: `文件坏了 ${chinese}`, english: `broken files: ${english}`, isDamaged: true };
}

/** Nothing without archived months. */
async function checkArchive(installation: Installation): Promise<Finding[]> {
  const archiveService = await import('../../features/scans/archive/scan-archive.service.ts');
  const { months, scans, broken } = await archiveService.verifyFiles(installation);
  if (months === 0) return [];
  if (broken.length === 0)
    return [
      {
        chinese: `归档的扫码完整：${months} 个月，${scans} 次，逐个核对`,
        english: `the archived scans are whole, all compared: months ${months}, scans ${scans}`,
        isDamaged: false,
      },
    ];
  const { chinese, english } = listFaults(broken.map(({ month, fault }) => ({ name: month, fault })));
  return [{ chinese: `归档文件坏了 ${chinese}`, english: `broken files of archived months: ${english}`, isDamaged: true }];
}

/** Maximum number of broken files in one message. */
const MAX_LISTED_FILES = 20;
const faults = { missing: { chinese: '不见了', english: 'missing' }, changed: { chinese: '内容变了', english: 'changed' } };

function listFaults(broken: { name: string; fault: keyof typeof faults }[]): Bilingual {
  const listed = broken.slice(0, MAX_LISTED_FILES);
  const list = (language: keyof Bilingual) => listed.map(({ name, fault }) => `${name} (${faults[fault][language]})`).join(', ');
  const isMissing = broken.some(({ fault }) => fault === 'missing');
  return {
    chinese: `${broken.length} 个，从备份取回${isMissing ? '，不见了的也可能在另一台机器的 DATA_DIR 里' : ''}：${list('chinese')}`,
    english: `${broken.length}, bring them back from a backup${isMissing ? '; what is missing may be in DATA_DIR of another machine' : ''}: ${list('english')}`,
  };
}
