import { MapNames } from './map-names.tsx'
import styles from './quotes-map.module.css'

const noPins: readonly [] = []

/** The drawn map around a point, with fitting names; fills a positioned box. */
export function NamedMap({
  centre,
  zoom,
  circleMetres,
  alt,
}: {
  centre: readonly [number, number]
  zoom: number
  circleMetres: number | null
  alt: string
}) {
  const circle = circleMetres === null ? '' : `&circle=${Math.round(circleMetres)}`
  return (
    <div className={styles.mapArea}>
      <div className={styles.mapPlane}>
        <img
          className={styles.mapArt}
          src={`/v1/map/${centre[0].toFixed(2)},${centre[1].toFixed(2)},${zoom}.svg?names=off${circle}`}
          alt={alt}
          width={1280}
          height={1280}
          loading="lazy"
        />
      </div>
      <MapNames centre={centre} zoom={zoom} pins={noPins} />
    </div>
  )
}
