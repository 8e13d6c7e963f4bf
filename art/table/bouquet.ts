import { type Colour, inkOf, lightnessOf, tint } from '#art/palette.ts'
import { type Stream, streamOf } from '#art/seed.ts'
import { type Base, blur, d, dot, entire, line, litGround, oval, picture, shape } from '#art/svg.ts'

export type BouquetOptions = Base & {
  flowers: readonly Colour[]
  ribbon: Colour
  background: Colour
  shapeOf?: 'round' | 'loose'
  petals?: 'rose' | 'ranunculus' | 'mixed'
}

/** A bride's bouquet from above, tied with a ribbon. */
export function bouquet(o: BouquetOptions): string {
  return picture(o, 'bouquet', { ...entire, square: '10 6 380 380' }, (id) => {
    const stream = streamOf(`bouquet ${o.seed}`),
      ground = inkOf(o.background),
      ribbon = inkOf(o.ribbon)
    const colours = o.flowers.map(inkOf)
    const kinds = colours.flatMap((c, i) => [rose(id(`r${i}`), c), ranunculus(id(`n${i}`), c)]).join('')
    const leafy = `<g id="${id('s')}">${line('M0 10C-4-30 4-70 0-116', '#4b7350', 3)}${[0, 1, 2, 3, 4].map((i) => d`<ellipse cx="-14" cy="${-20 - i * 20}" rx="16" ry="8" transform="rotate(24 -14 ${-20 - i * 20})" fill="${tint('#6d9468', (i % 2) * 0.05)}"/><ellipse cx="14" cy="${-30 - i * 20}" rx="16" ry="8" transform="rotate(-24 14 ${-30 - i * 20})" fill="${tint('#5b8559', (i % 2) * 0.05)}"/>`).join('')}</g>`
    const fern = `<g id="${id('e')}">${line('M0 10Q6-50-2-120', '#3f6446', 2.6)}${line([0, 1, 2, 3, 4, 5, 6].map((i) => d`M0 ${-12 - i * 15}q-16-4-22-18M2 ${-12 - i * 15}q16-4 22-18`).join(''), '#4f7a52', 7)}</g>`
    const greens = Array.from({ length: 13 }, (_, i) => {
      const a = -205 + i * 19.5 + stream.between(-5, 5)
      return d`<use href="#${id(i % 3 ? 's' : 'e')}" transform="translate(200 172)rotate(${a + 90})translate(0 ${-(70 + stream.between(-8, o.shapeOf === 'loose' ? 34 : 12))})"/>`
    }).join('')
    const spots = heads(o.shapeOf ?? 'round', stream)
    const blooms = spots
      .map(([x, y, size], i) => {
        const k = i % colours.length,
          name = o.petals === 'ranunculus' || (o.petals === 'mixed' && i % 2) ? `n${k}` : `r${k}`
        return d`<use href="#${id(name)}" transform="translate(${x} ${y})rotate(${Math.round(stream.between(0, 360))})scale(${Math.round(size * 50) / 50})"/>`
      })
      .join('')
    const sprays = Array.from({ length: 16 }, () => {
      const a = stream.between(0, 6.28),
        r = stream.between(96, 132)
      return dot(200 + Math.cos(a) * r, 160 + Math.sin(a) * r * 0.92, 4.6, '#fbf7ef')
    }).join('')
    const stems =
      shape('M174 262C182 310 176 350 164 410H236C224 350 218 310 226 262Z', '#56774f') +
      line('M188 262C192 320 186 360 178 410M200 262V410M212 262C208 320 214 360 222 410', '#42603f', 4)
    const tie =
      shape('M168 292Q200 304 232 292L230 336Q200 348 170 336Z', ribbon) +
      line('M169 306Q200 318 231 306M170 321Q200 333 230 321', tint(ribbon, -0.09), 3) +
      shape(
        'M204 316C240 296 272 306 268 326C262 344 226 336 204 316ZM196 316C160 296 128 306 132 326C138 344 174 336 196 316Z',
        tint(ribbon, 0.03),
      ) +
      shape(
        'M198 320C176 356 170 380 150 404L168 408C184 384 194 356 204 322ZM202 320C226 350 240 372 262 392L248 402C226 382 210 352 198 324Z',
        tint(ribbon, -0.05),
      ) +
      oval(200, 318, 13, 11, tint(ribbon, 0.06))
    const cast = oval(216, 190, 142, 138, tint(ground, -0.3), `opacity=".35" filter="url(#${id('b')})"`)
    return `<defs>${blur(id('b'), 18)}${kinds}${leafy}${fern}</defs>${litGround(id('h'), ground, tint(ground, lightnessOf(ground) > 0.9 ? 0.015 : 0.05), 110, 100, 280)}<g transform="rotate(${Math.round(stream.between(-12, 12))} 200 200)">${cast}${stems}${greens}${sprays}${blooms}${tie}</g>`
  })
}

function heads(form: 'round' | 'loose', stream: Stream): [number, number, number][] {
  const out: [number, number, number][] = []
  const ringOf = (count: number, r: number, size: number, from: number) => {
    for (let i = 0; i < count; i++) {
      const a = from + (i / count) * 6.283
      out.push([
        200 + Math.cos(a) * r + stream.between(-5, 5),
        162 + Math.sin(a) * r * 0.9 + stream.between(-5, 5),
        size * stream.between(0.9, 1.08),
      ])
    }
  }
  ringOf(form === 'loose' ? 8 : 9, form === 'loose' ? 96 : 88, 0.82, stream.between(0, 1))
  ringOf(5, 48, 0.98, stream.between(0, 1))
  out.push([200, 158, 1.16])
  return out
}

function rose(id: string, colour: string): string {
  const deep = tint(colour, -0.1, 0.01),
    soft = tint(colour, -0.045),
    light = tint(colour, 0.045)
  const outer = [0, 72, 144, 216, 288]
    .map(
      (a) =>
        d`<path d="M-4-6C-30-14-34-40-6-44C24-46 34-22 10-4Z" fill="${a % 144 ? colour : light}" transform="rotate(${a})"/>`,
    )
    .join('')
  const inner = [30, 150, 270]
    .map(
      (a) =>
        d`<path d="M-4-4C-20-8-22-27-4-29C16-30 22-14 8-2Z" fill="${a === 150 ? light : soft}" transform="rotate(${a})"/>`,
    )
    .join('')
  return `<g id="${id}"><circle r="41" fill="${deep}"/>${outer}<circle r="25" fill="${deep}" opacity=".5"/>${inner}<circle r="12" fill="${deep}"/>${line('M-8 2A8 8 0 1 1 6 6M-3 1A4 4 0 1 1 3 3', light, 2.4)}</g>`
}

function ranunculus(id: string, colour: string): string {
  const tones = [tint(colour, -0.07), colour, tint(colour, 0.04), tint(colour, -0.03), tint(colour, -0.1, 0.02)]
  const rings = [36, 29, 22, 15, 8]
    .map(
      (r, i) =>
        `<circle r="${r}" fill="${tones[i]}" ${i < 4 ? `stroke="${tint(tones[i] as string, -0.06)}" stroke-width="2.4" stroke-dasharray="${Math.round(r * 0.9)} 4"` : ''}/>`,
    )
    .join('')
  return `<g id="${id}">${rings}<circle r="3" fill="#5d7a45"/></g>`
}
