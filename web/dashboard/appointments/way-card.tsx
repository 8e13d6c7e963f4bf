import type { OutputOf } from '#contract/endpoint.ts'
import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import { distance, duration } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { offsetFrom, zoomFor } from '#web/search/map/map-projection.ts'
import { NamedMap } from '#web/search/map/named-map.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import styles from './way-card.module.css'

export type Way = NonNullable<OutputOf<typeof providerBookings.way>['way']>

// How far both ends may lie from the middle of the map to be seen on a phone.
const half = { x: 130, y: 84 }

/** The way to a job on the site's own map: where it begins, where it ends, how far and how long. */
export function WayCard({ way, country }: { way: Way; country: Country }) {
  const t = useDashboardWords()
  const { from, to } = way
  // The map is drawn around a rounded point, as its address says it.
  const middle = (at: 0 | 1) => Number(((from[at] + to[at]) / 2).toFixed(2))
  const centre = [middle(0), middle(1)] as const
  const zoom = zoomFor(centre, [from, to], half)
  const [start, end] = [offsetFrom(centre, from, zoom), offsetFrom(centre, to, zoom)]
  const line = t(way.after === 'job' ? 'papp.way.job' : 'papp.way.base', {
    distance: distance(way.metres, country),
    duration: duration(way.minutes),
  })
  return (
    <TitledCard title={t('papp.way')} className="no-print">
      <div className={styles.wayMap}>
        <NamedMap centre={centre} zoom={zoom} circleMetres={null} alt={t('papp.way.alt')} />
        <svg className={styles.path} viewBox="-640 -640 1280 1280" width={1280} height={1280} aria-hidden="true">
          <line x1={start.x} y1={start.y} x2={end.x} y2={end.y} />
          <circle className={styles.start} cx={start.x} cy={start.y} r={8} />
          <circle className={styles.finish} cx={end.x} cy={end.y} r={11} />
        </svg>
      </div>
      <p>{line}</p>
    </TitledCard>
  )
}
