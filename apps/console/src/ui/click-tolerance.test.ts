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

describe('a press of a button', () => {
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

  it('clicks it, once, also where it moved away beneath the pointer', () => {
    happens('pointerdown');
    layoutMoves();
    happens('pointerup', { target: ground });
    happens('pointerup', { target: ground });
    expect(button.click).toHaveBeenCalledOnce();
  });

  it("is left to the browser's own click where it ends on the button", () => {
    happens('pointerdown');
    happens('pointerup');
    expect(button.click).not.toHaveBeenCalled();
  });

  it('clicks nothing that was dragged away from, is gone or is merely covered', () => {
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

  it.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])('with %s held asks for more than a click and is left to the browser', (key) => {
    happens('pointerdown', { [key]: true });
    layoutMoves();
    happens('pointerup', { target: ground });
    button.top = 0;
    happens('pointerdown');
    layoutMoves();
    happens('pointerup', { target: ground, [key]: true });
    expect(button.click).not.toHaveBeenCalled();
  });

  it('is not ended by a second finger', () => {
    happens('pointerdown');
    layoutMoves();
    for (const what of ['pointerdown', 'pointerup', 'pointercancel'] as const) happens(what, { target: ground, isPrimary: false });
    expect(button.click).not.toHaveBeenCalled();
    happens('pointerup', { target: ground });
    expect(button.click).toHaveBeenCalledOnce();
  });

  it('is forgotten where the browser takes it for a scroll', () => {
    happens('pointerdown');
    layoutMoves();
    happens('pointercancel');
    happens('pointerup', { target: ground });
    expect(button.click).not.toHaveBeenCalled();
  });

  it('needs nobody to listen once it is stopped', () => {
    stop();
    expect(listeners.size).toBe(0);
  });
});
