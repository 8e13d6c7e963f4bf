import { type Colour, type HairTone, hairOf, inkOf, type Skin, skinOf, tint } from '#art/palette.ts'
import { streamOf } from '#art/seed.ts'
import { sampleCurve, type Curve, tonesOf } from './strands.ts'
import { type Base, blur, cropped, d, ground as plain, group, line, oval, picture, shape } from '#art/svg.ts'

export type BraidsOptions = Base & {
  skin: Skin
  hair: HairTone | Colour
  pattern?: 'box' | 'cornrow' | 'single' | 'twists'
  adorn?: 'none' | 'cuffs' | 'beads' | 'thread'
  accent?: Colour
  left?: boolean
}

/** Plaits, close: box braids, cornrows on the scalp, one thick plait, or twists. */
export function braids(o: BraidsOptions): string {
  return picture(o, 'braids', cropped, (id) => {
    const hair = hairOf(o.hair),
      stream = streamOf(`braids ${o.seed}`),
      skin = skinOf(o.skin)
    const pattern = o.pattern ?? 'box'
    const accent = inkOf(o.accent ?? 'gold')
    const rows: { curve: Curve; width: number }[] =
      pattern === 'single'
        ? [{ curve: [150, -60, 240, 110, 130, 260, 240, 470], width: 176 }]
        : pattern === 'cornrow'
          ? [0, 1, 2, 3, 4, 5].map((i) => ({
              curve: [-60, 20 + i * 84, 90, -70 + i * 90, 260, -40 + i * 90, 470, 60 + i * 90] as Curve,
              width: 54,
            }))
          : Array.from({ length: pattern === 'twists' ? 7 : 8 }, (_, i) => {
              const gap = pattern === 'twists' ? 76 : 70
              return {
                curve: [
                  -40 + i * gap,
                  -70,
                  -30 + i * gap + stream.between(-14, 14),
                  90,
                  -40 + i * gap + stream.between(-14, 14),
                  280,
                  -30 + i * gap,
                  480,
                ] as Curve,
                width: pattern === 'twists' ? 66 : 59,
              }
            })
    const drawn = rows.map(
      (row, i) =>
        stitches(row.curve, row.width, id, pattern === 'twists') +
        adorned(o.adorn ?? 'none', row.curve, row.width, accent, i),
    )
    const shadow = group(
      rows.map(({ curve, width }) => line(curvePath(curve), '#000', width * 0.9)).join(''),
      `opacity=".32" transform="translate(8 6)" filter="url(#${id('b')})"`,
    )
    const ground = pattern === 'single' ? tint(hair, -0.04) : skin
    const scalp =
      pattern === 'single'
        ? loose(hair, stream)
        : oval(300, 90, 170, 130, tint(skin, 0.05), `filter="url(#${id('a')})"`)
    const tilt =
      pattern === 'cornrow' ? 'rotate(-8 200 200)' : pattern === 'single' ? 'rotate(-6 200 200)' : 'rotate(-16 200 200)'
    return `<defs>${blur(id('a'), 40)}${blur(id('b'), 6)}${stitch(hair, id, pattern === 'twists')}</defs>${plain(ground)}<g transform="${o.left ? 'matrix(-1 0 0 1 400 0)' : ''}${tilt}">${scalp}${shadow}${drawn.join('')}</g>`
  })
}

const curvePath = ([x, y, a, b, c, e, f, g]: Curve) => d`M${x} ${y}C${a} ${b} ${c} ${e} ${f} ${g}`

function stitch(hair: string, id: (n: string) => string, twist: boolean): string {
  const [deep, base, mid, light, bright] = tonesOf(hair) as [string, string, string, string, string]
  if (twist)
    return `<g id="${id('s')}">${shape('M-25-4C-30 14-14 34 14 36C34 34 30 14 22 2C8 12-12 8-25-4Z', mid)}${line('M-20 8Q-6 26 18 27', light, 4)}${line('M-22 2Q-6 18 20 16', bright, 1.8)}${line('M-12 22Q0 32 16 33', deep, 1.8)}</g>`
  const left = 'M1 41C-33 30-36-3-11-9C0 0 9 22 1 41Z',
    right = 'M-1 57C33 46 36 12 11 6C0 16-9 34-1 57Z'
  return `<g id="${id('s')}">${shape(right, base)}${line('M12 11Q22 28 6 48M17 14Q28 28 14 44', mid, 2)}${line('M7 14Q14 28 2 46', deep, 1.5)}${shape(left, mid)}${line('M-12-4Q-24 14-6 33M-17 0Q-29 12-15 27', light, 2.2)}${line('M-21 3q-5 9 0 17', bright, 2)}${line('M-6-4Q-14 12-1 34', deep, 1.5)}</g>`
}

function stitches(curve: Curve, width: number, id: (n: string) => string, twist: boolean): string {
  const scale = width / 56
  const points = sampleCurve(curve, (twist ? 30 : 37) * scale)
  return points
    .slice(0, -1)
    .map(([x, y], i) => {
      const [nx, ny] = points[i + 1] as [number, number]
      const turn = Math.round((Math.atan2(ny - y, nx - x) * 180) / Math.PI - 90)
      const size = Math.round(scale * 100) / 100
      return `<use href="#${id('s')}" transform="translate(${Math.round(x)} ${Math.round(y)})rotate(${turn})${size === 1 ? '' : `scale(${size})`}"/>`
    })
    .join('')
}

function adorned(kind: string, curve: Curve, width: number, accent: string, i: number): string {
  if (kind === 'none' || (i % 2 && kind !== 'thread') || (kind === 'thread' && i % 3 !== 1)) return ''
  const points = sampleCurve(curve, 20)
  const at = points[Math.floor(points.length * (0.34 + ((i * 5) % 7) * 0.06))] as [number, number]
  const next = points[Math.min(points.length - 1, points.indexOf(at) + 1)] as [number, number]
  const turn = (Math.atan2(next[1] - at[1], next[0] - at[0]) * 180) / Math.PI - 90
  const w = width * 0.5
  const cuff = (y: number) =>
    shape(d`M${-w} ${y}Q0 ${y + 7} ${w} ${y}V${y + 18}Q0 ${y + 25}${-w} ${y + 18}Z`, accent) +
    shape(
      d`M${-w * 0.7} ${y + 3}Q${-w * 0.5} ${y + 5}${-w * 0.3} ${y + 5}V${y + 21}Q${-w * 0.5} ${y + 21}${-w * 0.7} ${y + 19}Z`,
      '#fff',
      'opacity=".6"',
    )
  if (kind === 'beads')
    return d`<g transform="translate(${at[0]} ${at[1]})rotate(${turn})">${[0, 22, 44].map((y, k) => oval(0, y, w * 0.82, 13, k % 2 ? '#f8f3eb' : accent) + oval(-w * 0.3, y - 4, w * 0.24, 4, '#fff', 'opacity=".6"')).join('')}</g>`
  if (kind === 'thread')
    return line(
      points.map(([x, y], k) => d`${k ? 'L' : 'M'}${x + (k % 2 ? w * 0.8 : -w * 0.8)} ${y}`).join(''),
      accent,
      3.4,
    )
  return d`<g transform="translate(${at[0]} ${at[1]})rotate(${turn})">${cuff(0)}${width > 80 ? cuff(30) : ''}</g>`
}

function loose(hair: string, stream: { between(a: number, b: number): number }): string {
  const tones = tonesOf(hair)
  return tones
    .map((tone) => {
      let path = ''
      for (let i = 0; i < 16; i++) {
        const y = stream.between(-120, 460)
        path += d`M-80 ${Math.round(y)}C40 ${Math.round(y - 40)} 120 ${Math.round(y + 20)} 200 ${Math.round(y + 110)}M480 ${Math.round(y)}C360 ${Math.round(y - 40)} 290 ${Math.round(y + 20)} 200 ${Math.round(y + 110)}`
      }
      return line(path, tone, 5)
    })
    .join('')
}
