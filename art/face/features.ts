import type { FaceOptions } from './face.ts'
import { isCloth } from '#art/hair/hairstyles.ts'
import { inkOf, lightnessOf, tint } from '#art/palette.ts'
import { d, dot, line, type Name, oval, ring, shape } from '#art/svg.ts'

export type Look = {
  skin: string
  hair: string
  id: Name
  shade: string
  dark: string
  /** Colour of the lines of nose, jaw and ear. */
  edge: string
  light: string
  brow: string
  lid: string
  lip: string
  metal: string
}

export const twice = (inner: string) => inner && `<g>${inner}</g><g transform="scale(-1 1)">${inner}</g>`

export function nose(o: FaceOptions, { edge, shade, light, id }: Look): string {
  const w = { narrow: 11, medium: 14, broad: 18 }[o.nose ?? 'medium']
  return (
    line('M9 172C7 186 9 198 14 206', shade, 7, `opacity=".75" filter="url(#${id('b1')})"`) +
    line('M-1 160V200', light, 6, `opacity=".7" filter="url(#${id('b1')})"`) +
    oval(-1, 209, w * 0.5, 4.5, light, `opacity=".7" filter="url(#${id('b1')})"`) +
    line(d`M${-w} 209q-3.5 6 2 9q4 1 7-1M${w} 209q3.5 6-2 9q-4 1-7-1`, edge, 2.8) +
    line('M9 176C8 188 9 196 13 203', edge, 1.8, 'opacity=".5"') +
    line('M-5 220Q0 223 5 220', edge, 2.2, 'opacity=".6"')
  )
}

/** A painted mouth with the lips together, however wide it smiles. */
export function mouth(o: FaceOptions, { lip }: Look): string {
  const kind = o.mouth ?? 'rest'
  const { m, u, l } = { fine: { m: 27, u: 7, l: 11 }, medium: { m: 28, u: 10, l: 15 }, full: { m: 29, u: 13, l: 20 } }[
    o.lips ?? 'medium'
  ]
  const { grow, up, seam } = {
    rest: { grow: 1, up: 2, seam: 4 },
    smile: { grow: 3, up: 4, seam: 5 },
    grin: { grow: 6, up: 7, seam: 8 },
  }[kind]
  const y = 245 - (kind === 'grin' ? 2 : 0),
    wide = m + grow,
    corner = y - up
  const upper = d`M${-wide} ${corner}C${-wide * 0.5} ${y - u * 0.5}${-wide * 0.3} ${y - u - 1}-5 ${y - u}Q0 ${y - u + 4} 5 ${y - u}C${wide * 0.3} ${y - u - 1} ${wide * 0.5} ${y - u * 0.5} ${wide} ${corner}C${wide * 0.5} ${y + seam}${-wide * 0.5} ${y + seam}${-wide} ${corner}Z`
  const lower = d`M${-wide} ${corner}C${-wide * 0.5} ${y + seam} ${wide * 0.5} ${y + seam} ${wide} ${corner}C${wide * 0.72} ${y + l * 0.8} ${wide * 0.48} ${y + l} 0 ${y + l}C${-wide * 0.48} ${y + l}${-wide * 0.72} ${y + l * 0.8}${-wide} ${corner}Z`
  return (
    shape(upper, tint(lip, -0.055)) +
    shape(lower, lip) +
    line(
      d`M${-wide} ${corner}C${-wide * 0.5} ${y + seam} ${wide * 0.5} ${y + seam} ${wide} ${corner}`,
      tint(lip, -0.2),
      2,
    ) +
    line(d`M-10 ${y + l * 0.6}Q0 ${y + l * 0.68} 9 ${y + l * 0.58}`, tint(lip, 0.25, -0.03), 3.2, `opacity=".7"`) +
    (kind === 'rest'
      ? ''
      : line(
          d`M${-wide - 5} ${corner - 4}q-4 5-1 10M${wide + 5} ${corner - 4}q4 5 1 10`,
          tint(lip, -0.2, -0.05),
          1.8,
          `opacity=".45"`,
        ))
  )
}

export function beard(
  o: FaceOptions,
  { hair, skin, id }: Look,
  stream: { between(a: number, b: number): number },
): string {
  if (!o.beard || o.beard === 'none') return ''
  const colour = isCloth(o.style) ? '#221815' : lightnessOf(hair) > 0.66 ? hair : tint(hair, -0.01)
  const jaw =
    'M-80 176C-70 214-60 226-44 224C-26 221-20 228 0 228S26 221 44 224C60 226 70 214 80 176L90 300H-90ZM-30 246C-14 264 14 264 30 246C14 240-14 240-30 246Z'
  if (o.beard === 'stubble')
    return shape(jaw, tint(skin, -0.14, -0.02), `opacity=".45" fill-rule="evenodd" filter="url(#${id('b1')})"`)
  let hairs = ''
  for (let i = 0; i < 70; i++) {
    const x = stream.between(-64, 64)
    hairs += d`M${Math.round(x)} ${Math.round(stream.between(228 + Math.abs(x) * -0.3, 284))}q${x * 0.03} 4 ${x * 0.06} ${stream.between(6, 10)}`
  }
  return (
    shape(jaw, colour, `fill-rule="evenodd"${o.beard === 'short' ? ' opacity=".86"' : ''}`) +
    line(hairs, tint(colour, 0.08), 1.4, 'opacity=".7"')
  )
}

export const moustache = ({ hair }: Look) =>
  shape(
    'M0 225C12 221 30 226 40 248C26 241 12 238 0 239C-12 238-26 241-40 248C-30 226-12 221 0 225Z',
    lightnessOf(hair) > 0.66 || lightnessOf(hair) < 0.44 ? hair : '#221815',
  )

export function freckles(stream: { between(a: number, b: number): number }, dark: string): string {
  let path = ''
  for (let i = 0; i < 36; i++) path += d`M${stream.between(-56, 56)} ${stream.between(184, 218)}h.1`
  return line(path, dark, 2.8, 'opacity=".5"')
}

export const patches = (skin: string) =>
  shape(
    'M14 158C18 142 46 136 66 148C78 160 72 184 60 194C46 202 34 190 24 188C12 184 10 170 14 158ZM-64 198C-50 190-40 204-44 220C-50 236-66 230-70 216C-72 206-70 202-64 198ZM-22 236C-8 228 24 230 38 240C44 252 30 270 12 274C-8 278-28 262-30 250C-30 242-26 238-22 236ZM-30 100C-18 92 4 96 6 106C4 118-22 122-32 114C-36 108-34 104-30 100Z',
    tint(skin, lightnessOf(skin) < 0.5 ? 0.3 : 0.13, lightnessOf(skin) < 0.5 ? 0.03 : -0.015),
    'opacity=".92"',
  )

export const lines = (dark: string) =>
  line(
    'M-26 216C-34 224-38 232-38 240M26 216C34 224 38 232 38 240M-20 188Q-36 198-54 190M20 188Q36 198 54 190M-66 164l-9-4M-66 170l-9 2M66 164l9-4M66 170l9 2M-30 122Q0 116 30 122M-24 134Q0 129 24 134',
    dark,
    1.7,
    'opacity=".42"',
  )

export const gems = ({ metal }: Look) =>
  [
    [22, 188],
    [33, 192],
    [45, 190],
    [56, 183],
  ]
    .map(([x, y]) => dot(x as number, y as number, 2.6, '#fff') + dot(-(x as number), y as number, 2.6, '#fff'))
    .join('') +
  dot(70, 156, 2.4, metal) +
  dot(-70, 156, 2.4, metal)

/** The outline of the right ear, and the middle of its lobe, where an earring hangs. */
export const earOutline = 'M70 164C86 156 94 174 88 194C85 208 76 216 68 208Z'
export const earLobe = { x: 79, y: 203 }

function earring(kind: Exclude<FaceOptions['earrings'], 'none' | undefined>, metal: string): string {
  const { x, y } = earLobe
  switch (kind) {
    case 'hoops':
      return line(ring(x, y + 13, 12), metal, 4)
    case 'studs':
      return dot(x, y, 4.6, metal)
    case 'drops':
      return dot(x, y, 3.6, metal) + shape(d`M${x} ${y + 3}c7 12 9 20 0 26c-9-6-7-14 0-26Z`, metal)
    case 'jhumka':
      return (
        dot(x, y, 4.4, metal) +
        shape(d`M${x - 11} ${y + 22}a11 13 0 0 1 22 0Z`, metal) +
        line(
          d`M${x - 10} ${y + 26}v3M${x - 5} ${y + 26}v4M${x} ${y + 26}v5M${x + 5} ${y + 26}v4M${x + 10} ${y + 26}v3`,
          metal,
          2.6,
        )
      )
  }
}

/** Earrings and a hearing aid are worn on visible ears only: hair and cloth cover the others. */
export function wear(o: FaceOptions, { metal }: Look, ears: boolean): string {
  let out = ''
  if (ears && o.earrings && o.earrings !== 'none') out += twice(earring(o.earrings, metal))
  if (o.hearingAid && ears)
    out += line('M90 168C98 176 98 192 90 200', '#ded3c8', 6) + line('M90 168C84 166 80 172 79 184', '#ded3c8', 2)
  if (o.glasses && o.glasses !== 'none') {
    const lens =
      o.glasses === 'round'
        ? ring(39, 170, 29)
        : 'M10 162C12 148 58 142 76 148C74 176 62 198 40 198C20 198 10 182 10 162Z'
    out +=
      twice(
        shape(lens, '#fff', 'opacity=".13"') +
          line(lens, '#2b1b20', 4) +
          line('M22 158l10-8', '#fff', 3, 'opacity=".6"'),
      ) + line(o.glasses === 'round' ? 'M-11 166Q0 159 11 166' : 'M-10 162Q0 156 10 162', '#2b1b20', 4)
  }
  if (o.flowers) {
    const petal = inkOf(o.flowers)
    out += [
      [-74, 108, 19],
      [-86, 134, 15],
      [-56, 86, 15],
    ]
      .map(([x, y, r]) => bloom(x as number, y as number, r as number, petal))
      .join('')
  }
  return out
}

/** A small open flower of five petals. */
export function bloom(x: number, y: number, r: number, petal: string): string {
  let petals = ''
  for (let i = 0; i < 5; i++)
    petals += d`M${x + Math.cos(i * 1.2566 + x) * r * 0.55} ${y + Math.sin(i * 1.2566 + x) * r * 0.55}h.1`
  return line(petals, petal, r) + dot(x, y, r * 0.42, tint(petal, -0.09, 0.02)) + dot(x, y, r * 0.22, '#e9a92c')
}
