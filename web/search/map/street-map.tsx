import { useEffect, useRef, useState } from 'react'
import type { Map as StreetMapHandle } from 'maplibre-gl'
import { loadPart } from '#web/platform/chunks.ts'
import { projected } from './map-projection.ts'
import quotesMapStyles from './quotes-map.module.css'

/** A street map over the drawn one, once its library and its style have come; where they do not, the drawn map stays. */
export function StreetMap({
  styleUrl,
  centre,
  zoom,
  moved,
}: {
  styleUrl: string
  centre: [number, number]
  zoom: number
  moved: { x: number; y: number }
}) {
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<StreetMapHandle | null>(null)
  const [loaded, setLoaded] = useState(false)

  // The map is made once for its style; later moves go through jumpTo below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    let gone = false
    const open = async () => {
      const { Map: StreetMapClass, setWorkerUrl } = await loadPart(() => import('maplibre-gl'))
      setWorkerUrl((await loadPart(() => import('maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'))).default)
      await loadPart(() => import('maplibre-gl/dist/maplibre-gl.css'))
      if (gone || !box.current) return
      const made = new StreetMapClass({
        container: box.current,
        style: styleUrl,
        center: centre,
        zoom: zoom - 1,
        interactive: false,
        attributionControl: { compact: true },
      })
      made.once('load', () => !gone && setLoaded(true))
      made.once('error', () => !gone && setLoaded(false))
      map.current = made
    }
    open().catch(() => setLoaded(false))
    return () => {
      gone = true
      map.current?.remove()
      map.current = null
    }
  }, [styleUrl])

  useEffect(() => {
    map.current?.jumpTo({ center: centreOf(centre, zoom, moved), zoom: zoom - 1 })
  }, [centre, zoom, moved])

  // The library's own sheet gives its box a position; the one around it keeps ours.
  return (
    <div className={quotesMapStyles.streetMap} data-loaded={loaded} aria-hidden="true">
      <div ref={box} />
    </div>
  )
}

// The library counts zoom in tiles of 512 pixels, the drawn map in tiles of 256.
function centreOf(centre: readonly [number, number], zoom: number, moved: { x: number; y: number }): [number, number] {
  const world = 256 * 2 ** zoom
  const { x, y } = projected(centre, zoom)
  const lng = ((x - moved.x) / world) * 360 - 180
  const n = Math.PI - (2 * Math.PI * (y - moved.y)) / world
  return [lng, (180 / Math.PI) * Math.atan(Math.sinh(n))]
}
