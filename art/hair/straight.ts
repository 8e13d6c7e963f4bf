import { type Colour, type HairTone, hairOf, inkOf, lightnessOf, tint } from '#art/palette.ts'
import { streamOf } from '#art/seed.ts'
import { type Curve, strands } from './strands.ts'
import { type Base, blur, clip, cropped, ground as plain, group, picture, shape } from '#art/svg.ts'

export type StraightOptions = Base & {
  hair: HairTone | Colour
  fall?: 'sweep' | 'curtain' | 'cut'
  background?: Colour
  left?: boolean
}

/** Sleek hair with light across it: a sweep, a curtain, or a clean cut edge. */
export function straight(o: StraightOptions): string {
  return picture(o, 'straight', cropped, (id) => {
    const hair = hairOf(o.hair),
      stream = streamOf(`straight ${o.seed}`)
    const fall = o.fall ?? 'sweep'
    const wanted = inkOf(o.background ?? 'bone')
    const ground =
      Math.abs(lightnessOf(wanted) - lightnessOf(hair)) < 0.14
        ? inkOf(lightnessOf(hair) > 0.5 ? 'petrol' : 'bone')
        : wanted
    const guides: Record<string, Curve[]> = {
      sweep: [
        [-160, -40, -60, 120, -20, 260, -60, 460],
        [130, -40, 170, 120, 240, 260, 230, 460],
        [430, -40, 470, 120, 560, 260, 560, 460],
      ],
      curtain: [
        [190, -40, 60, 60, -40, 200, -60, 470],
        [200, -40, 190, 100, 170, 260, 180, 470],
        [204, -40, 214, 100, 236, 260, 226, 470],
        [212, -40, 340, 60, 440, 200, 460, 470],
      ],
      cut: [
        [-40, -40, -46, 80, -30, 200, -30, 330],
        [200, -40, 200, 80, 204, 200, 200, 346],
        [440, -40, 446, 80, 430, 200, 430, 330],
      ],
    }
    const cut = 'M-99-99H499V316Q200 350-99 316Z'
    const body = strands(stream, guides[fall] as Curve[], 210, hair, 5.4, 5)
    const gloss =
      shape(
        'M-60 150C80 92 300 120 460 70L460 122C300 178 90 152-60 214Z',
        tint(hair, 0.34, 0.02),
        `opacity=".42" filter="url(#${id('b')})"`,
      ) +
      shape(
        'M-60 262C120 212 300 246 460 192L460 208C300 262 120 236-60 290Z',
        tint(hair, 0.24, 0.02),
        `opacity=".4" filter="url(#${id('b')})"`,
      )
    const sheet = plain(hair) + body + gloss
    const whole =
      fall === 'cut'
        ? plain(ground) +
          shape(cut, '#000', `opacity=".3" transform="translate(0 16)" filter="url(#${id('b')})"`) +
          group(sheet, `clip-path="url(#${id('c')})"`)
        : sheet
    return `<defs>${blur(id('b'), 11)}${fall === 'cut' ? clip(id('c'), cut) : ''}</defs><g${o.left ? ' transform="matrix(-1 0 0 1 400 0)"' : ''}>${whole}</g>`
  })
}
