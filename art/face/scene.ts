import { d, dot, group, line, ring, shape } from '#art/svg.ts'

/** Composition of a portrait: distance, offset from the middle, tilt of the head, and the background shape. */
export type Scene = {
  near: 'bust' | 'close' | 'far'
  /** Share of the picture's width, to the right. */
  aside: number
  lean: number
  /** A shape in the second colour, and one slightly lighter than the background. */
  behind: (accent: string, light: string) => string
}

const leaf = (x: number, y: number, turn: number) =>
  d`<path transform="translate(${x} ${y})rotate(${turn})" d="M0 0C26-22 30-64 0-96C-30-64-26-22 0 0Z"/>`

const scenes: readonly Scene[] = [
  { near: 'bust', aside: 0, lean: 0, behind: (_, light) => dot(120, 110, 190, light) },
  { near: 'bust', aside: 0.14, lean: 4, behind: (accent) => dot(40, 150, 118, accent) },
  { near: 'close', aside: -0.1, lean: 0, behind: (accent) => shape('M250-99H499V499H110Z', accent) },
  { near: 'bust', aside: -0.15, lean: -5, behind: (accent) => shape('M262 460V130A74 74 0 0 1 410 130V460Z', accent) },
  { near: 'far', aside: 0, lean: 0, behind: (accent) => shape('M-99 268H499V499H-99Z', accent) },
  {
    near: 'close',
    aside: 0.08,
    lean: 7,
    behind: (accent, light) => dot(336, 84, 96, accent) + line(ring(336, 84, 122), light, 10),
  },
  {
    near: 'bust',
    aside: 0.15,
    lean: -3,
    behind: (accent) =>
      group(
        [-40, -8, 24].map((turn, i) => leaf(10 + i * 6, 300 - i * 40, turn)).join('') + leaf(-44, 250, -62),
        `fill="${accent}"`,
      ) + line('M-20 420C6 340 20 260 14 150', accent, 5),
  },
  {
    near: 'close',
    aside: 0,
    lean: 0,
    behind: (accent, light) => line(ring(200, 190, 168), accent, 22) + line(ring(200, 190, 206), light, 8),
  },
  {
    near: 'bust',
    aside: -0.13,
    lean: 3,
    behind: (accent) =>
      group(
        [0, 1, 2, 3].flatMap((y) => [0, 1].map((x) => tile(300 + x * 78, 40 + y * 78))).join(''),
        `fill="${accent}"`,
      ),
  },
  {
    near: 'far',
    aside: 0.12,
    lean: -4,
    behind: (accent) => [-70, 10, 90, 170, 250, 330, 410].map((x) => shape(d`M${x}-99h34V499h-34Z`, accent)).join(''),
  },
]

const tile = (x: number, y: number) => d`<rect x="${x}" y="${y}" width="66" height="66" rx="14"/>`

/** Number of compositions: enough for nine different neighbours. */
export const sceneCount = scenes.length

/** Returns the composition of a number, or the first if there is none. */
export const sceneOf = (scene: number | undefined): Scene => scenes[scene ?? 0] ?? (scenes[0] as Scene)
