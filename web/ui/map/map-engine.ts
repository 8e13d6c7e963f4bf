import { AttributionControl, type LngLatBoundsLike, Map as MapLibre, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import type { FeatureCollection } from 'geojson'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import './map-engine.css'
import { buildMapStyle } from './map-style.ts'

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

export interface MapEngine {
  map: MapLibre
  setShapes: (shapes: FeatureCollection) => void
  remove: () => void
}

/**
 * Creates a map whose colours follow the theme. Everything that it loads comes from this site.
 * Returns the map, and functions that replace its shapes and remove it.
 */
export function createMap({
  container,
  bounds,
  padding,
  maxZoom,
  shapes,
  unit,
  pageScrolls,
  texts,
}: MapOptions): MapEngine {
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
