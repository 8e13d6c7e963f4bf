import type { LoaderFunctionArgs } from 'react-router'
import { visitContext } from '#web/platform/context.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { escapeXml, xmlHeaders } from './sitemap-xml.ts'

/** Returns the sitemap index with the last modification per part. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { publicUrl } = context.get(visitContext)
  const { parts } = await serverApi(context).directory.sitemap({})
  const entries = parts.map(
    ({ kind, part, updatedAt }) =>
      `<sitemap><loc>${escapeXml(`${publicUrl}/sitemap-${kind}-${part}.xml`)}</loc>${updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''}</sitemap>`,
  )
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</sitemapindex>\n`
  return new Response(xml, { headers: xmlHeaders })
}
