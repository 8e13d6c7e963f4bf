import type { FeatureCollection } from 'geojson'
import { MapPin as PlaceIcon, Minus, Plus } from 'lucide-react'
import type { Map as MapHandle } from 'maplibre-gl'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { markets } from '#contract/format.ts'
import { defineMessages, formatMessage } from '#contract/i18n/messages.ts'
import type { Country } from '#contract/words.ts'
import { loadPart } from '#web/platform/optional.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { useInView } from '#web/ui/visibility.ts'
import styles from './map.module.css'
import type { Padding } from './map-engine.ts'
import { type Area, buildShapes, findBounds, type Point } from './shapes.ts'

const messages = defineMessages({
  'map.keys': '{label}. Move with the arrow keys, zoom with plus and minus.',
  'map.zoomIn': 'Zoom in',
  'map.zoomOut': 'Zoom out',
  'map.wheel': 'Hold Ctrl and scroll to zoom the map',
  'map.wheel.mac': 'Hold ⌘ and scroll to zoom the map',
  'map.fingers': 'Use two fingers to move the map',
})

interface StreetMapProps {
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
  padding?: Partial<Padding>
  /** For a map within a page that scrolls: the wheel and one finger move the page. */
  inPage?: boolean
  className?: string | undefined
  onReady?: (map: MapHandle) => void
  /** `MapMark`s, in the order of the Tab key. */
  children?: ReactNode
}

const MapContext = createContext<MapHandle | null>(null)
const even: Padding = { top: 48, right: 48, bottom: 48, left: 48 }
const noPoints: readonly Point[] = []

/**
 * A map of streets with its marks, loaded when it comes into view. It moves by pointer and by keyboard, and shows a
 * scale and whose data it is. If it cannot load, the summary stays.
 */
export function StreetMap({
  label,
  summary,
  view,
  area = null,
  line = noPoints,
  country,
  zoom = 13,
  padding,
  inPage = false,
  className,
  onReady,
  children,
}: StreetMapProps) {
  const { inView, ref } = useInView()
  const canvas = useRef<HTMLDivElement>(null)
  const engine = useRef<{ setShapes: (shapes: FeatureCollection) => void } | null>(null)
  const [map, setMap] = useState<MapHandle | null>(null)
  const [wanted, setWanted] = useState(false)
  if (inView && !wanted) setWanted(true)
  const shapes = useMemo(() => buildShapes(area, line), [area, line])
  const bounds = useMemo(() => findBounds(view, area), [view, area])
  const room = useMemo(() => ({ ...even, ...padding }), [padding])

  // Created once: later changes of the view and the shapes are in the effects below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!wanted) return
    let remove: (() => void) | null = null
    let gone = false
    // The library is large, and of no use without WebGL.
    if (!document.createElement('canvas').getContext('webgl2')) return
    loadPart(() => import('./map-engine.ts'))
      .then(({ createMap }) => {
        if (gone || !canvas.current) return
        const texts = {
          'Map.Title': formatMessage(messages['map.keys'], { label }),
          'CooperativeGesturesHandler.WindowsHelpText': formatMessage(messages['map.wheel']),
          'CooperativeGesturesHandler.MacHelpText': formatMessage(messages['map.wheel.mac']),
          'CooperativeGesturesHandler.MobileHelpText': formatMessage(messages['map.fingers']),
        }
        const unit = markets[country].distance === 'km' ? ('metric' as const) : ('imperial' as const)
        const options = { bounds, padding: room, maxZoom: zoom, shapes, unit, pageScrolls: inPage, texts }
        const made = createMap({ container: canvas.current, ...options })
        engine.current = made
        remove = made.remove
        made.map.once('load', () => {
          setMap(made.map)
          onReady?.(made.map)
        })
      })
      // Without the library the summary stays.
      .catch(() => {})
    return () => {
      gone = true
      remove?.()
      engine.current = null
      setMap(null)
    }
  }, [wanted])

  useEffect(() => {
    if (map) engine.current?.setShapes(shapes)
  }, [map, shapes])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of padding or zoom alone moves nothing
  useEffect(() => {
    map?.fitBounds(bounds, { padding: room, maxZoom: zoom, duration: 400 })
  }, [map, bounds])

  return (
    <div ref={ref} className={joinClasses(styles.map, className)} role="group" aria-label={label} data-ready={!!map}>
      <div className={styles.summary} aria-hidden={map ? true : undefined}>
        <PlaceIcon className="icon" aria-hidden="true" />
        <div>{summary}</div>
      </div>
      <div ref={canvas} className={styles.canvas} />
      {map && (
        <MapContext value={map}>
          {createPortal(<div className={styles.marks}>{children}</div>, map.getCanvasContainer())}
          <div className={joinClasses('stack gap-8', styles.zoom)}>
            <IconButton disc label={formatMessage(messages['map.zoomIn'])} onClick={() => map.zoomIn()}>
              <Plus className="icon" aria-hidden="true" />
            </IconButton>
            <IconButton disc label={formatMessage(messages['map.zoomOut'])} onClick={() => map.zoomOut()}>
              <Minus className="icon" aria-hidden="true" />
            </IconButton>
          </div>
        </MapContext>
      )}
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
