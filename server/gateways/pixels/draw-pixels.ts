/** Lazy import of sharp: neither the start nor pages need it. */
export const loadSharp = async () => (await import('sharp')).default

const widths = { wide: 1200, square: 480, tall: 960 } as const

export async function toPixels(svg: string, frame: keyof typeof widths, format: 'webp' | 'png'): Promise<Buffer> {
  const [, , width = 400] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '').split(' ').map(Number)
  // A higher density renders the SVG large instead of enlarging it.
  const picture = (await loadSharp())(Buffer.from(svg), {
    density: Math.min(600, (72 * widths[frame]) / width),
  }).resize({
    width: widths[frame],
  })
  return (format === 'webp' ? picture.webp({ quality: 82 }) : picture.png({ palette: true })).toBuffer()
}

export const toPng = async (svg: string): Promise<Buffer> =>
  (await loadSharp())(Buffer.from(svg)).png({ palette: true, quality: 90 }).toBuffer()

export async function toSvgImage(picture: Buffer): Promise<string> {
  const { data, info } = await (await loadSharp())(picture)
    .resize({ width: 480, withoutEnlargement: true })
    .jpeg({ quality: 84 })
    .toBuffer({ resolveWithObject: true })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${info.width} ${info.height}"><image width="${info.width}" height="${info.height}" href="data:image/jpeg;base64,${data.toString('base64')}"/></svg>`
}
