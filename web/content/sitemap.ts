import type { LoaderFunctionArgs } from 'react-router'
import { visitContext } from '#web/platform/context.ts'
import { serverApi } from '#web/platform/server-api.ts'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The sitemap: every public address with the day it last changed. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { publicUrl } = context.get(visitContext)
  const { paths } = await serverApi(context).content.paths({})
  const urls = paths.map(({ path, updatedAt }) => `<url><loc>${escaped(publicUrl + path)}</loc><lastmod>${updatedAt}</lastmod></url>`)
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' } })
}
