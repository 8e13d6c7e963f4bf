import { readFile } from 'node:fs/promises'
import type { Font } from 'fontkit'
import { unpack } from './unpack.ts'

export type Face = 'display' | 'text'
/** Words as outlines: the path stands on the baseline at 0, `width` is what it takes, in the units of `size`. */
export type Outline = { path: string; width: number }

// The files that the pages themselves are set in; each is read and unpacked once, when the first picture asks for it.
const files: Record<Face, { weight: number; paths: readonly URL[] }> = {
  display: {
    weight: 700,
    paths: ['basic', 'latin', 'latin-ext'].map(
      (part) => new URL(`../../../web/platform/fonts/bricolage-grotesque-82-${part}.woff2`, import.meta.url),
    ),
  },
  text: {
    weight: 600,
    paths: ['latin', 'latin-ext'].map(
      (part) => new URL(import.meta.resolve(`@fontsource-variable/figtree/files/figtree-${part}-wght-normal.woff2`)),
    ),
  },
}
const opened = new Map<Face, Promise<Font[]>>()

async function open(face: Face): Promise<Font[]> {
  const { weight, paths } = files[face]
  const { create } = await import('fontkit')
  return Promise.all(
    paths.map(async (path) => {
      const font = create(await unpack(await readFile(path)))
      if (!('getVariation' in font)) throw new Error(`${path.pathname} holds more than one font`)
      return font.getVariation({ wght: weight })
    }),
  )
}

const fontsOf = (face: Face): Promise<Font[]> => {
  const known = opened.get(face) ?? open(face)
  opened.set(face, known)
  return known
}

/** What sets words in one of the site's two faces; a sign that neither file of it has is left out. */
export async function openLetters(face: Face): Promise<(text: string, size: number) => Outline> {
  const fonts = await fontsOf(face)
  return (text, size) => {
    let width = 0
    let path = ''
    for (const { font, part } of runsOf(text, fonts)) {
      const scale = size / font.unitsPerEm
      const { glyphs, positions } = font.layout(part)
      glyphs.forEach((glyph, i) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {}
        path += glyph.path
          .scale(scale, -scale)
          .translate(width + xOffset * scale, -yOffset * scale)
          .toSVG()
        width += xAdvance * scale
      })
    }
    return { path, width }
  }
}

/** Stretches of a text by the first font that has their signs. */
function runsOf(text: string, fonts: readonly Font[]): { font: Font; part: string }[] {
  const runs: { font: Font; part: string }[] = []
  for (const sign of text.normalize('NFC')) {
    const font = fonts.find((one) => one.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))
    if (!font) continue
    const last = runs.at(-1)
    if (last?.font === font) last.part += sign
    else runs.push({ font, part: sign })
  }
  return runs
}
