import { draw } from '#art/draw.ts'
import { siteDrawings } from './site-drawings.ts'

const pans = ['hero-1', 'hero-7', 'hero-5', 'hero-6', 'hero-9', 'hero-10', 'hero-2', 'hero-4', 'hero-3', 'hero-8'] as const
const [width, height, gap, side] = [1200, 630, 20, 216]

// The name by hand, baseline at 0: a picture cannot count on the machine's fonts.
const letters = 'M8 0V-62H27a19 19 0 0 1 0 38H8M66 0V-46M66-22C66-40 77-46 90-43M108 0V-46M130 0V-46M130-22C130-51 160-51 160-22V0M160-22C160-51 190-51 190-22V0M212 22V-46M212-23a21 22 0 1 0 42 0a21 22 0 1 0-42 0'
const wordmark = (x: number, baseline: number): string =>
  `<g transform="translate(${x} ${baseline})"><path d="${letters}" fill="none" stroke="#f8f3eb" stroke-width="15"/><circle cx="108" cy="-64" r="10" fill="#fcb530"/></g>`

/** The palette of drawn looks with the name across it, 1200 by 630, for links that are shared. */
export function shareCard(): string {
  const left = (width - 5 * side - 4 * gap) / 2
  const tops = [34, height - 34 - side]
  const pictures = pans.map((name, i) => {
    const drawing = siteDrawings[name]
    if (!drawing) throw new Error(`no drawing ${name}`)
    const [x, y] = [left + (i % 5) * (side + gap), tops[Math.floor(i / 5)] ?? 0]
    return draw(drawing, { id: `share-${i}` }).replace('<svg ', `<svg x="${x}" y="${y}" width="${side}" height="${side}" `)
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><path fill="#4d1534" d="M0 0h${width}v${height}H0z"/>${pictures.join('')}${wordmark(width / 2 - 130, height / 2 + 24)}</svg>`
}
