import { afterEach, describe, expect, it, vi } from 'vitest';
import { breakpointOf, onResize } from './breakpoint.ts';

describe('window breakpoints', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('classifies the six window widths at their limits', () => {
    const widths = [320, 575, 576, 767, 768, 991, 992, 1199, 1200, 1599, 1600, 3840];
    expect(widths.map(breakpointOf)).toEqual(['xs', 'xs', 'sm', 'sm', 'md', 'md', 'lg', 'lg', 'xl', 'xl', 'xxl', 'xxl']);
  });

  it('reads the width once per drag, and never after the last listener is removed', () => {
    vi.useFakeTimers();
    const window = new EventTarget();
    vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
    vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
    const changed = vi.fn<() => void>();
    const stop = onResize(changed);
    for (let event = 0; event < 50; event++) {
      window.dispatchEvent(new Event('resize'));
      vi.advanceTimersByTime(16);
    }
    expect(changed).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(changed).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('resize'));
    stop();
    vi.runAllTimers();
    expect(changed).toHaveBeenCalledTimes(1);
  });
});
