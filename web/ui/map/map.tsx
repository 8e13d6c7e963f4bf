import { MapPin as PlaceIcon } from 'lucide-react'
import type { Map as MapHandle } from 'maplibre-gl'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { Country } from '#contract/words.ts'
import { createOptionalPart } from '#web/platform/optional.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { useInView } from '#web/ui/visibility.ts'
import type { LiveMapProps } from './live-map.tsx'
import styles from './map.module.css'
import type { Area, Point } from './shapes.ts'

export interface StreetMapProps {
  label: string
  /** Shown until the map is loaded, without scripts and on paper: the place, and what the map would tell. */
  summary: ReactNode
  /** Points that the first view contains. A new array moves the map. */
  view: readonly Point[]
  area?: Area | null
  line?: readonly Point[]
  /** Decides whether the scale is in miles or kilometres. */
  country: Country
  /** The closest zoom of the first view. */
  zoom?: number
  /** Pixels between the first view and the edges of the map. */
  padding?: { top: number; right: number; bottom: number; left: number }
  /** For a map within a page that scrolls: the wheel and one finger move the page. */
  inPage?: boolean
  onReady?: (map: MapHandle) => void
  /** `MapMark`s, in the order of the Tab key. */
  children?: ReactNode
}

export const MapContext = createContext<MapHandle | null>(null)

const Without = () => null

// Lazy-loaded with the library when a map comes into view. Without it the summary stays. The server's bundle leaves both
// out: its single file would import the library when the server starts.
const LiveMap = createOptionalPart<LiveMapProps>(
  async () => (import.meta.env.SSR ? Without : (await import('./live-map.tsx')).LiveMap),
  Without,
)

/**
 * A map of streets with its marks, loaded when it comes into view. It moves by pointer and by keyboard, and shows a
 * scale and whose data it is. If it cannot load, the summary stays.
 */
export function StreetMap({ label, summary, ...rest }: StreetMapProps) {
  const { inView, ref } = useInView()
  const [state, setState] = useState<'waiting' | 'without' | 'loading' | 'made' | 'drawn'>('waiting')
  // The library is large, and of no use without WebGL.
  if (inView && state === 'waiting')
    setState(document.createElement('canvas').getContext('webgl2') ? 'loading' : 'without')
  const isMade = state === 'made' || state === 'drawn'
  return (
    <div ref={ref} className={styles.map} role="group" aria-label={label} data-ready={state === 'drawn'}>
      <div className={styles.summary} aria-hidden={isMade || undefined}>
        <PlaceIcon className="icon" aria-hidden="true" />
        <div>{summary}</div>
      </div>
      {state !== 'waiting' && state !== 'without' && <LiveMap label={label} {...rest} onState={setState} />}
    </div>
  )
}

/** Holds its content at a position of the map around it, the middle of the content on the point. */
export function MapMark({ at: [lng, lat], children }: { at: Point; children: ReactNode }) {
  const map = useContext(MapContext)
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!map) return
    const place = () => {
      const { x, y } = map.project([lng, lat])
      if (mark.current) mark.current.style.transform = `translate(${x}px, ${y}px)`
    }
    place()
    map.on('move', place)
    map.on('resize', place)
    return () => {
      map.off('move', place)
      map.off('resize', place)
    }
  }, [map, lng, lat])
  return (
    <div ref={mark} className={styles.mark}>
      {children}
    </div>
  )
}

/** The dot that marks a place or, with `start`, where a journey begins. */
export const MapDot = ({ at, start = false }: { at: Point; start?: boolean }) => (
  <MapMark at={at}>
    <span className={joinClasses(styles.dot, start && styles.start)} aria-hidden="true" />
  </MapMark>
)
