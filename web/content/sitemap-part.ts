import type { LoaderFunctionArgs } from 'react-router'
import type { SitemapKind } from '#contract/content/directory.ts'
import { visitContext } from '#web/platform/context.ts'
import { nullWhenMissing, serverApi } from '#web/platform/api/server-api.ts'
import { buildSitemap, xmlHeaders } from './sitemap-xml.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const [, kind, part] =
    /\/sitemap-(pages|places|lists|artists)-([1-9]\d{0,4})\.xml$/.exec(new URL(request.url).pathname) ?? []
  const answer =
    kind &&
    (await nullWhenMissing(serverApi(context).directory.sitemapPart({ kind: kind as SitemapKind, part: Number(part) })))
  if (!answer)
    return new Response('There is no such part.', {
      status: 404,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    })
  const { publicUrl } = context.get(visitContext)
  return new Response(buildSitemap(answer.paths, publicUrl), { headers: xmlHeaders })
}
