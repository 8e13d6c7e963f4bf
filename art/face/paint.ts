import { tint } from '#art/palette.ts'
import { d, dot, line, oval, shape } from '#art/svg.ts'
import type { Look } from './features.ts'

export type FacePaint = 'skull' | 'scales' | 'stitches'

const bone = '#f3ece0'
const black = '#17101a'

/** Paint below eyes, nose and mouth, clipped to the face by the caller. */
export function paintUnder(paint: FacePaint, { lid, shade, id }: Pick<Look, 'lid' | 'shade' | 'id'>): string {
  switch (paint) {
    case 'skull':
      return (
        shape('M3 60L-2 96L4 122L-2 152L2 184L-3 214L3 246L-2 300H-110V60Z', bone) +
        shape(
          'M-88 70C-66 120-92 210-34 300L-110 310V60Z',
          tint(bone, -0.1),
          `opacity=".6" filter="url(#${id('b2')})"`,
        ) +
        oval(-39, 166, 33, 29, black) +
        shape('M-78 208C-60 214-42 226-33 250C-52 246-70 232-78 208Z', black, 'opacity=".9"') +
        line('M-30 88l8 14l-6 10l9 13M-58 108l10 8l-2 11M-20 262l4 10l-5 8', black, 2.4, 'stroke-linejoin="round"')
      )
    case 'scales':
      return scales(lid) + shape('M-96 60H-70V300H-96Z', shade, `opacity=".35" filter="url(#${id('b2')})"`)
    case 'stitches':
      return (
        shape('M-6 84C-40 96-66 118-82 150L-90 60Z', '#8fa58a', `opacity=".55" filter="url(#${id('b1')})"`) +
        shape('M-20 300C-34 270-54 250-84 232L-90 300Z', '#8fa58a', `opacity=".55" filter="url(#${id('b1')})"`) +
        oval(-39, 172, 30, 22, '#4b2a44', `opacity=".45" filter="url(#${id('b1')})"`)
      )
  }
}

/** Paint above eyes, nose and mouth. */
export function paintOver(paint: FacePaint): string {
  switch (paint) {
    case 'skull':
      return (
        shape('M-1 190C-8 196-16 210-14 219C-10 223-4 218-1 214Z', black) +
        shape('M2 229C-18 228-38 232-58 239C-56 246-56 248-52 252C-34 260-16 264 2 264Z', bone) +
        line('M1 246C-18 246-38 245-56 244', black, 2.6) +
        line('M-7 230V263M-17 230V262M-27 231V261M-37 233V258M-47 236V254', black, 2.2)
      )
    case 'scales':
      return ''
    case 'stitches':
      return (
        stitched([-30, 92, -62, 132]) +
        stitched([-26, 247, -62, 232]) +
        stitched([14, 112, 40, 96]) +
        dot(-30, 92, 1.6, black)
      )
  }
}

// Rows of scales from the temple to the cheek, smaller and lighter towards the middle of the face.
function scales(colour: string): string {
  let out = ''
  for (let row = 19; row >= 0; row--)
    for (let column = 0; column < 6; column++) {
      const x = -76 + column * 14 + (row % 2) * 7
      const y = 84 + row * 9
      const reach = -8 - 26 * Math.abs(Math.sin(row * 0.32))
      if (x > reach || (x > -64 && y > 138 && y < 188)) continue
      const tone = tint(colour, ((row + column) % 3) * 0.06 - 0.03 + column * 0.03)
      out += shape(
        d`M${x - 8} ${y}C${x - 8} ${y + 13} ${x + 8} ${y + 13} ${x + 8} ${y}C${x + 4} ${y - 4} ${x - 4} ${y - 4} ${x - 8} ${y}Z`,
        tone,
      )
      out += line(d`M${x - 7} ${y + 2}C${x - 6} ${y + 11} ${x + 6} ${y + 11} ${x + 7} ${y + 2}`, tint(tone, -0.12), 1.6)
    }
  return out
}

/** A sewn cut with six stitches across it. */
function stitched([fromX, fromY, toX, toY]: readonly [number, number, number, number]): string {
  const [along, down] = [toX - fromX, toY - fromY]
  const length = Math.hypot(along, down)
  const [sideX, sideY] = [(-down / length) * 7, (along / length) * 7]
  const crossings = Array.from({ length: 6 }, (_, i) => {
    const [x, y] = [fromX + (along * (i + 0.5)) / 6, fromY + (down * (i + 0.5)) / 6]
    return d`M${x - sideX} ${y - sideY}L${x + sideX} ${y + sideY}`
  })
  return line(d`M${fromX} ${fromY}L${toX} ${toY}`, '#6d1f2b', 3) + line(crossings.join(''), black, 2.6)
}
