import { ExternalLink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { reader } from '#contract/words.ts'
import { ToggleChip } from '#web/ui/fields/chips.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { pageWords } from './page-words.ts'
import styles from './page-preview.module.css'

const t = reader(pageWords)
const widths = { phone: 390, desktop: 1280 } as const
const HEIGHT = 760

/** The page itself with what is typed, as wide as a phone or a desktop; it follows each change. */
export function PagePreview({ path }: { path: string }) {
  const [width, setWidth] = useState<keyof typeof widths>('phone')
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useEffect(() => {
    const seen = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0))
    if (box.current) seen.observe(box.current)
    return () => seen.disconnect()
  }, [])
  const scale = room ? Math.min(1, room / widths[width]) : 1
  const address = `/operator/pages/preview?path=${path}`
  return (
    <TitledCard
      title={t('page.preview')}
      beside={
        <a className="link tap-target" href={address} target="_blank" rel="noreferrer">
          {t('page.preview.tab')} <ExternalLink className="icon" aria-hidden="true" />
        </a>
      }>
      <div className="chip-row" role="group" aria-label={t('page.preview.width')}>
        {(['phone', 'desktop'] as const).map((each) => (
          <ToggleChip key={each} on={width === each} onChange={() => setWidth(each)}>
            {t(`page.preview.${each}`)}
          </ToggleChip>
        ))}
      </div>
      <div ref={box} className={styles.pagePreview} style={{ height: HEIGHT }}>
        <iframe
          title={t('page.preview')}
          src={address}
          width={widths[width]}
          height={Math.round(HEIGHT / scale)}
          style={{ transform: `scale(${scale})` }}
        />
      </div>
    </TitledCard>
  )
}
