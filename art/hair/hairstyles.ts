import {
  both,
  pair,
  sleek,
  parted,
  curtain,
  straightFall,
  gloss,
  bun,
  hairline,
  curlsDown,
  cornrowed,
  locFront,
} from './hairdressing.ts'
import { headscarves } from './headscarves.ts'
import { tint } from '#art/palette.ts'
import type { Stream } from '#art/seed.ts'
import { sampleCurve, boxBraids, cloud, type Curve, plait, ropes, scatter, strands, waving } from './strands.ts'
import { clip, group, line, type Name, oval, ring, shape } from '#art/svg.ts'

const hairStyles = [
  'afro',
  'puff',
  'two-puffs',
  'curls',
  'coily-crop',
  'braids',
  'braids-up',
  'cornrows',
  'locs',
  'short-locs',
  'bob',
  'fringe',
  'long',
  'waves',
  'side-part',
  'low-bun',
  'top-bun',
  'pony',
  'crown',
  'pixie',
  'quiff',
  'fade',
  'shaved',
  'bald',
  'hijab',
  'hijab-wrap',
  'headwrap',
  'turban',
] as const
export type HairStyle = (typeof hairStyles)[number]

export type Dressed = { back: string; front: string; ears: boolean }

/** Returns whether a style shows no hair; its colour is then that of the cloth. */
export const isCloth = (style: HairStyle): boolean => ['hijab', 'hijab-wrap', 'headwrap', 'turban'].includes(style)

/** Returns the hair or cloth of a head: the part behind the face and the part in front of it. */
export function dress(style: HairStyle, hair: string, stream: Stream, id: Name): Dressed {
  const made = styles[style](hair, stream, id)
  return { back: made.back ?? '', front: made.front ?? '', ears: made.ears ?? true }
}

type Make = (hair: string, stream: Stream, id: Name) => Partial<Dressed>

const styles: Record<HairStyle, Make> = {
  afro: (hair, stream) => ({
    back: oval(0, 128, 120, 104, hair) + cloud(stream, scatter(0, 126, 126, 108, 72), 20, hair, 0.62),
    front: hairline(stream, hair),
    ears: false,
  }),
  puff: (hair, stream, id) => ({
    back: oval(0, 40, 78, 54, hair) + cloud(stream, scatter(0, 34, 88, 62, 40), 18, hair, 0.8),
    front: sleek(stream, hair, id) + hairline(stream, hair, 3, 0),
  }),
  'two-puffs': (hair, stream, id) => ({
    back: both((side) => cloud(stream, scatter(side * 74, 52, 44, 42, 22), 16, hair, 0.85)),
    front: parted(stream, hair, id, 0, 160) + line('M0 48V98', tint(hair, -0.06), 3),
  }),
  curls: (hair, stream) => ({
    back:
      shape(
        'M0 46C-84 46-112 120-116 200C-118 250-104 280-80 290H80C104 280 118 250 116 200C112 120 84 46 0 46Z',
        tint(hair, -0.03),
      ) +
      curlsDown(stream, hair, 296) +
      cloud(stream, scatter(0, 84, 96, 44, 15), 19, hair, 0.5),
    front: hairline(stream, hair, 12, 0.5),
    ears: false,
  }),
  'coily-crop': (hair, stream) => ({
    back: oval(0, 116, 88, 74, hair),
    front: cloud(stream, scatter(0, 76, 82, 34, 40), 11, hair, 0.8) + hairline(stream, hair, 8),
  }),
  braids: (hair, stream, id) => {
    const left: Curve[] = [0, 1, 2, 3, 4].map((i) => [
      30 + i * 12,
      62 + i * 8,
      86 + i * 9,
      96,
      80 + i * 10,
      230,
      62 + i * 14,
      440,
    ])
    return {
      back:
        shape('M0 46C-82 46-100 116-104 210L-90 420H90L104 210C100 116 82 46 0 46Z', tint(hair, -0.04)) +
        boxBraids(pair(left), 17, hair),
      front: cornrowed(stream, hair, id, 8),
      ears: false,
    }
  },
  'braids-up': (hair, stream, id) => ({
    back:
      shape(ring(0, 34, 52), hair) +
      [44, 24]
        .map((r) =>
          plait(
            Array.from(
              { length: Math.round(r / 3.2) + 3 },
              (_, i) => [Math.cos((i / (r / 3.2)) * 6.3) * r, 34 + Math.sin((i / (r / 3.2)) * 6.3) * r * 0.92] as const,
            ),
            26,
            hair,
          ),
        )
        .join(''),
    front: cornrowed(stream, hair, id, 6),
  }),
  cornrows: (hair, stream, id) => ({
    back: boxBraids(
      pair([0, 1].map((i) => [66 + i * 12, 150, 86 + i * 12, 220, 80 + i * 10, 280, 72 + i * 18, 390])),
      18,
      hair,
    ),
    front: cornrowed(stream, hair, id, 7),
  }),
  locs: (hair, stream, id) => {
    const falling: Curve[] = [0, 1, 2, 3, 4, 5].map((i) => [
      20 + i * 9,
      60 + i * 6,
      90 + i * 8,
      100,
      70 + i * 10,
      240,
      66 + i * 13 + stream.between(-6, 6),
      330 + stream.between(0, 70),
    ])
    return {
      back:
        shape('M0 44C-80 44-98 110-104 210L-84 330H84L104 210C98 110 80 44 0 44Z', tint(hair, -0.05)) +
        ropes(pair(falling), 15, hair),
      front: locFront(hair, id),
      ears: false,
    }
  },
  'short-locs': (hair, stream, id) => {
    const falling: Curve[] = [0, 1, 2, 3].map((i) => [
      16 + i * 14,
      56 + i * 6,
      84 + i * 8,
      74 + i * 6,
      92 + i * 5,
      120 + i * 8,
      88 + i * 6 + stream.between(-6, 6),
      176 + i * 12,
    ])
    return { back: oval(0, 120, 92, 76, tint(hair, -0.05)) + ropes(pair(falling), 14, hair), front: locFront(hair, id) }
  },
  bob: (hair, stream, id) => {
    const cut = curtain(272, 98, 6)
    return {
      back:
        clip(id('k'), cut) +
        shape(cut, tint(hair, -0.03)) +
        group(straightFall(stream, hair, 280, 98, 6), `clip-path="url(#${id('k')})"`),
      front: parted(stream, hair, id, 0, 206) + gloss(hair, 78, id),
      ears: false,
    }
  },
  fringe: (hair, stream, id) => {
    const cut = curtain(282, 100, -4)
    const bangs = 'M-78 190C-92 100-60 48 0 46S92 100 78 190C76 170 72 150 66 140Q0 152-66 140C-72 150-76 170-78 190Z'
    return {
      back:
        clip(id('k'), cut) +
        shape(cut, tint(hair, -0.03)) +
        group(straightFall(stream, hair, 290, 100), `clip-path="url(#${id('k')})"`),
      front:
        clip(id('s'), bangs) +
        shape(bangs, hair) +
        group(
          strands(
            stream,
            [
              [-6, 50, -60, 62, -84, 110, -78, 184],
              [-2, 50, -26, 80, -40, 110, -44, 150],
              [2, 50, 26, 80, 40, 110, 44, 150],
              [6, 50, 60, 62, 84, 110, 78, 184],
            ],
            62,
            hair,
            3.2,
            2,
          ),
          `clip-path="url(#${id('s')})"`,
        ) +
        gloss(hair, 88, id),
      ears: false,
    }
  },
  long: (hair, stream, id) => ({
    back: shape(curtain(430, 102), tint(hair, -0.03)) + straightFall(stream, hair, 440, 98),
    front: parted(stream, hair, id, 0, 212) + gloss(hair, 74, id),
    ears: false,
  }),
  waves: (hair, stream, id) => {
    const outline =
      'M0 44C-84 44-100 110-106 170C-114 220-96 250-108 300C-116 340-130 370-126 410H126C130 370 116 340 108 300C96 250 114 220 106 170C100 110 84 44 0 44Z'
    const wavy = both((side) =>
      waving(stream, [side * 34, side * 104], [side * 56, side * 130], 74, 420, 5, side * 26, 20, hair, 7),
    )
    return {
      back: clip(id('k'), outline) + shape(outline, tint(hair, -0.03)) + group(wavy, `clip-path="url(#${id('k')})"`),
      front: parted(stream, hair, id, -16, 196),
      ears: false,
    }
  },
  'side-part': (hair, stream, id) => {
    const cut = curtain(330, 104, 10)
    return {
      back:
        clip(id('k'), cut) +
        shape(cut, tint(hair, -0.03)) +
        group(
          both((side) =>
            waving(stream, [side * 40, side * 100], [side * 52, side * 112], 70, 350, 3, side * 22, 18, hair, 7),
          ),
          `clip-path="url(#${id('k')})"`,
        ),
      front: parted(stream, hair, id, -34, 190) + gloss(hair, 80, id),
      ears: false,
    }
  },
  'low-bun': (hair, stream, id) => ({
    back: bun(stream, hair, 58, 252, 40),
    front: parted(stream, hair, id, 0, 150) + line('M0 50V96', tint(hair, -0.07), 2.4),
  }),
  'top-bun': (hair, stream, id) => ({
    back: bun(stream, hair, 0, 30, 46),
    front: sleek(stream, hair, id) + gloss(hair, 74, id),
  }),
  pony: (hair, stream, id) => ({
    back:
      shape(
        'M-6 40C44 0 128 20 132 130C134 210 160 250 120 330C100 280 92 220 84 160C74 100 50 70-6 40Z',
        tint(hair, -0.03),
      ) +
      strands(
        stream,
        [
          [0, 40, 70, 0, 150, 60, 126, 320],
          [0, 44, 50, 40, 96, 110, 118, 320],
        ],
        40,
        hair,
        3.4,
        3,
      ),
    front: sleek(stream, hair, id) + line('M-12 48Q6 36 26 46', tint(hair, 0.22), 6),
  }),
  crown: (hair, stream, id) => ({
    back: shape('M0 44C-84 44-100 110-96 190H96C100 110 84 44 0 44Z', tint(hair, -0.03)),
    front: parted(stream, hair, id, 0, 170) + plait(sampleCurve([-84, 128, -66, 30, 66, 30, 84, 128], 15), 30, hair),
  }),
  pixie: (hair, stream, id) => {
    const cut =
      'M-80 178C-96 92-58 42 4 40C66 42 96 92 80 178C78 150 74 134 62 118C30 124-20 118-44 92C-56 112-76 140-80 178Z'
    return {
      front:
        clip(id('s'), cut) +
        shape(cut, hair) +
        group(
          strands(
            stream,
            [
              [-30, 44, -70, 70, -88, 120, -80, 176],
              [-34, 46, -50, 80, -46, 90, -40, 104],
              [-30, 44, 10, 70, 30, 110, 70, 122],
              [-20, 40, 60, 46, 92, 100, 80, 176],
            ],
            56,
            hair,
            3.4,
            3,
          ),
          `clip-path="url(#${id('s')})"`,
        ) +
        gloss(hair, 72, id),
    }
  },
  quiff: (hair, stream, id) => {
    const cut =
      'M-76 166C-84 120-76 96-62 84C-70 52-30 26 14 30C62 32 84 60 72 90C80 106 82 130 76 166C74 136 66 118 56 106C20 112-26 108-54 98C-68 116-72 136-76 166Z'
    return {
      front:
        clip(id('s'), cut) +
        shape(cut, hair) +
        group(
          strands(
            stream,
            [
              [-58, 100, -74, 60, -30, 30, 20, 34],
              [-20, 106, -10, 70, 20, 50, 60, 56],
              [56, 106, 50, 90, 62, 80, 74, 96],
              [76, 166, 76, 140, 70, 110, 60, 100],
            ],
            60,
            hair,
            3,
            3,
          ),
          `clip-path="url(#${id('s')})"`,
        ),
    }
  },
  fade: (hair, stream, id) => ({
    front:
      shape(
        'M-72 158C-82 100-56 68 0 66S82 100 72 158C70 136 66 116 54 104Q0 92-54 104C-66 116-70 136-72 158Z',
        hair,
        `opacity=".5" filter="url(#${id('b1')})" clip-path="url(#${id('f')})"`,
      ) +
      shape('M-63 98C-74 58-44 38 0 36S74 58 63 98Q0 80-63 98Z', hair) +
      cloud(stream, scatter(0, 64, 60, 26, 34), 9, hair, 0.7) +
      line('M-56 105Q0 90 56 105', hair, 7, `filter="url(#${id('b1')})"`),
  }),
  shaved: (hair, _stream, id) => ({
    front: shape(
      'M-76 160C-84 100-56 62 0 62S84 100 76 160C70 128 58 108 44 102Q0 92-44 102C-58 108-70 128-76 160Z',
      hair,
      `opacity=".5" filter="url(#${id('b1')})" clip-path="url(#${id('f')})"`,
    ),
  }),
  bald: () => ({}),
  ...headscarves,
}
