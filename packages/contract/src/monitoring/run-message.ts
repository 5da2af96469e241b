/** What the log says of a run, in the family's sentence: whose it was, how long it took and, where it said something, that. */
export const runMessage = (jobName: string, milliseconds: number, said: string): string =>
  [`${jobName} 总共耗时：${milliseconds}毫秒`, said].filter(Boolean).join('；');

/** What the run said of itself: the sentence without name and time, which have columns of their own. One of another shape is all said. */
export const saidOfRun = (message: string): string => message.replace(/^.*? 总共耗时：\d+毫秒(；|$)/s, '');
