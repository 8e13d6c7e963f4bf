/** What reads and writes pixels, for who needs it: no start and no page does. */
export const loadSharp = async () => (await import('sharp')).default

const widths = { wide: 1200, square: 480, tall: 960 } as const

/** The drawing as pixels, for what cannot show an SVG: mail and link previews. */
export async function toPixels(svg: string, frame: keyof typeof widths, format: 'webp' | 'png'): Promise<Buffer> {
  const [, , width = 400] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '').split(' ').map(Number)
  // Drawn at its own size and enlarged, an SVG comes out soft: the density makes it large from the start.
  const picture = (await loadSharp())(Buffer.from(svg), {
    density: Math.min(600, (72 * widths[frame]) / width),
  }).resize({
    width: widths[frame],
  })
  return (format === 'webp' ? picture.webp({ quality: 82 }) : picture.png({ palette: true })).toBuffer()
}

/** A picture that is one whole SVG of its own size, such as the share card. */
export const toPng = async (svg: string): Promise<Buffer> =>
  (await loadSharp())(Buffer.from(svg)).png({ palette: true, quality: 90 }).toBuffer()

/** An uploaded picture as an SVG element, for what puts pictures together. */
export async function toSvgImage(picture: Buffer): Promise<string> {
  const { data, info } = await (await loadSharp())(picture)
    .resize({ width: 480, withoutEnlargement: true })
    .jpeg({ quality: 84 })
    .toBuffer({ resolveWithObject: true })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${info.width} ${info.height}"><image width="${info.width}" height="${info.height}" href="data:image/jpeg;base64,${data.toString('base64')}"/></svg>`
}
