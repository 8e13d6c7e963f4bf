import { type Colour, inkOf, lightnessOf, type Skin, skinOf, tint } from '#art/palette.ts'
import { type Stream, streamOf } from '#art/seed.ts'
import { type Base, blur, clip, cropped, d, ground, group, line, linear, oval, picture, shape } from '#art/svg.ts'

export type LipsOptions = Base & {
  skin: Skin
  pigment: Colour
  finish?: 'gloss' | 'satin' | 'matte' | 'metallic' | 'ombre'
  shape?: 'classic' | 'full' | 'bow' | 'wide'
  parted?: boolean
  tool?: 'none' | 'bullet' | 'brush'
  freckles?: boolean
  vitiligo?: boolean
  mature?: boolean
  stubble?: boolean
}

const outlines = {
  classic: { m: 136, u: 66, cup: 12, l: 92 },
  full: { m: 132, u: 82, cup: 14, l: 112 },
  bow: { m: 122, u: 74, cup: 13, l: 86 },
  wide: { m: 150, u: 54, cup: 9, l: 80 },
}

/** A painted mouth, close. */
export function lips(o: LipsOptions): string {
  return picture(o, 'lips', { ...cropped, wide: '0 62 400 300' }, (id) => {
    const stream = streamOf(`lips ${o.seed}`)
    const skin = skinOf(o.skin),
      deep = lightnessOf(skin) < 0.4,
      colour = inkOf(o.pigment)
    const { m, u, cup, l } = outlines[o.shape ?? 'classic']
    const y = 200,
      gap = o.parted ? 16 : 0
    const upper = d`M${200 - m} ${y}C${200 - m * 0.62} ${y - u * 0.55} ${200 - m * 0.34} ${y - u - 4} 182 ${y - u}Q200 ${y - u + cup * 1.8} 218 ${y - u}C${200 + m * 0.34} ${y - u - 4} ${200 + m * 0.62} ${y - u * 0.55} ${200 + m} ${y}C${200 + m * 0.6} ${y + 6} ${200 + m * 0.2} ${y + 6 - gap * 0.2} 200 ${y + 9 - gap * 0.2}C${200 - m * 0.2} ${y + 6 - gap * 0.2} ${200 - m * 0.6} ${y + 6} ${200 - m} ${y}Z`
    const seam = d`M${200 - m} ${y}C${200 - m * 0.55} ${y + 8 + gap} ${200 - m * 0.25} ${y + 8 + gap} 200 ${y + 10 + gap}C${200 + m * 0.25} ${y + 8 + gap} ${200 + m * 0.55} ${y + 8 + gap} ${200 + m} ${y}`
    const lower = `${seam}${d`C${200 + m * 0.82} ${y + l * 0.66 + gap * 0.5} ${200 + m * 0.46} ${y + l + gap} 200 ${y + l + gap}C${200 - m * 0.46} ${y + l + gap} ${200 - m * 0.82} ${y + l * 0.66 + gap * 0.5} ${200 - m} ${y}Z`}`
    const finish = o.finish ?? 'gloss'
    const ombre = finish === 'ombre'
    const ramp = ombre
      ? [tint(colour, 0.14), tint(colour, -0.02), tint(colour, -0.2)]
      : [tint(colour, -0.08), tint(colour, 0.045), tint(colour, -0.08)]
    const defs = `<defs>${blur(id('a'), 24)}${blur(id('b'), 6)}${blur(id('d'), 2)}${linear(id('u'), 'down', [tint(colour, finish === 'metallic' ? 0.08 : -0.02), tint(colour, -0.12)])}${linear(id('l'), 'down', ramp)}${clip(id('c'), lower)}${clip(id('p'), upper)}</defs>`
    const soft = `filter="url(#${id('a')})"`
    const shade = tint(skin, deep ? -0.07 : -0.1, 0.01),
      light = tint(skin, deep ? 0.08 : 0.055)
    const bottom = y + l + gap
    const skinPlanes =
      oval(352, 110, 120, 150, light, soft) +
      oval(40, 330, 120, 110, shade, `opacity=".5" ${soft}`) +
      oval(200, bottom + 30, 96, 22, shade, soft) +
      oval(200, bottom + 92, 110, 34, light, soft) +
      shape(
        d`M180 10C186 60 184 ${y - u - 40} 178 ${y - u - 14}L222 ${y - u - 14}C216 ${y - u - 40} 214 60 220 10Z`,
        shade,
        `opacity=".75" filter="url(#${id('b')})"`,
      ) +
      shape('M122 6C150 50 178 34 200 46C222 34 250 50 278 6L270-40H130Z', shade, `filter="url(#${id('b')})"`) +
      line(
        'M148 22q14 14 30 8M252 22q-14 14-30 8',
        tint(skin, -0.16, 0.01),
        6,
        `opacity=".6" filter="url(#${id('d')})"`,
      )
    const marks =
      (o.vitiligo
        ? shape(
            'M250 250C310 220 380 240 420 300V420H240C220 380 210 290 250 250ZM96 120C130 110 160 130 150 158C140 180 96 184 84 160C78 140 84 124 96 120Z',
            tint(skin, deep ? 0.3 : 0.12, deep ? 0.03 : -0.015),
            `filter="url(#${id('d')})"`,
          )
        : '') +
      (o.freckles ? spots(stream, tint(skin, -0.15, 0.02), 40, 4.5, 0.45) : '') +
      (o.stubble ? spots(stream, '#1b1315', 190, 2.6, 0.35) : '') +
      (o.mature
        ? line(
            d`M${200 - m - 22} 150C${180 - m} 190 ${176 - m} 220 ${184 - m} 256M${200 + m + 22} 150C${220 + m} 190 ${224 + m} 220 ${216 + m} 256M150 ${y - u - 6}v-20M176 ${y - u - 12}v-16M226 ${y - u - 12}v-16M252 ${y - u - 6}v-20`,
            shade,
            4,
            `filter="url(#${id('d')})"`,
          )
        : '')
    // Parted lips show only the dark between them.
    const mouth = gap
      ? shape(d`M${200 - m} ${y}Q200 ${y - 20} ${200 + m} ${y}Q200 ${y + gap * 2 + 30} ${200 - m} ${y}Z`, '#2a0d10')
      : ''
    const folds = group(
      line(
        [-0.66, -0.44, -0.22, 0, 0.22, 0.44, 0.66]
          .map(
            (t) =>
              d`M${200 + t * m} ${y + 6 + gap * 0.7}Q${200 + t * m * 1.06} ${y + l * 0.5 + gap} ${200 + t * m * 0.84} ${bottom}`,
          )
          .join(''),
        tint(colour, -0.14),
        2.2,
        'opacity=".42"',
      ),
      `clip-path="url(#${id('c')})"`,
    )
    const upperFolds = group(
      line(
        [-0.6, -0.36, -0.15, 0.15, 0.36, 0.6]
          .map((t) => d`M${200 + t * m * 0.8} ${y - u}Q${200 + t * m * 1.02} ${y - u * 0.5} ${200 + t * m} ${y + 4}`)
          .join(''),
        tint(colour, -0.16),
        2,
        'opacity=".35"',
      ),
      `clip-path="url(#${id('p')})"`,
    )
    const between = gap ? '' : line(seam, tint(colour, -0.26), 5)
    const turn = Math.round(stream.between(-5, 5))
    return `${defs}${ground(skin)}<g transform="rotate(${turn} 200 200)">${skinPlanes}${marks}${mouth}${shape(upper, `url(#${id('u')})`)}${upperFolds}${shape(lower, `url(#${id('l')})`)}${folds}${between}${shine(finish, y + gap, u, l, colour, id)}${tool(o.tool ?? 'none', colour, bottom, id)}</g>`
  })
}

function shine(finish: string, y: number, u: number, l: number, colour: string, id: (name: string) => string): string {
  const glow = `filter="url(#${id('b')})"`
  if (finish === 'matte')
    return line(
      d`M140 ${y + l * 0.46}Q200 ${y + l * 0.62} 256 ${y + l * 0.46}`,
      tint(colour, 0.12),
      14,
      `opacity=".4" ${glow}`,
    )
  if (finish === 'metallic')
    return (
      line(
        d`M112 ${y + l * 0.42}Q200 ${y + l * 0.7} 286 ${y + l * 0.42}`,
        tint(colour, 0.3),
        16,
        `opacity=".75" ${glow}`,
      ) +
      line(
        d`M128 ${y - u * 0.44}Q160 ${y - u * 0.86} 182 ${y - u * 0.74}M272 ${y - u * 0.44}Q240 ${y - u * 0.86} 218 ${y - u * 0.74}`,
        tint(colour, 0.28),
        9,
        `opacity=".7" ${glow}`,
      )
    )
  const strength = finish === 'gloss' ? 1 : 0.55
  return (
    line(
      d`M126 ${y + l * 0.46}C156 ${y + l * 0.64} 200 ${y + l * 0.66} 234 ${y + l * 0.58}`,
      '#fff',
      13,
      `opacity="${0.66 * strength}" ${glow}`,
    ) +
    line(d`M256 ${y + l * 0.5}q12-4 20-12`, '#fff', 8, `opacity="${0.56 * strength}" ${glow}`) +
    line(
      d`M146 ${y - u * 0.5}Q166 ${y - u * 0.8} 180 ${y - u * 0.74}`,
      '#fff',
      7,
      `opacity="${0.44 * strength}" ${glow}`,
    ) +
    (finish === 'gloss'
      ? line(
          d`M140 ${y + l * 0.45}C164 ${y + l * 0.56} 190 ${y + l * 0.58} 210 ${y + l * 0.55}`,
          '#fff',
          4.5,
          'opacity=".8"',
        )
      : '')
  )
}

function tool(kind: 'none' | 'bullet' | 'brush', colour: string, y: number, id: (name: string) => string): string {
  if (kind === 'none') return ''
  const shadow = `<g opacity=".28" transform="translate(10 14)" filter="url(#${id('b')})">${shape(kind === 'bullet' ? 'M-30 0V240H30V0Z' : 'M-8 30V300H8V30Z', '#000')}</g>`
  const body =
    kind === 'bullet'
      ? shape('M-24 110V20C-24-6 10-34 24-30V110Z', colour) +
        shape('M-24 20C-24-6 10-34 24-30C24-8 0 12-24 24Z', tint(colour, 0.09)) +
        shape('M-30 86H30V150H-30Z', '#e0b14f') +
        shape('M-22 86H-10V150H-22Z', '#fff', 'opacity=".55"') +
        shape('M-38 146H38V360H-38Z', '#26161f') +
        shape('M-28 146H-18V360H-28Z', '#fff', 'opacity=".25"')
      : shape('M-9 40C-12 14-4-4 0-14C6-2 12 14 9 40Z', colour) +
        shape('M-10 36H10L8 96H-8Z', '#d9dade') +
        shape('M-4 36H0V96H-4Z', '#fff', 'opacity=".7"') +
        shape('M-8 94H8L5 330H-5Z', '#26161f')
  return d`<g transform="translate(${kind === 'bullet' ? 262 : 250} ${y - 34})rotate(-32)">${shadow}${body}</g>`
}

function spots(stream: Stream, colour: string, count: number, size: number, opacity: number): string {
  let path = ''
  for (let i = 0; i < count; i++)
    path += d`M${Math.round(stream.between(0, 400))} ${Math.round(stream.chance(0.4) ? stream.between(20, 126) : stream.between(316, 400))}h.1`
  return line(path, colour, size, `opacity="${opacity}"`)
}
