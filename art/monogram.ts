import { pigments, tint } from './palette.ts'
import { type Base, cropped, d, picture } from './svg.ts'

const pans = 5
const side = 72
const step = 80

/**
 * Renders the initials of an artist without pictures on the pans of a palette, which are quiet, so that photographs
 * beside it lead. `letters` are one to three characters.
 */
export function monogram({ letters, ...base }: Base & { letters: string }): string {
  return picture(base, 'monogram', cropped, () => {
    const ground = tint(pigments.bone, -0.03)
    const tiles = Array.from({ length: pans * pans }, (_, i) => {
      const [column, row] = [i % pans, Math.floor(i / pans)]
      const tone = tint(ground, -0.012 - 0.012 * ((column * 2 + row * 3) % 4))
      return d`<rect x="${4 + column * step}" y="${4 + row * step}" width="${side}" height="${side}" rx="16" fill="${tone}"/>`
    })
    const text = d`<text x="200" y="200" dy=".35em" text-anchor="middle" font-family="Figtree,system-ui,sans-serif" font-weight="700" font-size="${letters.length > 2 ? 80 : 100}" letter-spacing="2" fill="${pigments.fig}">${letters}</text>`
    return d`<rect x="-60" y="-20" width="520" height="440" fill="${ground}"/>${tiles.join('')}${text}`
  })
}
