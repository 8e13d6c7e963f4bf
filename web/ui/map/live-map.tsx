import { Minus, Plus } from 'lucide-react'
import {
  type Map as MapHandle,
  AttributionControl,
  type LngLatBoundsLike,
  Map as MapLibre,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { FeatureCollection } from 'geojson'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { markets } from '#contract/format.ts'
import { defineMessages, formatMessage } from '#contract/i18n/messages.ts'
import { IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './live-map.module.css'
import { MapContext, type StreetMapProps } from './map.tsx'
import { buildShapes, findBounds, type Point } from './shapes.ts'
import { buildMapStyle } from './map-style.ts'
import './map-engine.css'

const messages = defineMessages({
  'map.keys': '{label}. Move with the arrow keys, zoom with plus and minus.',
  'map.zoomIn': 'Zoom in',
  'map.zoomOut': 'Zoom out',
  'map.wheel': 'Hold Ctrl and scroll to zoom the map',
  'map.wheel.mac': 'Hold ⌘ and scroll to zoom the map',
  'map.fingers': 'Use two fingers to move the map',
})

export interface LiveMapProps extends Omit<StreetMapProps, 'summary'> {
  /** Called when marks can be shown, and when the streets are drawn. */
  onState: (state: 'made' | 'drawn') => void
}

const even = { top: 48, right: 48, bottom: 48, left: 48 }
const noPoints: readonly Point[] = []

/** The canvas of a `StreetMap` with its marks and buttons. */
export function LiveMap({
  label,
  view,
  area = null,
  line = noPoints,
  country,
  zoom = 13,
  padding = even,
  inPage = false,
  onReady,
  onState,
  children,
}: LiveMapProps) {
  const canvas = useRef<HTMLDivElement>(null)
  const engine = useRef<MapEngine | null>(null)
  const [map, setMap] = useState<MapHandle | null>(null)
  const shapes = useMemo(() => buildShapes(area, line), [area, line])
  const bounds = useMemo(() => findBounds(view, area), [view, area])

  // Created once: later changes of the view and the shapes are in the effects below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!canvas.current) return
    let made: MapEngine
    try {
      made = createMap({
        container: canvas.current,
        bounds,
        padding,
        maxZoom: zoom,
        shapes,
        unit: markets[country].distance === 'km' ? 'metric' : 'imperial',
        pageScrolls: inPage,
        texts: {
          'Map.Title': formatMessage(messages['map.keys'], { label }),
          'CooperativeGesturesHandler.WindowsHelpText': formatMessage(messages['map.wheel']),
          'CooperativeGesturesHandler.MacHelpText': formatMessage(messages['map.wheel.mac']),
          'CooperativeGesturesHandler.MobileHelpText': formatMessage(messages['map.fingers']),
        },
      })
    } catch {
      // The browser gave no drawing context after all: the summary stays.
      return
    }
    engine.current = made
    // Marks do not wait for the streets.
    setMap(made.map)
    onReady?.(made.map)
    onState('made')
    made.map.once('load', () => onState('drawn'))
    return () => {
      made.remove()
      engine.current = null
      setMap(null)
    }
  }, [])

  useEffect(() => {
    engine.current?.setShapes(shapes)
  }, [shapes])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of padding or zoom alone moves nothing
  useEffect(() => {
    map?.fitBounds(bounds, { padding, maxZoom: zoom, duration: 400 })
  }, [map, bounds])

  return (
    <>
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
    </>
  )
}

interface MapOptions {
  container: HTMLElement
  bounds: LngLatBoundsLike
  padding: { top: number; right: number; bottom: number; left: number }
  maxZoom: number
  shapes: FeatureCollection
  unit: 'metric' | 'imperial'
  /** Whether one finger and the wheel scroll the page instead of the map. */
  pageScrolls: boolean
  texts: Record<string, string>
}

interface MapEngine {
  map: MapLibre
  setShapes: (shapes: FeatureCollection) => void
  remove: () => void
}

/**
 * Creates a map whose colours follow the theme. Everything that it loads comes from this site.
 * Returns the map, and functions that replace its shapes and remove it.
 */
function createMap({ container, bounds, padding, maxZoom, shapes, unit, pageScrolls, texts }: MapOptions): MapEngine {
  setWorkerUrl(workerUrl)
  const map = new MapLibre({
    container,
    style: buildMapStyle(container, shapes),
    bounds,
    fitBoundsOptions: { padding, maxZoom },
    minZoom: 5,
    maxZoom: 16,
    renderWorldCopies: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    cooperativeGestures: pageScrolls,
    attributionControl: false,
    locale: texts,
    // Tiles are named by their path, and a worker needs the whole address.
    transformRequest: (url) => ({ url: new URL(url, location.origin).href }),
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new AttributionControl({ compact: false }), 'bottom-right')
  map.addControl(new ScaleControl({ unit, maxWidth: 88 }), 'bottom-left')
  let drawn = shapes
  const draw = () => map.setStyle(buildMapStyle(container, drawn))
  const theme = matchMedia('(prefers-color-scheme: dark)')
  const chosenTheme = new MutationObserver(draw)
  theme.addEventListener('change', draw)
  chosenTheme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return {
    map,
    setShapes: (next) => {
      if (next === drawn) return
      drawn = next
      draw()
    },
    remove: () => {
      theme.removeEventListener('change', draw)
      chosenTheme.disconnect()
      map.remove()
    },
  }
}
