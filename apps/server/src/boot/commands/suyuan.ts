import { parseArgs } from 'node:util';
import type { Language } from '@suyuan/contract';
import { destroyPoolConnections } from '../../platform/db/connect.ts';
import { problemMessage } from '../../platform/http/refusal.ts';
import { OperatorError, reasonOf } from '../../platform/operator-error.ts';
import { Problem } from '../../platform/problem.ts';
import { readEnvironment } from '../environment.ts';
import { type Lifetime, runUntilStopped } from '../lifetime.ts';
import { acquireDataFolder, openDatabase, openInstallation } from '../open-installation.ts';
import { addressOf } from '../ports.ts';
import { reportOlderDatabase } from '../startup-warnings.ts';
import { archive, restoreMonth } from './archive.ts';
import { backup, restore } from './backup.ts';
import { issue, verify } from './codes.ts';
import { type Command, type CommandInput, machineLanguage, runLogged, takeLanguage } from './command.ts';
import { configGet, configList, configSet } from './config.ts';
import { distribute, undistribute } from './distribute.ts';
import { keyRetire, keyRotate } from './key.ts';
import { check, figuresRebuild, migrate } from './maintenance.ts';
import { sample } from './sample.ts';
import { adminPassword, userAdd, userDisable, userList } from './user.ts';

const commands: Command[] = [
  migrate,
  userAdd,
  userList,
  userDisable,
  adminPassword,
  configGet,
  configList,
  configSet,
  sample,
  issue,
  verify,
  keyRotate,
  keyRetire,
  figuresRebuild,
  distribute,
  undistribute,
  archive,
  restoreMonth,
  check,
  backup,
  restore,
];

const line = (words: string, about: string) => `  ${words.padEnd(46)} ${about}`;

const usage = { 'zh-CN': '用法：npm run --silent suyuan -- <命令>', 'en-US': 'usage: npm run --silent suyuan -- <command>' };
const start = { 'zh-CN': '启动服务，同 npm start', 'en-US': 'start the server, as npm start does' };
const languages = {
  'zh-CN': '帮助和查验结果的语言；不写则按系统的语言',
  'en-US': 'language of this help and of verify; by default, the language of the machine',
};
const helpFlags = ['--help', '-h'];

/** All commands, or those that `topic` begins to name. @throws OperatorError if there is none */
function helpIn(language: Language, topic: string[]): string {
  const matches = commands.filter(({ words }) => topic.length > 0 && words.every((word, index) => word === (topic[index] ?? word)));
  const lines = (selected: Command[]) =>
    selected.map(({ words, arguments: args, about }) => line(`${words.join(' ')} ${args}`, about[language]));
  if (matches.length > 0) return [usage[language], '', ...lines(matches)].join('\n');
  const startLine = line('start', start[language]);
  if (topic[0] === 'start') return [usage[language], '', startLine].join('\n');
  if (topic.length > 0) throw unknownCommand(topic);
  const everything = [startLine, ...lines(commands), '', line('--lang zh|en', languages[language])];
  return [usage[language], '', ...everything].join('\n');
}

try {
  const { words, language = machineLanguage(process.env) } = takeLanguage(process.argv.slice(2));
  const topic = words.filter((word) => !helpFlags.includes(word));
  if (words.length === 0 || words[0] === 'help' || topic.length < words.length)
    console.log(helpIn(language, words[0] === 'help' ? topic.slice(1) : topic));
  else if (words[0] === 'start' && words.length === 1) await import('../main.ts');
  else runCommand(words, language);
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

/** Finds and runs the command. Invalid arguments are refused before the installation is opened. */
function runCommand(words: string[], language: Language) {
  const command = commands.find((each) => each.words.every((word, index) => word === words[index]));
  if (!command) throw unknownCommand(words);
  const work = async (lifetime: Lifetime) => {
    const input = parseArguments(command, words.slice(command.words.length), language);
    const parsed = readEnvironment(process.env);
    if ('wrong' in parsed) {
      for (const each of parsed.wrong) console.error(each);
      return lifetime.end(2);
    }
    const { environment } = parsed;
    const folder = await acquireDataFolder(environment, lifetime, { pid: process.pid, kind: 'command', addresses: [] });
    if (command.preview && input.values.plan) {
      console.log(await command.preview(await openDatabase(environment, lifetime, folder, 4)));
      return lifetime.end(0);
    }
    const installation = await openInstallation(environment, lifetime, folder, 4);
    // after a restore, the next start reports an older database
    if (command !== restore) await reportOlderDatabase(installation);
    installation.publicBaseUrl ||= addressOf(environment.host, environment.publicPort);
    let isDone = false;
    // otherwise the pool waits for the statements of an interrupted command
    lifetime.onClose(() => {
      if (!isDone) destroyPoolConnections(installation.db);
    });
    lifetime.detach();
    try {
      console.log(await runLogged(command, installation, input));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.problem === 'notFound')
        throw new OperatorError(
          `没有编号为 ${input.positionals.join(' ')} 的记录；核对编号`,
          `there is no record ${input.positionals.join(' ')}; check the number`,
          { exitCode: 1, cause: error },
        );
      const messages = (['zh-CN', 'en-US'] as const).map((language) =>
        problemMessage({ language, t: installation.translate[language] }, error),
      );
      throw new OperatorError(messages[0] ?? '', messages[1] ?? '', { exitCode: 1, cause: error });
    } finally {
      isDone = true;
    }
    lifetime.end(0);
  };
  runUntilStopped(work, { isCommand: true });
}

function unknownCommand(words: string[]): OperatorError {
  const commandName = words.slice(0, 2).join(' ');
  const nearest = nearestCommand(words);
  return new OperatorError(
    `没有命令“${commandName}”；最接近的是“${nearest}”，全部命令：npm run suyuan -- help`,
    `there is no command “${commandName}”; the nearest is “${nearest}”, see npm run suyuan -- help`,
  );
}

function nearestCommand(words: string[]): string {
  const group = commands.filter((command) => command.words[0] === words[0]);
  const distances = (group.length > 0 ? group : commands).map((command) => {
    const name = command.words.join(' ');
    return { name, distance: editDistance(words.slice(0, command.words.length).join(' '), name) };
  });
  return distances.reduce((best, each) => (each.distance < best.distance ? each : best)).name;
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

function parseArguments(
  { words, arguments: syntax, options = {}, least = 0, most = least }: Command,
  args: string[],
  language: Language,
): CommandInput {
  const command = `${words.join(' ')} ${syntax}`.trim();
  const refuse = (chinese: string, english: string): never => {
    throw new OperatorError(`${chinese}；用法：npm run suyuan -- ${command}`, `${english}; usage: npm run suyuan -- ${command}`);
  };
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.length < least || positionals.length > most) {
      const expected = least === most ? least : `${least}–${most}`;
      refuse(`应有 ${expected} 个参数，给了 ${positionals.length} 个`, `arguments expected: ${expected}, found: ${positionals.length}`);
    }
    return {
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? undefined : value])),
      positionals,
      language,
    };
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const option = /'(-[^' =]*)/.exec(reasonOf(error))?.[1] ?? '';
    if (/^-\d/.test(option)) return refuse(`负数写成 -- ${option}`, `write a negative number as -- ${option}`);
    return error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
      ? refuse(`没有选项 ${option}`, `there is no option ${option}`)
      : refuse(`选项 ${option} 缺少值，或多了值`, `the option ${option} lacks a value, or takes none`);
  }
}
