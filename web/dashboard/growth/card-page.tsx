import { Download, Printer } from 'lucide-react'
import { useMemo } from 'react'
import { correction, generate } from 'lean-qr'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { downloadFile } from '#web/platform/download.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { useGrowthMessages } from './growth-messages.ts'
import styles from './card-page.module.css'

/** Cards per printed sheet; the screen shows one. */
const ON_A_SHEET = 8

/** Business card with a QR code of the artist's page, for print or as a picture. */
export default function CardPage() {
  const { t, profile, site } = useGrowthMessages()
  const address = `${site}/@/${profile.slug}`
  const code = useMemo(() => createQrCode(address), [address])
  const path = useMemo(() => toQrPath(code), [code])
  return (
    <DashboardFrame
      title={t('card.title')}
      back={{ to: '/dashboard/share', label: t('card.back') }}
      text={<span className="no-print">{t('card.text')}</span>}
      acts={
        <span className="row gap-8 wrapping no-print">
          <Button onClick={() => window.print()}>
            <Printer className="icon" aria-hidden="true" />
            {t('card.print')}
          </Button>
          <Button
            kind="secondary"
            onClick={() => downloadFile(`${profile.slug}.svg`, renderQrSvg(code), 'image/svg+xml')}>
            <Download className="icon" aria-hidden="true" />
            {t('card.svg')}
          </Button>
          <Button
            kind="secondary"
            onClick={async () => downloadFile(`${profile.slug}.png`, await renderQrPng(code), 'image/png')}>
            <Download className="icon" aria-hidden="true" />
            {t('card.png')}
          </Button>
        </span>
      }>
      <div className={styles.sheet}>
        {Array.from({ length: ON_A_SHEET }, (_, i) => (
          <div key={i} className={joinClasses(styles.card, i > 0 && styles.copy)} aria-hidden={i > 0 || undefined}>
            <svg
              className={styles.code}
              viewBox={`0 0 ${code.size} ${code.size}`}
              shapeRendering="crispEdges"
              role="img"
              aria-label={t('card.code', { address })}>
              <path d={path} />
            </svg>
            <div className={styles.words}>
              <p className={styles.name}>{profile.name}</p>
              <p>{t('card.book')}</p>
              <p className={styles.address}>{address.replace(/^https?:\/\//, '')}</p>
            </div>
          </div>
        ))}
      </div>
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }

/** A QR code as a grid of squares, with quiet zone. */
interface QrCode {
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

async function renderQrPng({ size, isDark }: QrCode): Promise<Uint8Array<ArrayBuffer>> {
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
