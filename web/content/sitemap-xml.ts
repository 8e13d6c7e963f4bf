import type { directory } from '#contract/content/directory.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { homeLanguages, listLanguages } from '#web/platform/head.ts'

export const xmlHeaders = { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=600' }

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const namespaces = [
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
].join(' ')

type Path = OutputOf<typeof directory.sitemapPart>['paths'][number]

/** Returns a sitemap with last modification, languages and pictures per address. */
export function buildSitemap(paths: readonly Path[], publicUrl: string): string {
  const urls = paths.map(({ path, updatedAt, country, pictures }) => {
    const loc = escapeXml(publicUrl + path)
    const ofPage = homeLanguages.some((one) => one.path === path)
      ? homeLanguages
      : listLanguages(country).map((hrefLang) => ({ hrefLang, path }))
    const languages = ofPage.map(
      (one) => `<xhtml:link rel="alternate" hreflang="${one.hrefLang}" href="${escapeXml(publicUrl + one.path)}"/>`,
    )
    const lastmod = updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''
    const images = pictures.map(
      (src) => `<image:image><image:loc>${escapeXml(new URL(src, publicUrl).href)}</image:loc></image:image>`,
    )
    return `<url><loc>${loc}</loc>${lastmod}${languages.join('')}${images.join('')}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespaces}>\n${urls.join('\n')}\n</urlset>\n`
}
