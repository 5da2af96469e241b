/** Fill of a shape: the step's color, solid or translucent, white, or dark foreground. */
type Tone = 'shape' | 'soft' | 'light' | 'ink';

/** An SVG path on a canvas of 480 × 480; with a width it is a stroke. */
export type ScenePart = [tone: Tone, path: string, width?: number];

const circle = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
const bottle = (x: number) => `M${x - 14} 212h28v28l20 28v116h-68V268l20-28Z`;
const hills: ScenePart = ['soft', 'M0 480V330Q120 250 250 322T480 296V480Z'];
const floor: ScenePart = ['soft', 'M0 400H480V480H0Z'];

export const scenes = {
  pasture: [
    hills,
    ['light', circle(392, 98, 42)],
    ['light', 'M175 226H335a25 25 0 0 1 25 25V400H330V336H202V400H172V336H160V241a15 15 0 0 1 15-15Z'],
    ['ink', 'M226 226h76v36a32 32 0 0 1-64 10q-20-14-12-46ZM344 228a25 25 0 0 1 16 23v48q-36 4-42-24q-2-30 26-47Z'],
    ['light', 'M92 204l-20-18 34 4h58l34-4-20 18v58a24 24 0 0 1-24 24h-38a24 24 0 0 1-24-24Z'],
    ['shape', 'M92 258h86a26 26 0 0 1-26 28h-34a26 26 0 0 1-26-28Z'],
    ['ink', circle(114, 230, 6) + circle(156, 230, 6)],
  ],
  filling: [
    floor,
    ['shape', 'M60 84H420V148H60ZM112 148h36l-8 36h-20ZM222 148h36l-8 36h-20ZM332 148h36l-8 36h-20Z'],
    ['light', [130, 240, 350].map(bottle).join('')],
    ['shape', 'M96 300h68v44H96ZM206 300h68v44H206ZM316 300h68v44H316Z'],
    ['ink', `M30 384H450V404H30Z${[80, 240, 400].map((x) => circle(x, 420, 16)).join('')}`],
  ],
  laboratory: [
    floor,
    ['light', 'M164 104h92v22h-14v92l84 144a20 20 0 0 1-18 30H112a20 20 0 0 1-18-30l84-144V126h-14Z'],
    ['shape', 'M144 276H276l50 86a20 20 0 0 1-18 30H112a20 20 0 0 1-18-30Z'],
    ['light', circle(190, 330, 12) + circle(232, 354, 8) + circle(222, 300, 7)],
    ['light', 'M352 178h68v18h-10v172a24 24 0 0 1-48 0V196h-10Z'],
    ['shape', 'M362 272h48v96a24 24 0 0 1-48 0Z'],
    ['ink', 'M40 392H440V410H40Z'],
  ],
  lorry: [
    hills,
    ['ink', 'M0 384H480V404H0Z'],
    ['light', 'M52 186H290V346H52Z'],
    ['shape', 'M52 256H290V294H52ZM298 228h72l54 62v56H298Z'],
    ['light', 'M316 246h46l34 40H316Z'],
    ['ink', circle(122, 352, 36) + circle(352, 352, 36)],
    ['light', circle(122, 352, 14) + circle(352, 352, 14)],
  ],
  teaGarden: [
    hills,
    ['light', circle(96, 92, 40)],
    ['shape', 'M-10 372Q120 322 250 366T490 350M-10 420Q120 372 250 414T490 398M-10 468Q120 420 250 462T490 446', 22],
    ['shape', 'M240 200V330', 12],
    ['shape', 'M236 274C150 266 98 214 86 142c86 8 140 58 150 132ZM244 274c86-8 138-60 150-132-86 8-140 58-150 132Z'],
    ['shape', 'M240 70c30 46 30 102 0 148c-30-46-30-102 0-148Z'],
    ['light', 'M132 178Q190 208 228 262M348 178Q290 208 252 262M240 104V204', 4],
  ],
  roasting: [
    floor,
    ['light', 'M170 176q-26-30 0-58t0-58M240 176q-26-30 0-58t0-58M310 176q-26-30 0-58t0-58', 10],
    ['shape', 'M96 226H384L348 372H132Z'],
    ['light', 'M116 300H364M124 336H356M176 262L190 372M240 262V372M304 262L290 372', 4],
    ['ink', 'M96 226a144 38 0 1 0 288 0a144 38 0 1 0-288 0Z'],
    ['soft', 'M126 222a114 24 0 1 0 228 0a114 24 0 1 0-228 0Z'],
    ['ink', 'M84 372H396V408H84Z'],
  ],
  coldStore: [
    floor,
    ['ink', 'M56 96H72V420H56ZM408 96H424V420H408ZM56 236H424V250H56ZM56 386H424V400H56Z'],
    ['light', 'M92 156H172V236H92ZM188 176H248V236H188ZM92 296H182V386H92ZM198 316H268V386H198ZM284 296H392V386H284Z'],
    ['shape', 'M92 190H172V206H92ZM188 200H248V214H188ZM92 334H182V350H92ZM198 346H268V360H198ZM284 334H392V350H284Z'],
    ['shape', 'M330 116V226M282 143L378 199M282 199L378 143M314 124l16 16 16-16M314 218l16-16 16 16', 8],
  ],
} satisfies Record<string, ScenePart[]>;

export type Scene = keyof typeof scenes;
