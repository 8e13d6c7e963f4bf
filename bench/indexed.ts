import { readMainText, findSharedTexts, type SharedText } from '#tests/shared-text.ts'
import type { Site } from './site.ts'

export type Indexed = {
  pages: number
  /** Pages by part of the sitemap. */
  parts: Record<string, number>
  failed: string[]
  /** The most alike pairs, of those that share more than the limit. */
  alike: SharedText[]
}

const PAGES_AT_ONCE = 4

/** Reads every page of the sitemap and compares their texts by runs of five words. */
export async function measureIndexed(site: Site, abovePercent: number): Promise<Indexed> {
  const parts: Record<string, number> = {}
  const paths: string[] = []
  for (const part of await listLocations(site, '/sitemap.xml')) {
    const found = await listLocations(site, part)
    parts[part] = found.length
    paths.push(...found)
  }
  const texts = new Map<string, string>()
  const failed: string[] = []
  const left = paths.toReversed()
  const read = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const answer = await fetch(site.url + path, { redirect: 'manual' })
      const html = await answer.text()
      if (answer.status !== 200 || /<meta name="robots" content="noindex"/.test(html)) failed.push(path)
      texts.set(path, readMainText(html))
    }
  }
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, read))
  return { pages: paths.length, parts, failed, alike: findSharedTexts(texts, abovePercent) }
}

const listLocations = async (site: Site, path: string): Promise<string[]> =>
  [...(await (await fetch(site.url + path)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => new URL((address ?? '').replaceAll('&amp;', '&')).pathname,
  )
