import { type Flavor, LIGHT, layers } from '@protomaps/basemaps'
import type { FeatureCollection } from 'geojson'
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'

/** The design token of each role. */
const tokens = {
  land: '--p-map-land',
  block: '--p-map-block',
  water: '--p-map-water',
  park: '--p-map-park',
  road: '--p-map-road',
  border: '--p-line-strong',
  label: '--p-ink-2',
  mark: '--p-brand',
} as const
type Role = keyof typeof tokens
type Colours = Record<Role, string>

/** The token for each colour of a Protomaps style; the first match counts. */
const rules: readonly (readonly [name: RegExp, role: Role])[] = [
  [/halo/, 'land'],
  [/label/, 'label'],
  [/casing/, 'land'],
  [/water|background/, 'water'],
  [/park|wood|scrub|zoo/, 'park'],
  [/boundaries|railway/, 'border'],
  [/highway|major|link|minor|other|pier/, 'road'],
  [/earth|glacier|sand/, 'land'],
  [/./, 'block'],
]

/** Without outlines, which our flat roads do not have, and without symbols, for which there is no sprite. */
const hidden = /casing|shields|oneway|address|runway|taxiway/

// The weight comes from the first name, the face from the second: MapLibre draws labels with the page's own fonts.
const medium = 'Figtree Variable Medium,Figtree Variable'
const semibold = 'Figtree Variable Semibold,Figtree Variable'

const widths = {
  highway: [5, 0.5, 9, 2, 12, 5, 15, 11, 18, 26],
  major: [7, 0.5, 9, 1, 12, 3, 15, 8, 18, 20],
} as const

/**
 * Builds the style of a map in the colours that the element's design tokens have now. The shapes are drawn under the
 * labels: areas and lines in the brand colour.
 */
export function buildMapStyle(element: Element, shapes: FeatureCollection): StyleSpecification {
  const colours = readColours(element)
  const flavor = Object.fromEntries(
    Object.keys(LIGHT)
      .filter((name) => name !== 'pois' && name !== 'landcover')
      .map((name) => [name, colours[rules.find(([pattern]) => pattern.test(name))?.[1] ?? 'block']]),
  ) as unknown as Flavor
  const drawn = layers('map', { ...flavor, regular: medium, bold: semibold, italic: medium }, { lang: 'en' })
    .filter(({ id }) => !hidden.test(id))
    .map(adjustLayer)
  const firstLabel = drawn.findIndex(({ type }) => type === 'symbol')
  return {
    version: 8,
    sources: { map: { type: 'vector', url: '/v1/map/tiles.json' }, shapes: { type: 'geojson', data: shapes } },
    layers: [...drawn.slice(0, firstLabel), ...shapeLayers(colours.mark), ...drawn.slice(firstLabel)],
  }
}

function adjustLayer(layer: LayerSpecification): LayerSpecification {
  if (layer.type === 'line') {
    const kind = /^roads_(?:bridges_|tunnels_)?(highway|major)$/.exec(layer.id)?.[1] as keyof typeof widths | undefined
    if (!kind) return layer
    const width: ExpressionSpecification = ['interpolate', ['exponential', 1.6], ['zoom'], ...widths[kind]]
    return {
      ...layer,
      layout: { ...layer.layout, 'line-cap': 'round', 'line-join': 'round' },
      paint: { ...layer.paint, 'line-width': width },
    }
  }
  if (layer.type !== 'symbol') return layer
  const { 'icon-image': _, ...layout } = layer.layout ?? {}
  const paint = { ...layer.paint, 'text-halo-width': 1.5 }
  if (layer.id !== 'places_subplace') return { ...layer, layout, paint }
  const size: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 10, 12, 14, 15]
  const quiet = { 'text-transform': 'none', 'text-letter-spacing': 0, 'text-size': size } as const
  return { ...layer, minzoom: 10, layout: { ...layout, ...quiet }, paint }
}

const shapeLayers = (colour: string): LayerSpecification[] => [
  {
    id: 'shape-area',
    type: 'fill',
    source: 'shapes',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': colour, 'fill-opacity': 0.08 },
  },
  {
    id: 'shape-edge',
    type: 'line',
    source: 'shapes',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'line-color': colour, 'line-width': 2 },
  },
  {
    id: 'shape-line',
    type: 'line',
    source: 'shapes',
    filter: ['==', ['geometry-type'], 'LineString'],
    layout: { 'line-cap': 'round' },
    paint: { 'line-color': colour, 'line-width': 3, 'line-dasharray': [0.1, 2.2] },
  },
]

/** Converts the tokens to sRGB: MapLibre cannot read OKLCH. */
function readColours(element: Element): Colours {
  const values = getComputedStyle(element)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const pencil = canvas.getContext('2d', { willReadFrequently: true })
  const toRgb = (token: string) => {
    if (!pencil) return 'gray'
    pencil.fillStyle = values.getPropertyValue(token)
    pencil.fillRect(0, 0, 1, 1)
    return `rgb(${pencil.getImageData(0, 0, 1, 1).data.slice(0, 3).join(',')})`
  }
  return Object.fromEntries(Object.entries(tokens).map(([role, token]) => [role, toRgb(token)])) as Colours
}
