import { useMemo } from 'react'
import type { Country } from '#contract/words.ts'
import { MapMark, StreetMap } from '#web/ui/map/map.tsx'
import styles from './square-map.module.css'

/** A map square with its count. */
export interface Dot {
  cell: number
  lat: number
  lng: number
  n: number
  said: string
}

// Half the size of the first view around the middle, in degrees north and south.
const reach = 0.35

/** A map with a dot per square, sized by count; selecting one centres it. */
export function SquareMap({
  label,
  dots,
  middle: { cell, lng, lat },
  country,
  onChoose,
}: {
  label: string
  dots: readonly Dot[]
  middle: Pick<Dot, 'cell' | 'lat' | 'lng'>
  country: Country
  onChoose: (cell: number) => void
}) {
  const most = Math.max(1, ...dots.map(({ n }) => n))
  const view = useMemo(() => [[lng, lat - reach] as const, [lng, lat + reach] as const], [lng, lat])
  return (
    <div className={styles.squareMap}>
      <StreetMap label={label} summary={label} view={view} country={country} inPage>
        {dots.map((dot) => (
          <MapMark key={dot.cell} at={[dot.lng, dot.lat]}>
            <button
              type="button"
              className={styles.square}
              aria-pressed={dot.cell === cell}
              onClick={() => onChoose(dot.cell)}>
              <i aria-hidden="true" style={{ inlineSize: 12 + Math.round((28 * dot.n) / most) }} />
              <span className="visually-hidden">{dot.said}</span>
            </button>
          </MapMark>
        ))}
      </StreetMap>
    </div>
  )
}
