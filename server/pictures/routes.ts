import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { Hono } from 'hono'
import { describe } from '#art/describe.ts'
import { draw, type Drawing } from '#art/draw.ts'
import { cityOf } from '#art/face/look.ts'
import { monogram } from '#art/monogram.ts'
import { artVersion, sceneCount } from '#contract/pictures/drawn.ts'
import { beforeAfterFolder } from '#contract/reviews/before-after-consent.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { getFileStore } from '#server/gateways/files/files.ts'
import { getFileKey, pictureTypes, widths } from './save-picture.ts'
import { toPixels } from '#server/gateways/pixels/draw-pixels.ts'
import { findDrawing } from './pictures.queries.ts'
import { siteDrawings } from './site-drawings.ts'
import { uploads } from '#contract/pictures/uploads.ts'
import { createRoutes } from '#server/platform/http/serve.ts'
import { createUpload } from './uploads.ts'

export function openShelf(bytes: number): {
  get: (key: string) => Buffer | undefined
  put: (key: string, picture: Buffer) => void
  size: () => number
} {
  const kept = new Map<string, Buffer>()
  let held = 0
  return {
    get: (key) => {
      const picture = kept.get(key)
      if (picture) {
        kept.delete(key)
        kept.set(key, picture)
      }
      return picture
    },
    put: (key, picture) => {
      held += picture.length - (kept.get(key)?.length ?? 0)
      kept.delete(key)
      kept.set(key, picture)
      for (const [oldest, old] of kept) {
        if (held <= bytes) break
        kept.delete(oldest)
        held -= old.length
      }
    },
    size: () => held,
  }
}

const [packed, unpacked] = [promisify(gzip), promisify(gunzip)]
const frames = ['wide', 'square', 'tall'] as const
type Frame = (typeof frames)[number]
const types = { svg: 'image/svg+xml', webp: 'image/webp', png: 'image/png' } as const
type Format = keyof typeof types

const shelfBytes = 24_000_000
const forever = 'public, max-age=31536000, immutable'
const byAYes = 'private, max-age=300'
// Requests without the current version get a short cache time.
const aDay = 'public, max-age=86400'

type PictureRequest = { key: string; drawing: Drawing; alt: string; id: string }

export function createPictureRoutes(rig: Rig): Hono {
  const shelf = openShelf(shelfBytes)
  const routes = new Hono()

  const answer = async (
    request: Request,
    format: Format,
    key: string,
    make: () => Promise<Buffer>,
  ): Promise<Response> => {
    const known = shelf.get(key)
    const picture = known ?? (await make())
    if (!known) shelf.put(key, picture)
    const headers: Record<string, string> = {
      'Content-Type': types[format],
      'Cache-Control': new URL(request.url).searchParams.get('v') === String(artVersion) ? forever : aDay,
      // Used in mails and embedded pages.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    }
    if (format !== 'svg') return new Response(new Uint8Array(picture), { headers })
    // An SVG opened directly is a document: nothing may run or load.
    headers['Content-Security-Policy'] = "default-src 'none'; style-src 'unsafe-inline'"
    headers.Vary = 'Accept-Encoding'
    if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? ''))
      return new Response(new Uint8Array(await unpacked(picture)), { headers })
    return new Response(new Uint8Array(picture), { headers: { ...headers, 'Content-Encoding': 'gzip' } })
  }

  const picture = (
    request: Request,
    format: Format,
    frame: Frame,
    { key, drawing, alt, id }: PictureRequest,
    scene?: number,
  ): Promise<Response> =>
    answer(request, format, `${key} ${frame} ${scene ?? ''} ${format}`, async () => {
      const svg = draw(drawing, { id, frame, alt, ...(scene !== undefined && { scene }) })
      return format === 'svg' ? packed(svg) : toPixels(svg, frame, format)
    })

  routes.get('/pictures/site/:file', (http) => {
    const { name, format } = fileOf(http.req.param('file'))
    const drawing = Object.hasOwn(siteDrawings, name) ? siteDrawings[name] : undefined
    if (!drawing) throw new Refusal('not_found')
    return picture(http.req.raw, format, frameOf(http.req.query('frame'), 'square'), {
      key: `site ${name}`,
      drawing,
      alt: describe(drawing),
      id: `s-${name}`,
    })
  })

  routes.get('/pictures/city/:file', async (http) => {
    const { name, format } = fileOf(http.req.param('file'))
    // Any city name is accepted, so only cheap SVG is rendered.
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || name.length > 60 || format !== 'svg') throw new Refusal('not_found')
    const drawing = cityOf(name.replaceAll('-', ' '))
    return picture(http.req.raw, format, frameOf(http.req.query('frame'), 'wide'), {
      key: `city ${name}`,
      drawing,
      alt: '',
      id: `c-${name}`,
    })
  })

  routes.get('/pictures/:folder/:id/:file', async (http) => {
    const { folder, id } = http.req.param()
    const [, width = '', format = ''] = /^(\d{3,4})\.(webp|avif|jpg)$/.exec(http.req.param('file')) ?? []
    if (
      !/^[a-z0-9-]{1,40}$/.test(folder) ||
      !/^[A-Za-z0-9_-]{22}$/.test(id) ||
      !widths.some((w) => w === Number(width))
    )
      throw new Refusal('not_found')
    const kept = format as keyof typeof pictureTypes
    const picture = await getFileStore(rig.env).get(getFileKey(folder, id, Number(width), kept))
    if (!picture) throw new Refusal('not_found')
    return new Response(new Uint8Array(picture), {
      headers: {
        'Content-Type': pictureTypes[kept],
        // Pictures shown by consent are not cached publicly, because it can be withdrawn.
        'Cache-Control': folder === beforeAfterFolder ? byAYes : forever,
        // Used in mails and embedded pages.
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'X-Content-Type-Options': 'nosniff',
      },
    })
  })

  routes.get('/pictures/:file', async (http) => {
    const { name, format } = fileOf(http.req.param('file'))
    const frame = frameOf(http.req.query('frame'), 'square')
    if (name === 'none') {
      const drawing = siteDrawings.none as Drawing
      return picture(http.req.raw, format, frame, { key: 'none', drawing, alt: '', id: 'none' })
    }
    const letters = /^initials-([a-z0-9]{1,3})$/.exec(name)?.[1]
    if (letters)
      return answer(http.req.raw, format, `${name} ${frame} ${format}`, async () => {
        const svg = monogram({ seed: letters, id: name, frame, letters: letters.toUpperCase() })
        return format === 'svg' ? packed(svg) : toPixels(svg, frame, format)
      })
    if (!/^[1-9]\d{0,14}$/.test(name)) throw new Refusal('not_found')
    const scene = sceneAsked(http.req.query('scene'))
    const shelved = `${name} ${frame} ${scene ?? ''} ${format}`
    const known = shelf.get(shelved)
    if (known) return answer(http.req.raw, format, shelved, async () => known)
    const found = await findDrawing(rig.database.reads, Number(name))
    if (!found) throw new Refusal('not_found')
    return picture(http.req.raw, format, frame, { key: name, id: `m-${name}`, ...found }, scene)
  })

  return routes
}

function fileOf(file: string): { name: string; format: Format } {
  const [, name = '', format = ''] = /^([a-z0-9-]{1,80})\.(svg|webp|png)$/.exec(file) ?? []
  if (!name) throw new Refusal('not_found')
  return { name, format: format as Format }
}

const frameOf = (asked: string | undefined, usual: Frame): Frame => frames.find((frame) => frame === asked) ?? usual

const sceneAsked = (asked: string | undefined): number | undefined =>
  asked && /^\d$/.test(asked) && Number(asked) < sceneCount ? Number(asked) : undefined

export const uploadRoutes = createRoutes(uploads, { send: createUpload })
