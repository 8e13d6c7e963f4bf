import { readFile } from 'node:fs/promises'
import type { Font } from 'fontkit'

export type Face = 'display' | 'text'
export type Outline = { path: string; width: number }

const files: Record<Face, { weight: number; name: string }> = {
  display: { weight: 700, name: 'bricolage-grotesque-82' },
  text: { weight: 600, name: 'figtree' },
}
const opened = new Map<Face, Promise<Font[]>>()

async function open(face: Face): Promise<Font[]> {
  const { weight, name } = files[face]
  const [{ create }, { default: decompress }] = await Promise.all([
    import('fontkit'),
    import('woff2-encoder/decompress'),
  ])
  return Promise.all(
    ['basic', 'latin', 'latin-ext'].map(async (part) => {
      const path = new URL(`../../../web/platform/fonts/${name}-${part}.woff2`, import.meta.url)
      const font = create(Buffer.from(await decompress(await readFile(path))))
      if (!('getVariation' in font)) throw new Error(`${path.pathname} contains more than one font`)
      return font.getVariation({ wght: weight })
    }),
  )
}

const fontsOf = (face: Face): Promise<Font[]> => {
  const known = opened.get(face) ?? open(face)
  opened.set(face, known)
  return known
}

/** Returns a function that renders text in a typeface as outlines; unsupported characters are omitted. */
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
