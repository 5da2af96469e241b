import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Bytes of a file as transferred. */
const travels = (folder: string, file: string) => {
  const plain = path.join(folder, file);
  return statSync(existsSync(`${plain}.br`) ? `${plain}.br` : plain).size;
};

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Script files that a page references: its entry and its preloads. */
const named = (html: string) =>
  [...html.matchAll(/<(?:script[^>]*src|link rel="modulepreload"[^>]*href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file!);

/** Download sizes, brotli-compressed: the sign-in page, the console up to its home page, and the largest other chunks. */
export function sizes(folder: string): string {
  const scripts = (page: string) => named(readFileSync(path.join(folder, page), 'utf8'));
  const [login, register, home] = [scripts('login.html'), scripts('register.html'), scripts('index.html')];
  const sum = (files: string[]) => kB([...new Set(files)].reduce((total, file) => total + travels(folder, file), 0));
  const rest = readdirSync(path.join(folder, 'assets'))
    .filter((file) => file.endsWith('.js') && !home.includes(`assets/${file}`) && ![...login, ...register].includes(`assets/${file}`))
    .map((file) => [file, travels(folder, `assets/${file}`)] as const)
    .sort(([, one], [, other]) => other - one);
  return [
    `sign-in: ${kB(travels(folder, 'login.html'))} HTML, ${sum(login)} script`,
    `register: ${kB(travels(folder, 'register.html'))} HTML, ${sum(register)} script`,
    `home:    ${sum(home)} script in ${new Set(home).size} files`,
    `others:  ${rest
      .slice(0, 12)
      .map(([file, size]) => `${file.replace(/-[\w-]{8}\.js$/, '')} ${kB(size)}`)
      .join(', ')}`,
  ].join('\n');
}
