import { Parser } from 'htmlparser2'

const hidden = new Set(['script', 'style', 'svg', 'template', 'noscript', 'option'])
const RUN = 5

/** Returns the visible text of a page's main element. */
export function readMainText(html: string): string {
  let [inMain, inHidden] = [0, 0]
  const parts: string[] = []
  const parser = new Parser({
    onopentag: (name) => {
      if (name === 'main') inMain++
      if (hidden.has(name)) inHidden++
    },
    ontext: (text) => {
      if (inMain > 0 && inHidden === 0) parts.push(text)
    },
    onclosetag: (name) => {
      if (name === 'main') inMain--
      if (hidden.has(name)) inHidden--
      // Two elements are two words.
      parts.push(' ')
    },
  })
  parser.end(html)
  return parts.join('').replace(/\s+/g, ' ').trim()
}

/** Returns the distinct runs of five words of a text, in lower case and without punctuation. */
export function listWordRuns(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const runs = new Set<string>()
  for (let at = 0; at + RUN <= words.length; at++) runs.add(words.slice(at, at + RUN).join(' '))
  return runs
}

export type SharedText = { a: string; b: string; percent: number }

/**
 * Compares every two texts: the five-word runs that both contain, in per cent of those of the shorter text. Returns the
 * pairs above a limit, the most alike first.
 */
export function findSharedTexts(texts: ReadonlyMap<string, string>, abovePercent: number): SharedText[] {
  const paths = [...texts.keys()]
  const runs = [...texts.values()].map(listWordRuns)
  const pagesByRun = new Map<string, number[]>()
  const found: SharedText[] = []
  const shared = new Int32Array(paths.length)
  runs.forEach((own, page) => {
    shared.fill(0)
    for (const run of own) {
      const earlier = pagesByRun.get(run)
      if (!earlier) {
        pagesByRun.set(run, [page])
        continue
      }
      for (const other of earlier) shared[other] = (shared[other] as number) + 1
      earlier.push(page)
    }
    for (let other = 0; other < page; other++) {
      const percent = (100 * (shared[other] as number)) / Math.max(1, Math.min(own.size, runs[other]?.size ?? 0))
      if (percent > abovePercent) found.push({ a: paths[other] as string, b: paths[page] as string, percent })
    }
  })
  return found.toSorted((one, two) => two.percent - one.percent)
}
