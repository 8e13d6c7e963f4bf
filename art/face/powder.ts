import { type Colour, inkOf, tint } from '#art/palette.ts'
import { hash, streamOf } from '#art/seed.ts'
import { type Base, cropped, d, grain, ground, group, linear, type Name, picture, radial, shape } from '#art/svg.ts'

export const embosses = ['sun', 'quilt', 'scale', 'wave', 'fern', 'rings', 'petal', 'plain'] as const
type Emboss = (typeof embosses)[number]

export type PowderOptions = Base & { colours: readonly Colour[]; emboss?: Emboss; casing?: Colour }

/** One pressed pan, or a palette of four, six or nine. */
export function powder(o: PowderOptions): string {
  return picture(o, 'powder', cropped, (id) => {
    const stream = streamOf(`powder ${o.seed}`)
    const n = o.colours.length >= 9 ? 9 : o.colours.length >= 6 ? 6 : o.colours.length >= 4 ? 4 : 1
    const columns = { 1: 1, 4: 2, 6: 3, 9: 3 }[n] as number,
      rows = n / columns
    const casing = inkOf(o.casing ?? 'fig')
    const noise = `<path d="M-99-99H499V499H-99Z" filter="url(#${id('n')})" opacity=".34"/>`
    const pressed = o.emboss ?? stream.pick(embosses)
    const defs =
      grain(id('n'), hash(o.seed) % 97) +
      (pressed === 'plain' ? '' : `<path id="${id(pressed)}" d="${pattern(pressed)}"/>`)
    if (n === 1)
      return `<defs>${defs}${sheen(inkOf(o.colours[0] as Colour), id('0'))}</defs>${ground(`url(#${id('0')})`)}${relief(pressed, inkOf(o.colours[0] as Colour), 200, 200, 1, id)}${noise}`
    const w = columns === 2 ? 172 : 126,
      h = rows === 2 ? 172 : 126,
      gapX = (400 - columns * w) / (columns + 1),
      gapY = (400 - rows * h) / (rows + 1)
    const pans = o.colours.slice(0, n).map((name, i) => {
      const c = inkOf(name),
        x = gapX + (i % columns) * (w + gapX),
        y = gapY + Math.floor(i / columns) * (h + gapY)
      const pan = d`M${x + 16} ${y}h${w - 32}q16 0 16 16v${h - 32}q0 16-16 16h${32 - w}q-16 0-16-16v${32 - h}q0-16 16-16Z`
      const kind = i % 2 || (n === 9 && i % 4) ? 'plain' : pressed
      return {
        defs: `${sheen(c, id(`${i}`))}<clipPath id="${id(`c${i}`)}"><path d="${pan}"/></clipPath>`,
        body:
          shape(pan, tint(casing, -0.09), 'transform="translate(0 -4)"') +
          shape(pan, `url(#${id(`${i}`)})`) +
          group(relief(kind, c, x + w / 2, y + h / 2, 0.46, id), `clip-path="url(#${id(`c${i}`)})"`),
      }
    })
    return `<defs>${defs}${linear(id('k'), 'slant', [tint(casing, 0.06), casing, tint(casing, -0.05)])}${pans.map((p) => p.defs).join('')}</defs>${ground(`url(#${id('k')})`)}${pans.map((p) => p.body).join('')}${noise}`
  })
}

const sheen = (c: string, name: string) =>
  radial(name, [tint(c, 0.07), c, tint(c, -0.085)], 'cx=".34" cy=".26" r=".95"')

/** The pattern three times: shadow above, light below, the line between. */
function relief(kind: Emboss, c: string, x: number, y: number, scale: number, id: Name): string {
  if (kind === 'plain') return ''
  const use = (colour: string, more: string) => `<use href="#${id(kind)}" stroke="${colour}"${more}/>`
  return d`<g transform="translate(${x} ${y})scale(${scale})" stroke-width="${kind === 'fern' || kind === 'petal' ? 6 : 7}">${use(tint(c, -0.13), ' opacity=".8" y="-3"')}${use(tint(c, 0.11), ' opacity=".8" y="3"')}${use(tint(c, -0.02), '')}</g>`
}

function pattern(kind: Emboss): string {
  const turn = (count: number, make: (a: number) => string) =>
    Array.from({ length: count }, (_, i) => make((i / count) * Math.PI * 2)).join('')
  switch (kind) {
    case 'sun':
      return (
        turn(28, (a) => d`M${Math.cos(a) * 54} ${Math.sin(a) * 54}L${Math.cos(a) * 300} ${Math.sin(a) * 300}`) +
        'M-34 0a34 34 0 1 0 68 0a34 34 0 1 0-68 0'
      )
    case 'quilt':
      return Array.from({ length: 15 }, (_, i) => d`M${i * 62 - 640} -220l440 440M${i * 62 - 240} -220l-440 440`).join(
        '',
      )
    case 'scale':
      return Array.from(
        { length: 10 },
        (_, r) => d`M${-288 + (r % 2) * 32} ${-250 + r * 52}` + 'a32 32 0 0 0 64 0'.repeat(9),
      ).join('')
    case 'wave':
      return Array.from({ length: 15 }, (_, r) => d`M-230 ${-240 + r * 34}q26-26 52 0${'t52 0'.repeat(8)}`).join('')
    case 'fern':
      return (
        'M-150 190Q-20 60 60-190' +
        Array.from({ length: 9 }, (_, i) => {
          const t = i / 9,
            x = -140 + t * 190,
            y = 170 - t * 330,
            l = 96 - t * 60
          return d`M${x} ${y}q${-l * 0.9} ${-l * 0.1}${-l} ${-l * 0.7}M${x} ${y}q${l * 0.5} ${-l * 0.5} ${l * 1.2} ${-l * 0.1}`
        }).join('')
      )
    case 'rings':
      return [30, 66, 102, 138, 174, 210, 246]
        .map((r) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0${-2 * r} 0`)
        .join('')
    case 'petal':
      return `${turn(8, (a) => {
        const px = Math.cos(a),
          py = Math.sin(a),
          at = (r: number, o: number) => d`${Math.cos(a + o) * r} ${Math.sin(a + o) * r}`
        return d`M${px * 30} ${py * 30}Q${at(120, 0.5)} ${at(190, 0)}Q${at(120, -0.5)} ${px * 30} ${py * 30}M${px * 60} ${py * 60}L${px * 140} ${py * 140}`
      })}M-18 0a18 18 0 1 0 36 0a18 18 0 1 0-36 0`
    default:
      return ''
  }
}
