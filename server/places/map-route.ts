import { Hono } from 'hono'
import { costly } from '#server/platform/work/costly.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { boxOf, drawMap, type MapView } from './draw-map.ts'
import { placesInside } from './queries.ts'

const KEPT = 400
const maps = new Map<string, string>()

/** `GET /v1/map/{lng},{lat},{zoom}.svg?circle=metres`: the site's own drawn map, the same for everyone. */
export function mapRoute(rig: Rig): Hono {
  const app = new Hono()
  app.get('/v1/map/:view{.+\\.svg}', async (http) => {
    const view = readView(http.req.param('view'), http.req.query('circle'))
    const key = JSON.stringify(view)
    let svg = maps.get(key)
    if (!svg) {
      svg = await costly(rig, 'reads', String(http.get('address' as never) ?? ''), async () => {
        const places = await placesInside(rig.database.reads, boxOf(view), 600)
        const country = places[0]?.country_code
        return drawMap(view, places, country === 'AU' || country === 'CA' ? 'km' : 'mi')
      })
      maps.set(key, svg)
      if (maps.size > KEPT) maps.delete(maps.keys().next().value as string)
    }
    return http.body(svg, 200, {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=86400',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
  })
  return app
}

// Two decimals and a handful of zooms keep the number of different maps small enough to remember.
function readView(text: string, circle: string | undefined): MapView {
  const found = text.match(/^(-?\d{1,3}(?:\.\d{1,2})?),(-?\d{1,2}(?:\.\d{1,2})?),(\d{1,2})\.svg$/)
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
  return { lng, lat, zoom, circleMetres }
}
