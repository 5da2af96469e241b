import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tolerateMovedClicks } from './click-tolerance.ts';

/** Minimal element: a box twenty pixels high, starting at `top`. */
class FakeElement {
  isConnected = true;
  click = vi.fn();
  top: number;
  constructor(top: number) {
    this.top = top;
  }
  closest = () => this;
  contains = (other: unknown) => other === this;
  getBoundingClientRect = () => ({ left: 0, right: 100, width: 100, top: this.top, bottom: this.top + 20 });
}

describe('click tolerance', () => {
  const listeners = new Map<string, (event: object) => void>();
  let stop: () => void;
  let button: FakeElement;
  const ground = new FakeElement(500);
  const happens = (what: 'pointerdown' | 'pointerup' | 'pointercancel', event: object = {}) =>
    listeners.get(what)?.({ target: button, button: 0, isPrimary: true, clientX: 10, clientY: 10, ...event });
  const layoutMoves = () => {
    button.top = 40;
  };

  beforeEach(() => {
    vi.stubGlobal('Element', FakeElement);
    vi.stubGlobal('addEventListener', (what: string, listener: () => void) => listeners.set(what, listener));
    vi.stubGlobal('removeEventListener', (what: string) => listeners.delete(what));
    button = new FakeElement(0);
    stop = tolerateMovedClicks();
  });
  afterEach(() => {
    stop();
    vi.unstubAllGlobals();
  });

  it('clicks once when the button moves under the pointer', () => {
    happens('pointerdown');
    layoutMoves();
    happens('pointerup', { target: ground });
    happens('pointerup', { target: ground });
    expect(button.click).toHaveBeenCalledOnce();
  });

  it('leaves a release on the button to the native click', () => {
    happens('pointerdown');
    happens('pointerup');
    expect(button.click).not.toHaveBeenCalled();
  });

  it('does not click after a drag, on a removed button or on a covered one', () => {
    happens('pointerdown');
    happens('pointerup', { target: ground, clientY: 60 });
    happens('pointerdown');
    happens('pointerup', { target: ground });
    happens('pointerdown');
    button.isConnected = false;
    layoutMoves();
    happens('pointerup', { target: ground });
    expect(button.click).not.toHaveBeenCalled();
  });

  it.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])('leaves a press with %s to the browser', (key) => {
    happens('pointerdown', { [key]: true });
    layoutMoves();
    happens('pointerup', { target: ground });
    button.top = 0;
    happens('pointerdown');
    layoutMoves();
    happens('pointerup', { target: ground, [key]: true });
    expect(button.click).not.toHaveBeenCalled();
  });

  it('ignores a second finger', () => {
    happens('pointerdown');
    layoutMoves();
    for (const what of ['pointerdown', 'pointerup', 'pointercancel'] as const) happens(what, { target: ground, isPrimary: false });
    expect(button.click).not.toHaveBeenCalled();
    happens('pointerup', { target: ground });
    expect(button.click).toHaveBeenCalledOnce();
  });

  it('cancels the press when the browser starts to scroll', () => {
    happens('pointerdown');
    layoutMoves();
    happens('pointercancel');
    happens('pointerup', { target: ground });
    expect(button.click).not.toHaveBeenCalled();
  });

  it('removes its listeners when it stops', () => {
    stop();
    expect(listeners.size).toBe(0);
  });
});
