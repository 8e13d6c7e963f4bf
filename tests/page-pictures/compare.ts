import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

type Pixels = { data: Buffer; width: number; height: number }

/**
 * Prints the number of different pixels per picture, draws them red in `AFTER/differences`, and returns 1 if any differ
 * or a picture is missing.
 */
export async function comparePictures(before: string, after: string, only?: string): Promise<number> {
  const wanted = (name: string) => name.endsWith('.png') && (!only || new RegExp(only).test(name))
  const [were, are] = [before, after].map((directory) => readdirSync(directory).filter(wanted).sort()) as [
    string[],
    string[],
  ]
  const drawn = join(after, 'differences')
  rmSync(drawn, { recursive: true, force: true })
  const lines: string[] = []
  for (const name of only ? are : [...new Set([...were, ...are])].sort()) {
    const missing = [before, after].filter((directory) => !existsSync(join(directory, name)))
    if (missing.length) {
      lines.push(`missing     ${name} in ${missing.join(' and ')}`)
      continue
    }
    if (readFileSync(join(before, name)).equals(readFileSync(join(after, name)))) continue
    const [a, b] = await Promise.all([pixelsOf(join(before, name)), pixelsOf(join(after, name))])
    const { count, picture } = differenceOf(a, b)
    if (!count) continue
    mkdirSync(drawn, { recursive: true })
    await sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } })
      .png()
      .toFile(join(drawn, name))
    const sizes =
      a.width === b.width && a.height === b.height ? '' : `, ${a.width}x${a.height} to ${b.width}x${b.height}`
    lines.push(`${String(count).padStart(9)}   ${name}${sizes}`)
  }
  console.log(lines.join('\n'))
  console.log(`${are.length} pictures, ${lines.length} differ${lines.length ? `; see ${drawn}` : ''}`)
  return lines.length ? 1 : 0
}

async function pixelsOf(file: string): Promise<Pixels> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Pixels outside one of the two count as different. */
function differenceOf(a: Pixels, b: Pixels): { count: number; picture: Pixels } {
  const width = Math.max(a.width, b.width)
  const height = Math.max(a.height, b.height)
  if (a.width === b.width && a.height === b.height && a.data.equals(b.data)) return { count: 0, picture: a }
  const data = Buffer.alloc(width * height * 3)
  let count = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const into = (y * width + x) * 3
      const inBoth = x < a.width && x < b.width && y < a.height && y < b.height
      const from = (y * a.width + x) * 3
      const other = (y * b.width + x) * 3
      const same =
        inBoth &&
        a.data[from] === b.data[other] &&
        a.data[from + 1] === b.data[other + 1] &&
        a.data[from + 2] === b.data[other + 2]
      if (same) {
        const grey = 200 + Math.round(((a.data[from] ?? 0) + (a.data[from + 1] ?? 0) + (a.data[from + 2] ?? 0)) / 14)
        data.fill(Math.min(grey, 255), into, into + 3)
      } else {
        count += 1
        data[into] = 220
      }
    }
  }
  return { count, picture: { data, width, height } }
}
