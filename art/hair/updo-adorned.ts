import { bloom } from '#art/face/features.ts'
import { inkOf, tint } from '#art/palette.ts'
import type { Stream } from '#art/seed.ts'
import { dots } from './strands.ts'
import { d, line, oval, shape } from '#art/svg.ts'
import type { UpdoOptions } from './updo.ts'

export function adorned(o: UpdoOptions, stream: Stream): string {
  const high = ['high-bun', 'puff', 'cornrow-bun', 'locs-up'].includes(o.style)
  const y = high ? 138 : o.style === 'half-up' ? 168 : o.style === 'twist' ? 150 : 200
  const metal = inkOf(o.metal ?? 'gold')
  switch (o.adorn ?? 'none') {
    case 'pearls':
      return (
        dots(
          Array.from({ length: 11 }, () => [stream.between(-52, 52), y + stream.between(-30, 44)] as const),
          5,
          '#f8f3eb',
        ) +
        dots(
          Array.from({ length: 7 }, () => [stream.between(-52, 52), y + stream.between(-30, 44)] as const),
          3.4,
          '#f8f3eb',
        )
      )
    case 'flowers':
      return (
        [
          [-46, 6, 21],
          [-24, -18, 17],
          [-62, -20, 14],
          [-10, 12, 13],
          [-66, 24, 12],
        ]
          .map(([x, dy, r]) => bloom(x as number, y + (dy as number), r as number, inkOf(o.flower ?? 'bone')))
          .join('') + leaves(y)
      )
    case 'comb':
      return (
        line(d`M-56 ${y - 26}Q0 ${y - 62} 56 ${y - 26}`, metal, 4) +
        [-48, -28, -8, 12, 32, 50]
          .map((x) =>
            oval(
              x,
              y - 42 + Math.abs(x) * 0.3,
              11,
              5,
              metal,
              d`transform="rotate(${x > 0 ? 40 : -40} ${x} ${y - 42 + Math.abs(x) * 0.3})"`,
            ),
          )
          .join('') +
        dots(
          [
            [-38, y - 30],
            [-18, y - 40],
            [4, y - 44],
            [24, y - 38],
            [42, y - 28],
          ],
          3.6,
          '#fff',
        )
      )
    case 'ribbon':
      return (
        shape(
          d`M0 ${y + 20}C-30 ${y - 14}-76 ${y - 6}-72 ${y + 22}C-70 ${y + 46}-26 ${y + 42} 0 ${y + 20}C26 ${y + 42} 70 ${y + 46} 72 ${y + 22}C76 ${y - 6} 30 ${y - 14} 0 ${y + 20}Z`,
          inkOf(o.flower ?? 'lacquer'),
        ) +
        shape(
          d`M-8 ${y + 22}L-34 ${y + 120}L-16 ${y + 112}L-4 ${y + 126}L4 ${y + 24}L20 ${y + 116}L32 ${y + 104}L46 ${y + 108}L10 ${y + 20}Z`,
          tint(inkOf(o.flower ?? 'lacquer'), -0.05),
        ) +
        oval(0, y + 20, 13, 14, tint(inkOf(o.flower ?? 'lacquer'), 0.06))
      )
    case 'veil':
      return (
        shape(
          d`M-52 ${y + 16}C-90 ${y + 80}-170 340-190 460H190C170 340 90 ${y + 80} 52 ${y + 16}Q0 ${y + 34}-52 ${y + 16}Z`,
          '#fff',
          'opacity=".42"',
        ) +
        line(
          d`M-30 ${y + 22}C-60 ${y + 120}-90 340-100 460M30 ${y + 22}C60 ${y + 120} 90 340 100 460M0 ${y + 26}V460`,
          '#fff',
          2.4,
          'opacity=".5"',
        ) +
        dots(
          [-48, -32, -16, 0, 16, 32, 48].map((x) => [x, y + 24 - Math.abs(x) * 0.16] as const),
          5,
          '#f8f3eb',
        )
      )
    default:
      return ''
  }
}

const leaves = (y: number) =>
  [
    [-82, 4, 60],
    [-40, 30, 20],
    [-6, -28, -30],
  ]
    .map(([x, dy, turn]) =>
      oval(
        x as number,
        y + (dy as number),
        14,
        5.4,
        '#5d8a5a',
        d`transform="rotate(${turn as number} ${x as number} ${y + (dy as number)})"`,
      ),
    )
    .join('')
