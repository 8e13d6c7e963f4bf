import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { Compression, FetchSource, PMTiles, ResolvedValueCache, type Source } from 'pmtiles'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'

/** The map of the sample market, built by `db/map/build.ts`. */
const sketch = fileURLToPath(import.meta.resolve('#db/map/sketch.pmtiles'))

/** The header and the root directory are within the first 16 kB. They differ if any tile has another size. */
const START_BYTES = 16_384
const YEAR_S = 31_536_000

const openStreetMap =
  '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>, <a href="https://protomaps.com">Protomaps</a>'

/**
 * Routes for `GET /v1/map/tiles.json`, the description of the map's tiles (TileJSON 3), and
 * `GET /v1/map/{version}/{z}/{x}/{y}.mvt`, one vector tile. The archive in `MAP_TILES` is a file or an address;
 * browsers only ever ask this site. The version changes with the archive, so that tiles are cached for good.
 */
export function createMapRoute({ env }: Rig): Hono {
  const app = new Hono()
  let archive: Promise<Archive> | undefined
  const getArchive = () => {
    archive ??= openArchive(env.MAP_TILES ?? sketch).catch((error: unknown) => {
      archive = undefined
      throw error
    })
    return archive
  }
  app.get('/v1/map/tiles.json', async (http) => {
    const { version, minZoom, maxZoom, attribution } = await getArchive()
    const tiles = [`/v1/map/${version}/{z}/{x}/{y}.mvt`]
    return http.json({ tilejson: '3.0.0', tiles, minzoom: minZoom, maxzoom: maxZoom, attribution }, 200, {
      'Cache-Control': 'public, max-age=300',
    })
  })
  app.get('/v1/map/:version/:z/:x/:file', async (http) => {
    const { version, z, x, file } = http.req.param()
    const { version: current, maxZoom, encoding, tiles } = await getArchive()
    const [zoom, column, row] = [z, x, file.replace(/\.mvt$/, '')].map(parseIndex) as [number, number, number]
    const side = 2 ** zoom
    if (!file.endsWith('.mvt') || !(zoom <= maxZoom) || !(column < side) || !(row < side))
      throw new Refusal('not_found')
    const tile = await tiles.getZxy(zoom, column, row)
    // A page that was opened before the archive changed asks with the former version.
    http.header('Cache-Control', version === current ? `public, max-age=${YEAR_S}, immutable` : 'public, max-age=300')
    if (!tile) return http.body(null, 204)
    http.header('Content-Type', 'application/vnd.mapbox-vector-tile')
    if (encoding) http.header('Content-Encoding', encoding)
    return http.body(new Uint8Array(tile.data))
  })
  return app
}

type Archive = {
  version: string
  minZoom: number
  maxZoom: number
  attribution: string
  encoding: string | null
  tiles: PMTiles
}

async function openArchive(place: string): Promise<Archive> {
  const source = /^https?:/.test(place) ? new FetchSource(place) : await openFile(place)
  const cache = new ResolvedValueCache(200)
  const described = new PMTiles(source, cache)
  const { minZoom, maxZoom, tileCompression } = await described.getHeader()
  const encodings: Partial<Record<Compression, string | null>> = {
    [Compression.None]: null,
    [Compression.Gzip]: 'gzip',
    [Compression.Brotli]: 'br',
  }
  const encoding = encodings[tileCompression]
  if (encoding === undefined) throw new Error(`Browsers cannot read the compression of the tiles in ${place}`)
  const { data: start } = await source.getBytes(0, START_BYTES)
  const version = createHash('sha256').update(new Uint8Array(start)).digest('hex').slice(0, 12)
  const { attribution } = (await described.getMetadata()) as { attribution?: string }
  // Tiles stay compressed: browsers decompress them.
  const tiles = new PMTiles(source, cache, async (data) => data)
  return { version, minZoom, maxZoom, attribution: attribution ?? openStreetMap, encoding, tiles }
}

async function openFile(path: string): Promise<Source> {
  const file = await open(path)
  return {
    getKey: () => path,
    getBytes: async (offset, length) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset)
      return { data: buffer.buffer.slice(0, bytesRead) }
    },
  }
}

const parseIndex = (text: string): number => (/^\d{1,8}$/.test(text) ? Number(text) : Number.NaN)
