import { type Colour, type HairTone, hairOf, tint } from '#art/palette.ts'
import { streamOf } from '#art/seed.ts'
import { waving } from './strands.ts'
import { type Base, blur, cropped, ground, group, oval, picture, shape } from '#art/svg.ts'

export type WavesOptions = Base & {
  hair: HairTone | Colour
  /** Second tone of a balayage, from the middle down. */
  ends?: HairTone | Colour
  wave?: 'loose' | 'deep' | 'finger'
  turn?: number
}

/** Waved hair that fills the frame. */
export function waves(o: WavesOptions): string {
  return picture(o, 'waves', cropped, (id) => {
    const hair = hairOf(o.hair),
      stream = streamOf(`waves ${o.seed}`)
    const { turns, swing } = {
      loose: { turns: 4, swing: 74 },
      deep: { turns: 5, swing: 96 },
      finger: { turns: 9, swing: 62 },
    }[o.wave ?? 'loose']
    const body = (tone: string, count: number, width: number) =>
      waving(stream, [-190, 560], [-190, 560], -110, 520, turns, swing, count, tone, width)
    const ends = o.ends
      ? `<linearGradient id="${id('m')}" x1="0" y1="0" x2="0" y2="1"><stop offset=".3" stop-color="#000"/><stop offset=".75" stop-color="#fff"/></linearGradient><mask id="${id('k')}"><rect x="-200" y="-120" width="800" height="660" fill="url(#${id('m')})"/></mask>`
      : ''
    const tipped = o.ends
      ? group(
          shape('M-199-119H599V539H-199Z', tint(hairOf(o.ends), -0.05)) + body(hairOf(o.ends), 74, 9),
          `mask="url(#${id('k')})"`,
        )
      : ''
    const light =
      oval(
        120,
        130,
        210,
        60,
        tint(hair, 0.24, 0.02),
        `opacity=".2" transform="rotate(-16 200 200)" filter="url(#${id('a')})"`,
      ) +
      oval(
        290,
        330,
        210,
        46,
        tint(hair, 0.24, 0.02),
        `opacity=".16" transform="rotate(-16 200 200)" filter="url(#${id('a')})"`,
      )
    return `<defs>${blur(id('a'), 22)}${ends}</defs>${ground(tint(hair, -0.06))}<g transform="rotate(${o.turn ?? 14} 200 200)">${body(hair, o.ends ? 70 : 120, 8)}${tipped}</g>${light}`
  })
}
