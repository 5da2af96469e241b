import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { at } from './places.mjs';
import { fail, say } from './say.mjs';

/** A folder of what launchers leave for each other; Git is told by the folder itself to look away. */
function launchFolder() {
  try {
    mkdirSync(at('.launch'), { recursive: true });
    writeFileSync(at('.launch', '.gitignore'), '*\n');
  } catch (error) {
    fail(
      `${at('.launch')} 不可写，无法安装或构建：${error.message}；检查目录的权限 / the repository cannot be written: look at its rights`,
    );
  }
}

/** A holder shows that it lives every second; one that has not for so long is dead, whoever has its number now. */
const deadAfter = 30_000;

/** Runs `work` while no other launcher of this repository does; a turn whose holder has died is taken over. */
export async function inTurn(work) {
  launchFolder();
  const folder = at('.launch', 'turn');
  for (let told = false; !take(folder); await wait(200)) {
    if (!told) say('另一个进程正在安装或构建，等它完成 / another process installs or builds, waiting for it');
    told = true;
  }
  const beat = setInterval(sign, 1000, folder);
  const leave = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', leave);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.off('exit', leave);
    leave();
  }
}

function take(folder) {
  if (make(folder)) {
    sign(folder);
    return true;
  }
  if (!isDead(folder)) return false;
  // Only one may clear away, and it looks again: what it saw dead may be somebody's fresh turn by now.
  const clearing = `${folder}.clearing`;
  if (!make(clearing)) {
    if (ageOf(clearing) > deadAfter) rmSync(clearing, { recursive: true, force: true });
    return false;
  }
  if (isDead(folder)) rmSync(folder, { recursive: true, force: true });
  rmdirSync(clearing);
  return false;
}

/** Writes who holds the folder; the date of the file says when it was last alive. */
const sign = (folder) => writeFileSync(`${folder}/pid`, String(process.pid));

function make(folder) {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isDead(folder) {
  const signed = `${folder}/pid`;
  if (ageOf(existsSync(signed) ? signed : folder) > deadAfter) return true;
  try {
    process.kill(Number(readFileSync(signed, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Milliseconds since a file or folder changed, by the clock of its file system, which may differ from ours; 0 when it is gone. */
function ageOf(entry) {
  const seen = statSync(entry, { throwIfNoEntry: false });
  if (!seen) return 0;
  const clock = at('.launch', 'clock');
  writeFileSync(clock, 'now');
  return statSync(clock).mtimeMs - seen.mtimeMs;
}
