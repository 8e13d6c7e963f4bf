import { correction, generate } from 'lean-qr'

/** A QR code as a grid of squares, with quiet zone. */
export interface QrCode {
  size: number
  isDark: (x: number, y: number) => boolean
}

const MARGIN = 4

/** Returns the QR code of an address with error correction for about 25 % damage. */
export function createQrCode(address: string): QrCode {
  const code = generate(address, { minCorrectionLevel: correction.Q })
  return { size: code.size + 2 * MARGIN, isDark: (x, y) => code.get(x - MARGIN, y - MARGIN) }
}

export function toQrPath({ size, isDark }: QrCode): string {
  const runs: string[] = []
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) continue
      const from = x
      while (x < size && isDark(x, y)) x++
      runs.push(`M${from} ${y}h${x - from}v1h${from - x}z`)
    }
  return runs.join('')
}

/** Returns an SVG, always black on white, because scanners need the contrast. */
export const renderQrSvg = (code: QrCode): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${code.size} ${code.size}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${toQrPath(code)}"/></svg>\n`

const PIXELS = 24

export async function renderQrPng({ size, isDark }: QrCode): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * PIXELS
  const drawing = canvas.getContext('2d') as CanvasRenderingContext2D
  drawing.fillStyle = '#fff'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.fillStyle = '#000'
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) if (isDark(x, y)) drawing.fillRect(x * PIXELS, y * PIXELS, PIXELS, PIXELS)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('The browser could not draw the picture.')
  return new Uint8Array(await blob.arrayBuffer())
}
