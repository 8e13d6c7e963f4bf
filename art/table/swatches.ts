import { type Colour, inkOf, tint } from '#art/palette.ts'
import { hash, streamOf } from '#art/seed.ts'
import { type Base, cropped, d, ground as plain, group, line, oval, picture, rough, shape } from '#art/svg.ts'

export type SwatchesOptions = Base & {
  colours: readonly Colour[]
  background: Colour
  layout?: 'bands' | 'columns' | 'dabs' | 'arcs'
  turn?: number
}

/** Smears of foundation, lipstick or shadow, side by side. */
export function swatches(o: SwatchesOptions): string {
  return picture(o, 'swatches', cropped, (id) => {
    const stream = streamOf(`swatches ${o.seed}`)
    const ground = inkOf(o.background),
      colours = o.colours.map(inkOf),
      n = colours.length
    const layout = o.layout ?? 'bands'
    const smear = (c: string, h: number, w: number) =>
      shape(
        d`M0 ${h * 0.16}Q${w * 0.5} ${-h * 0.06} ${w} ${h * 0.2}L${w - 14} ${h * 0.86}Q${w * 0.5} ${h * 0.7}-6 ${h * 0.88}Z`,
        c,
      ) +
      line(d`M18 ${h * 0.34}Q${w * 0.5} ${h * 0.16} ${w * 0.84} ${h * 0.36}`, tint(c, 0.07), h * 0.13) +
      line(d`M8 ${h * 0.72}Q${w * 0.5} ${h * 0.58} ${w * 0.94} ${h * 0.74}`, tint(c, -0.06), h * 0.09) +
      line(d`M24 ${h * 0.5}Q${w * 0.5} ${h * 0.34} ${w * 0.7} ${h * 0.5}`, tint(c, 0.13), h * 0.035, 'opacity=".7"')
    let inner = ''
    if (layout === 'bands' || layout === 'columns') {
      const step = 440 / n
      inner = colours
        .map(
          (c, i) =>
            d`<g transform="translate(${24 + stream.between(0, 44)} ${-20 + i * step})">${smear(c, step * 0.98, 292 + stream.between(0, 64))}</g>`,
        )
        .join('')
    } else if (layout === 'dabs') {
      const columns = n > 6 ? 4 : n > 4 ? 3 : 2,
        rows = Math.ceil(n / columns),
        w = 400 / columns,
        h = 400 / rows
      inner = colours
        .map((c, i) => {
          const x = (i % columns) * w + w / 2 + ((Math.floor(i / columns) % 2) - 0.5) * w * 0.2,
            y = Math.floor(i / columns) * h + h / 2,
            r = Math.min(w, h) * 0.42
          return d`<g transform="translate(${x} ${y})rotate(${stream.between(0, 360)})">${oval(0, 0, r, r * 0.92, c)}${line(d`M${-r * 0.6} ${r * 0.1}A${r * 0.6} ${r * 0.56} 0 1 1 ${r * 0.3} ${r * 0.5}`, tint(c, 0.08), r * 0.16)}${line(d`M${-r * 0.26} 0A${r * 0.28} ${r * 0.26} 0 1 1 ${r * 0.1} ${r * 0.24}`, tint(c, -0.07), r * 0.12)}</g>`
        })
        .join('')
    } else {
      const step = 300 / n
      inner = colours
        .map((c, i) => {
          const r = 130 + i * step
          return (
            line(
              d`M${40 - r * 0.2} ${430 - r * 0.98}A${r} ${r} 0 0 1 ${30 + r * 0.98} ${440 - r * 0.2}`,
              c,
              step * 0.84,
            ) +
            line(
              d`M${44 - r * 0.1} ${427 - r}A${r} ${r} 0 0 1 ${20 + r * 0.9} ${430 - r * 0.46}`,
              tint(c, 0.07),
              step * 0.14,
            )
          )
        })
        .join('')
    }
    const turn = (layout === 'columns' ? 90 : layout === 'bands' ? -12 : 0) + (o.turn ?? 0)
    const placed = group(inner, `transform="rotate(${turn} 200 200)" filter="url(#${id('r')})"`)
    return `<defs>${rough(id('r'), 15, '.03 .05', hash(o.seed) % 97)}</defs>${plain(ground)}${placed}`
  })
}
