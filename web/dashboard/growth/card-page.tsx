import { Download, Printer } from 'lucide-react'
import { useMemo } from 'react'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { downloadFile } from '#web/platform/download.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { toQrPath, renderQrPng, createQrCode, renderQrSvg } from './qr.ts'
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
