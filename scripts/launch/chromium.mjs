import { program } from './program.mjs';

/** Chromium for the journeys, with a Chinese font: its path, undefined where there is no way to one. */
export const chromium = () =>
  program({
    name: 'Chromium',
    tests: '浏览器测试',
    variable: 'CHROMIUM',
    places: [
      // without windows and their bars: the same engine for a third less work
      '/usr/bin/chromium-headless-shell',
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/usr/bin/google-chrome-stable',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    // older releases have no headless shell of its own
    packages: ['chromium-headless-shell', 'chromium'],
    beside: ['fonts-noto-cjk'],
  });
