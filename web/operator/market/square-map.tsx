import { toHundredths } from '#contract/format.ts'
import { computeOffset, zooms } from '#web/search/map/map-projection.ts'
import styles from './square-map.module.css'

/** A map square with its count. */
export interface Dot {
  cell: number
  lat: number
  lng: number
  n: number
  said: string
}

/** The drawn map with a dot per square, sized by count; selecting one centres it. */
export function SquareMap({
  label,
  dots,
  middle,
  onChoose,
}: {
  label: string
  dots: readonly Dot[]
  middle: Pick<Dot, 'cell' | 'lat' | 'lng'>
  onChoose: (cell: number) => void
}) {
  const centre: [number, number] = [toHundredths(middle.lng), toHundredths(middle.lat)]
  const most = Math.max(1, ...dots.map(({ n }) => n))
  const near = dots
    .map((dot) => ({ dot, at: computeOffset(centre, [dot.lng, dot.lat], zooms.least) }))
    .filter(({ at }) => Math.abs(at.x) < 620 && Math.abs(at.y) < 300)
  return (
    <div className={styles.squareMap} role="group" aria-label={label}>
      <img src={`/v1/map/${centre.join(',')},${zooms.least}.svg`} alt="" width={1280} height={1280} />
      {near.map(({ dot, at }) => {
        const size = 12 + Math.round((28 * dot.n) / most)
        return (
          <button
            key={dot.cell}
            type="button"
            className={styles.mark}
            aria-pressed={dot.cell === middle.cell}
            onClick={() => onChoose(dot.cell)}
            style={{ left: `calc(50% + ${Math.round(at.x)}px)`, top: `calc(50% + ${Math.round(at.y)}px)` }}>
            <i aria-hidden="true" style={{ width: size, height: size }} />
            <span className="visually-hidden">{dot.said}</span>
          </button>
        )
      })}
    </div>
  )
}
