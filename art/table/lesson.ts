import { bust, type FaceOptions } from '#art/face/face.ts'
import { type Colour, inkOf, lightnessOf, pansFor, pigments, tint } from '#art/palette.ts'
import { streamOf } from '#art/seed.ts'
import { dots } from '#art/hair/strands.ts'
import { type Base, blur, d, line, litGround, type Name, oval, picture, shape } from '#art/svg.ts'

export type LessonOptions = Base & {
  /** The person in the mirror; undefined for none. */
  pupil?: Omit<FaceOptions, 'seed' | 'background'>
  wall: Colour
  table?: Colour
  colours: readonly Colour[]
  mirror?: 'round' | 'arch' | 'square'
  bulbs?: boolean
}

/** Renders a lesson: a mirror, brushes, and what is taught. */
export function lesson(o: LessonOptions): string {
  return picture(o, 'lesson', { square: '0 0 400 400', wide: '-60 14 520 390', tall: '40 0 320 400' }, (id) => {
    const stream = streamOf(`lesson ${o.seed}`),
      wall = inkOf(o.wall),
      table = inkOf(o.table ?? 'cocoa')
    const colours = o.colours.map(inkOf)
    const glass = o.pupil
      ? pigments[
          pansFor(o.pupil.skin).find((p) => Math.abs(lightnessOf(pigments[p]) - lightnessOf(wall)) > 0.1) ?? 'bone'
        ]
      : '#cfe0e6'
    const frame = {
      round: 'M60 164a140 140 0 1 0 280 0a140 140 0 1 0-280 0',
      arch: 'M76 310V160C76 80 130 24 200 24S324 80 324 160V310Z',
      square: 'M72 44Q72 30 86 30H314Q328 30 328 44V310H72Z',
    }[o.mirror ?? 'round']
    const lit = o.bulbs === false ? [] : bulbSpots(o.mirror ?? 'round')
    const bulbs = dots(lit, 15, '#fff2cf', `opacity=".4" filter="url(#${id('t')})"`) + dots(lit, 9, '#fffaf0')
    const person = o.pupil
      ? `<g transform="translate(200 172)scale(.8)translate(-200 -212)">${bust({ ...o.pupil, seed: o.seed, background: glass as Colour }, id)}</g>`
      : line('M120 250L250 90M160 270L280 120', '#fff', 16, 'opacity=".5"')
    const reflection = `<clipPath id="${id('m')}"><path d="${frame}"/></clipPath>${shape(frame, glass)}<g clip-path="url(#${id('m')})">${person}${shape('M40-20H120L-10 330H-80ZM150-20H176L60 330H24Z', '#fff', 'opacity=".12"')}</g>${line(frame, '#e0b14f', 13)}${line(frame, '#fff', 3, 'opacity=".5" transform="translate(-2 -3)"')}`
    const stand =
      o.mirror === 'round' || !o.mirror
        ? shape('M186 300H214L220 336H180Z', '#c8973a') + oval(200, 338, 62, 11, '#e0b14f')
        : ''
    const top = shape('M-99 330H499V499H-99Z', table) + shape('M-99 330H499V338H-99Z', tint(table, 0.08))
    return `<defs>${blur(id('t'), 5)}</defs>${litGround(id('h'), wall, tint(wall, 0.06), 200, 160, 280)}${stand}${top}${reflection}${bulbs}${oval(70, 384, 60, 10, '#000', `opacity=".3" filter="url(#${id('t')})"`)}${oval(310, 386, 96, 10, '#000', `opacity=".3" filter="url(#${id('t')})"`)}${cup(colours, stream.between(-3, 3), id)}${sticks(colours)}`
  })
}

function bulbSpots(kind: 'round' | 'arch' | 'square'): [number, number][] {
  if (kind === 'round')
    return Array.from({ length: 14 }, (_, i) => {
      const a = (i / 14) * 6.2832 - 1.57
      return [200 + Math.cos(a) * 140, 164 + Math.sin(a) * 140] as [number, number]
    }).filter(([, y]) => y < 270)
  const side = kind === 'arch' ? [150, 200, 250, 296] : [60, 110, 160, 210, 260, 300]
  const left = kind === 'arch' ? 76 : 72,
    right = kind === 'arch' ? 324 : 328
  const over: [number, number][] =
    kind === 'arch'
      ? [
          [94, 98],
          [136, 48],
          [200, 24],
          [264, 48],
          [306, 98],
        ]
      : [
          [114, 30],
          [157, 30],
          [200, 30],
          [243, 30],
          [286, 30],
        ]
  return [
    ...side.map((y) => [left, y] as [number, number]),
    ...over,
    ...side.map((y) => [right, y] as [number, number]),
  ]
}

function cup(colours: string[], lean: number, id: Name): string {
  const c = (i: number) => colours[i % colours.length] as string
  const handle = `<g id="${id('u')}">${line('M0 60V-12', '#26161f', 6)}${shape('M-7-36H7L4-12H-4Z', '#e0b14f')}${shape('M-8-35C-18-58-14-80 0-88C14-80 18-58 8-35Z', '#4a332c')}</g>`
  const brush = (x: number, y: number, turn: number, colour: string) =>
    d`<g transform="translate(${x} ${y})rotate(${turn + lean})"><use href="#${id('u')}"/>${shape('M-13-64C-12-78-6-85 0-88C6-85 12-78 13-64Q0-72-13-64Z', colour)}</g>`
  const jar =
    shape('M30 312H106L98 384Q68 392 38 384Z', c(0)) +
    shape('M36 318H50L54 384Q46 386 40 384Z', '#fff', 'opacity=".3"') +
    line('M30 312H106', tint(c(0), 0.09), 5)
  return `<defs>${handle}</defs>${brush(34, 282, -16, c(1))}${brush(56, 260, -5, c(2))}${brush(76, 288, 4, c(0))}${brush(100, 274, 15, c(3))}${jar}`
}

function sticks(colours: string[]): string {
  const c = (i: number) => colours[i % colours.length] as string
  const stick = (x: number, colour: string) =>
    d`<g transform="translate(${x} 386)">${shape('M-10-56V-78C-10-90 4-98 10-100V-56Z', colour)}${shape('M-13-60H13V-34H-13Z', '#e0b14f')}${shape('M-16-36H16V0H-16Z', '#26161f')}${line('M-8-30V-6', '#fff', 3, 'opacity=".4"')}</g>`
  const pans = [0, 1, 2, 3].map((i) => line(d`M${314 + i * 22} 375h6`, c(i), 9)).join('')
  const lid =
    shape('M300 366L312 322H398L394 366Z', '#431030') +
    shape('M308 360L317 328H392L388 360Z', '#cfe0e6') +
    line('M322 354L346 332M334 356L362 332', '#fff', 4, 'opacity=".6"')
  return `${stick(236, c(1))}${stick(276, c(2))}${shape('M300 366H386Q394 366 394 374V388H300Z', '#4d1534')}${pans}${lid}`
}
