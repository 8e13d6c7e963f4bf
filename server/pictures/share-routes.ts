import { Hono } from 'hono'
import { Parser } from 'htmlparser2'
import { draw } from '#art/draw.ts'
import { toSvgImage, toPng } from '#server/gateways/pixels/draw-pixels.ts'
import { renderFailure } from '#server/platform/failure.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { runQueued } from './read-picture.ts'
import { openShelf } from './routes.ts'
import { drawShareCard, type ShareCard } from './share-card.ts'
import { siteDrawings } from './site-drawings.ts'

type Read = (path: string, address: string | null) => Promise<Response>

const shelfBytes = 32_000_000
const mostHead = 64 * 1024
const mostWaiting = 16
const own = [
  'hero-1',
  'hero-7',
  'hero-5',
  'hero-6',
  'hero-9',
  'hero-10',
  'hero-2',
  'hero-4',
  'hero-3',
  'hero-8',
] as const
const pagePath = /^\/pictures\/share(\/[\w@/-]{1,200})\.png$/

/**
 * Routes for link previews rendered from each page's metadata: `/pictures/share{path}.png`, `/pictures/share/index.png`
 * for the front page.
 */
export function shareRoutes(rig: Rig, page: Read, picture: Read): Hono {
  const shelf = openShelf(shelfBytes)
  let waiting = 0
  const drawn = async (head: ShareCard, key: string): Promise<Buffer> => {
    // A card takes 0.3 s of both cores, so the queue is limited.
    if (waiting >= mostWaiting) throw new Refusal('unavailable')
    waiting += 1
    try {
      return await runQueued(async () =>
        toPng(await drawShareCard({ ...head, looks: await looksOf(head.looks, key, picture) })),
      )
    } finally {
      waiting -= 1
    }
  }
  const routes = new Hono<{ Bindings: { address?: string } }>()
  routes.onError((fault, http) => renderFailure(rig, http, fault))
  routes.get('/pictures/share/*', async (http) => {
    const named = pagePath.exec(http.req.path)?.[1]
    // Rendering the page counts towards the requester's limit.
    const head = named && (await headOf(await page(named === '/index' ? '/' : named, http.env?.address ?? null)))
    if (!head) throw new Refusal('not_found')
    const key = JSON.stringify(head)
    const known = shelf.get(key)
    const card = known ?? (await drawn(head, key))
    if (!known) shelf.put(key, card)
    return new Response(new Uint8Array(card), {
      headers: {
        'Content-Type': 'image/png',
        'Cache-Control': 'public, max-age=86400, stale-while-revalidate=604800',
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    })
  })
  return routes as unknown as Hono
}

async function headOf(response: Response): Promise<ShareCard | null> {
  const html =
    response.status === 200 && response.headers.get('content-type')?.startsWith('text/html')
      ? (await response.text()).slice(0, mostHead)
      : ''
  if (!html || response.headers.get('x-robots-tag')?.includes('noindex')) return null
  const said = new Map<string, string>()
  const looks: string[] = []
  const parser = new Parser({
    onopentag: (name, { name: called, property, content }) => {
      if (name === 'body') parser.pause()
      if (name !== 'meta' || content === undefined) return
      if (called === 'thumbnail') looks.push(content)
      else said.set(called ?? property ?? '', content)
    },
  })
  parser.end(html)
  const title = said.get('og:title')
  if (!title || said.get('robots')?.includes('noindex')) return null
  const facts = ['1', '2'].flatMap((n) => {
    const [label, value] = [said.get(`twitter:label${n}`), said.get(`twitter:data${n}`)]
    return label && value ? [{ label, value }] : []
  })
  return { title, facts, looks }
}

async function looksOf(paths: readonly string[], seed: string, picture: Read): Promise<string[]> {
  const looks = await Promise.all(
    paths.slice(0, 6).map(async (path) => {
      const answer = path.startsWith('/pictures/') ? await picture(path, null) : null
      if (answer?.status !== 200) return null
      return answer.headers.get('content-type') === 'image/svg+xml'
        ? answer.text()
        : toSvgImage(Buffer.from(await answer.arrayBuffer()))
    }),
  )
  const shown = looks.filter((look) => look !== null)
  const first = [...seed].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) >>> 0, 7) % own.length
  const wanted = shown.length === 0 ? 6 : Math.max(0, 5 - shown.length)
  return [
    ...shown,
    ...Array.from({ length: wanted }, (_, i) => {
      const drawing = siteDrawings[own[(first + i) % own.length] ?? 'hero-1']
      return drawing ? draw(drawing, { id: `share-${i}` }) : ''
    }),
  ].filter(Boolean)
}
