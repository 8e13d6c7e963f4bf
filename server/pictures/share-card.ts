import { draw } from '#art/draw.ts'
import { siteDrawings } from './site-drawings.ts'

const pans = ['hero-1', 'hero-7', 'hero-5', 'hero-6', 'hero-9', 'hero-10', 'hero-2', 'hero-4', 'hero-3', 'hero-8'] as const
const [width, height, gap, side] = [1200, 630, 20, 216]

/** The palette of drawn looks with the name across it, 1200 by 630, for links that are shared. */
export function shareCard(): string {
  const left = (width - 5 * side - 4 * gap) / 2
  const tops = [56, height - 56 - side]
  const pictures = pans.map((name, i) => {
    const drawing = siteDrawings[name]
    if (!drawing) throw new Error(`no drawing ${name}`)
    const [x, y] = [left + (i % 5) * (side + gap), tops[Math.floor(i / 5)] ?? 0]
    return draw(drawing, { id: `share-${i}` }).replace('<svg ', `<svg x="${x}" y="${y}" width="${side}" height="${side}" `)
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><path fill="#4d1534" d="M0 0h${width}v${height}H0z"/>${pictures.join('')}</svg>`
}
