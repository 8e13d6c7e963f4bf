import { type Landmark, landmark } from '#art/face/landmarks.ts'
import { tint } from './palette.ts'
import { hash, type Stream, streamOf } from './seed.ts'
import { type Base, blur, d, dot, ground, line, linear, picture, shape } from './svg.ts'

export type SkylineOptions = Base & { time?: 'day' | 'evening'; landmarks?: readonly Landmark[] }

const known: Record<string, readonly Landmark[]> = {
  london: ['clock-tower', 'wheel', 'dome'],
  sydney: ['arch-bridge', 'sails', 'spire'],
  'new york': ['setback', 'bridge', 'spire'],
  manchester: ['mill', 'dome', 'twin'],
  toronto: ['needle', 'dome', 'twin'],
  melbourne: ['spire', 'church', 'arch-bridge'],
  edinburgh: ['castle', 'church', 'hills'],
  birmingham: ['mill', 'dome', 'spire'],
  'los angeles': ['palms', 'hills', 'setback'],
  dublin: ['spire', 'bridge', 'dome'],
  leeds: ['mill', 'clock-tower'],
  bristol: ['bridge', 'hills', 'church'],
  glasgow: ['church', 'arch-bridge', 'twin'],
  'san francisco': ['bridge', 'hills', 'spire'],
  brisbane: ['arch-bridge', 'palms', 'twin'],
  perth: ['twin', 'palms', 'spire'],
  chicago: ['setback', 'twin', 'bridge'],
  miami: ['palms', 'twin'],
  auckland: ['needle', 'sails', 'hills'],
  vancouver: ['hills', 'bridge', 'twin'],
  montreal: ['hills', 'bridge', 'church'],
}
const days = [
  ['#a3cfe5', '#e8f1ee', '#7fb2c8', '#3f8296', '#0d5665', '#fcb530'],
  ['#fcdf9c', '#fff3dc', '#e3b172', '#b3663a', '#7d2f2a', '#f8f3eb'],
  ['#c8e1b1', '#f2f6e4', '#93b98c', '#4f8668', '#16674f', '#fcb530'],
  ['#cdbbe0', '#f3ecf5', '#9f8bbd', '#6b5590', '#43305f', '#fcb530'],
  ['#f8e9da', '#fffaf2', '#d7a98c', '#a96a4e', '#6a3524', '#d02d27'],
] as const
const evenings = [
  ['#3a1030', '#d8683c', '#7a2a45', '#4d1534', '#2a0a1f', '#fcb530'],
  ['#0c3a4a', '#e59a4a', '#14566a', '#0d4250', '#06262f', '#fcb530'],
  ['#2b2350', '#c884a0', '#4b3d7c', '#332a5c', '#1a1436', '#fcd98c'],
  ['#241a2c', '#b8552e', '#54343f', '#38212f', '#190d17', '#fcb530'],
] as const

/** Renders a city card: its skyline by day or in the evening. A place without known landmarks gets houses only. */
export function skyline(o: SkylineOptions): string {
  return picture(o, 'skyline', { square: '0 0 400 400', wide: '-50 18 500 375', tall: '40 0 320 400' }, (id) => {
    const city = o.seed.toLowerCase(),
      stream = streamOf(`skyline ${city}`)
    const evening = (o.time ?? (hash(city) % 2 ? 'day' : 'evening')) === 'evening'
    const [high, low, far, mid, near, light] = stream.pick<readonly string[]>(evening ? evenings : days) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    const marks = o.landmarks ?? known[city] ?? []
    const sunX = stream.between(70, 330),
      sunY = evening ? stream.between(190, 226) : stream.between(70, 120)
    const isKnown = marks.length > 0
    const water = (isKnown && stream.chance(0.7)) || marks.some((m) => m.includes('bridge') || m === 'sails')
    const clouds = evening
      ? stars(stream)
      : line(
          d`M${stream.between(-40, 60)} ${stream.between(70, 110)}h70m-40 16h80M${stream.between(220, 300)} ${stream.between(50, 90)}h90m-60 16h70`,
          '#fff',
          13,
          'opacity=".65"',
        )
    const places = [
      [206, 1.06],
      [70, 0.9],
      [330, 0.88],
    ] as const
    const shapes = marks.map((m, i) => {
      const [x, size] = places[i % 3] as readonly [number, number]
      return d`<g transform="translate(${m === 'hills' ? 200 : m.includes('bridge') ? 200 : x} 318)scale(${m.includes('bridge') || m === 'hills' ? 1 : size})">${landmark(m, m === 'hills' ? mid : near, evening ? light : tint(near, 0.14), mid)}</g>`
    })
    const behind = shapes.filter((_, i) => marks[i] === 'hills').join(''),
      front = shapes.filter((_, i) => marks[i] !== 'hills').join('')
    const foot = water
      ? shape('M-99 316H499V499H-99Z', tint(evening ? mid : far, 0.02)) +
        line(
          Array.from(
            { length: 11 },
            () => d`M${stream.between(-60, 420)} ${stream.between(330, 396)}h${stream.between(30, 110)}`,
          ).join(''),
          evening ? tint(low, 0.02) : '#fff',
          4,
          'opacity=".35"',
        ) +
        line(
          Array.from({ length: 7 }, (_, i) => d`M${sunX - 34 + i * 3} ${326 + i * 11}h${68 - i * 6}`).join(''),
          light,
          4,
          `opacity="${evening ? '.7' : '.4'}"`,
        )
      : shape('M-99 316H499V499H-99Z', near) +
        line(
          Array.from({ length: 15 }, (_, i) => d`M${-80 + i * 38 + stream.between(-8, 8)} 318h.1`).join(''),
          tint(near, 0.07),
          34,
        ) +
        shape('M-99 330H499V499H-99Z', tint(near, -0.03))
    const rows = isKnown
      ? row(stream, far, 180, 250, 30, 60, evening ? tint(light, -0.1) : '', 0.35) +
        row(stream, mid, 220, 288, 26, 50, evening ? light : tint(mid, 0.09), 0.6)
      : row(stream, far, 262, 284, 34, 62, '', 0) + row(stream, mid, 282, 300, 38, 64, evening ? light : '', 0.4)
    return `<defs>${linear(id('s'), 'down', [high, tint(high, 0.02), low, low])}${blur(id('b'), 16)}</defs>${ground(`url(#${id('s')})`)}${dot(sunX, sunY, 62, light, `opacity=".4" filter="url(#${id('b')})"`)}${dot(sunX, sunY, 36, light)}${clouds}${behind}${rows}${front}${foot}`
  })
}

function row(
  stream: Stream,
  colour: string,
  high: number,
  low: number,
  thin: number,
  thick: number,
  windows: string,
  chance: number,
): string {
  let path = 'M-99 320',
    lit = '',
    x = -90
  while (x < 490) {
    const w = stream.between(thin, thick),
      top = stream.between(high, low),
      roof = stream.whole(0, 5)
    path += d`L${x} 320V${top}`
    path +=
      roof === 0
        ? d`l${w / 2} ${-w * 0.5}l${w / 2} ${w * 0.5}`
        : roof === 1
          ? d`h${w * 0.3}v-14h${w * 0.4}v14h${w * 0.3}`
          : roof === 2
            ? `${d`l${w} -16`}v16`
            : roof === 3
              ? d`q${w / 2} ${-w * 0.7} ${w} 0`
              : d`h${w}`
    path += 'V320'
    if (windows && stream.chance(chance))
      for (let wx = x + 8; wx < x + w - 6; wx += 10)
        if (stream.chance(0.7)) lit += d`M${Math.round(wx)} ${Math.round(top + 14)}V312`
    x += w + stream.between(-2, 8)
  }
  return (
    shape(`${path}H499V330H-99Z`, colour) +
    line(lit, windows, 4, 'stroke-linecap="butt" stroke-dasharray="5 9" opacity=".75"')
  )
}

const stars = (stream: Stream) =>
  line(
    Array.from(
      { length: 30 },
      () => d`M${Math.round(stream.between(-90, 490))} ${Math.round(stream.between(-20, 150))}h.1`,
    ).join(''),
    '#fff',
    2.6,
    'opacity=".7"',
  )
