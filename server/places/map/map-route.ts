import { Hono } from 'hono'
import { toPng } from '#server/gateways/pixels/draw-pixels.ts'
import { runCostly } from '#server/platform/work/costly.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { listPlacesInside } from '#server/places/places.queries.ts'
import { getLand } from './coast.ts'
import { getViewBox, drawMap, type MapView, placeMapNames } from './draw-map.ts'

const KEPT = 400
const maps = new Map<string, string | Uint8Array<ArrayBuffer>>()

/**
 * Route for `GET /v1/map/{lng},{lat},{zoom}.svg?circle=metres`: a public map. `.png` renders pixels; `names=off` omits
 * the names, which `.json` returns for overlays.
 */
export function mapRoute(rig: Rig): Hono {
  const app = new Hono()
  app.get('/v1/map/:view{.+\\.(svg|json|png)}', async (http) => {
    const text = http.req.param('view')
    const asNames = text.endsWith('.json')
    const asPixels = text.endsWith('.png')
    const view = readView(text, http.req.query('circle'), http.req.query('names') !== 'off')
    const key = JSON.stringify({ view, asNames, asPixels })
    let drawn = maps.get(key)
    if (!drawn) {
      drawn = await runCostly(rig, 'reads', String(http.get('address' as never) ?? ''), async () => {
        const places = await listPlacesInside(rig.database.reads, getViewBox(view), 600)
        if (asNames) return JSON.stringify({ data: { names: placeMapNames(view, places) } })
        const country = places[0]?.country_code
        const unit = country === 'AU' || country === 'CA' ? 'km' : 'mi'
        const svg = drawMap(view, places, await getLand(getViewBox(view)), unit)
        // Mail clients do not render SVG.
        return asPixels ? new Uint8Array(await toPng(svg)) : svg
      })
      maps.set(key, drawn)
      if (maps.size > KEPT) maps.delete(maps.keys().next().value as string)
    }
    return http.body(drawn, 200, {
      'Content-Type': asNames ? 'application/json' : asPixels ? 'image/png' : 'image/svg+xml',
      'Cache-Control': 'public, max-age=86400',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
  })
  return app
}

// Coarse coordinates and few zooms keep the cache small.
function readView(text: string, circle: string | undefined, names: boolean): MapView {
  const found = text.match(/^(-?\d{1,3}(?:\.\d{1,2})?),(-?\d{1,2}(?:\.\d{1,2})?),(\d{1,2})\.(?:svg|json|png)$/)
  const [lng, lat, zoom] = [Number(found?.[1]), Number(found?.[2]), Number(found?.[3])]
  const circleMetres = circle === undefined ? null : Math.round(Number(circle))
  const wrong =
    !found ||
    Math.abs(lng) > 180 ||
    Math.abs(lat) > 80 ||
    zoom < 9 ||
    zoom > 16 ||
    (circleMetres !== null && !(circleMetres > 0 && circleMetres <= 200_000))
  if (wrong) throw new Refusal('not_found')
  return { lng, lat, zoom, circleMetres, names }
}
