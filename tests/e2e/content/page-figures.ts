import { Parser } from 'htmlparser2'
import { defaults } from '#contract/constants.ts'

/** A figure on a page about a place, an artist, or all reviews. */
export type Figure = { of: string; what: 'artists' | 'from' | 'score' | 'reviews'; value: string }

const place = /^(\/(?:au|ca|gb|us)\/[a-z-]+\/[^/?#]+)/
const artist = /^\/@\/[^/?#]+/
const money = /(?:A|C|US)?([£$][\d,.]*\d)/.source

/** Returns the figures of a page with their subject: of a link, an artist's card, or the page itself. */
export function figuresOf(path: string, html: string): Figure[] {
  const found: Figure[] = []
  const category =
    place.exec(path)?.[1]?.split('/')[2] ??
    /^\/(lessons|nails|halloween|happy-place)/.exec(path)?.[1] ??
    defaults.category
  const say = (of: string | undefined, what: Figure['what'], value: string | undefined) => {
    if (of && value) found.push({ of, what, value: value.replaceAll(',', '') })
  }
  const read = (of: string | undefined, text: string) => {
    if (of && place.test(of)) {
      say(of, 'artists', /(?:^|[^\d,])([\d,]+) artists?(?:, from | (?:take|reach|travel)|$)/.exec(text)?.[1])
      say(of, 'from', new RegExp(`from ${money} per person`).exec(text)?.[1])
    } else if (of) {
      const rated = /([\d.]+) out of 5, ([\d,]+) reviews?/.exec(text)
      say(of, 'score', rated?.[1])
      say(of, 'reviews', rated?.[2])
      // The lowest price depends on the category of the page, or on its service.
      say(`${of} for ${category}`, 'from', new RegExp(`[a-z)] from\\s*${money}\\s*per person`).exec(text)?.[1])
    }
  }
  const thing = (link: string) => place.exec(link)?.[1] ?? artist.exec(link)?.[0]
  // Links and cards are not nested.
  let link: { to: string; text: string } | null = null
  let card: { to: string | undefined; text: string } | null = null
  let main = false
  let hidden = 0
  let own = ''
  const parser = new Parser({
    onopentag: (name, { href = '' }) => {
      if (name === 'script' || name === 'style') hidden++
      if (name === 'main') main = true
      if (name === 'article') card = { to: undefined, text: '' }
      if (name === 'a') {
        link = { to: href, text: '' }
        if (card && artist.test(href)) card.to ??= thing(href)
      }
    },
    ontext: (text) => {
      if (hidden > 0) return
      if (link) link.text += text
      if (card) card.text += text
      else if (main && !link) own += text
    },
    onclosetag: (name) => {
      if (name === 'script' || name === 'style') hidden--
      if (name === 'main') main = false
      if (name === 'article' && card) {
        read(card.to, card.text)
        card = null
      }
      if (name === 'a' && link) {
        // A card's link belongs to its card; the link to all artists of a place is on its page.
        if (!card) read(thing(link.to) ?? (/^All [\d,]+ artists$/.test(link.text) ? thing(path) : undefined), link.text)
        const all = /^(?:Read|All) ([\d,]+) reviews$/.exec(link.text)
        if (link.to === '/content/reviews') say('all reviews', 'reviews', all?.[1])
        link = null
      }
    },
  })
  parser.end(html)
  if (place.test(path)) read(thing(path), own)
  else if (artist.test(path)) read(thing(path), own)
  else if (path === '/content/reviews') {
    say('all reviews', 'reviews', /from ([\d,]+) reviews/.exec(own)?.[1])
    say('all reviews', 'reviews', /(?:^|[^\d,:] ?)([\d,]+) reviews$/.exec(own)?.[1])
  }
  return found
}

/** Returns figures of one subject with different values, each with a page. */
export function contradictions(pages: Iterable<readonly [string, readonly Figure[]]>): string[] {
  const said = new Map<string, Map<string, string>>()
  for (const [path, figures] of pages) {
    for (const { of, what, value } of figures) {
      const thing = `${what} of ${of}`
      const values = said.get(thing) ?? new Map<string, string>()
      said.set(thing, values)
      if (!values.has(value)) values.set(value, path)
    }
  }
  return [...said]
    .filter(([, values]) => values.size > 1)
    .map(([thing, values]) => `${thing}: ${[...values].map(([value, path]) => `${value} on ${path}`).join(', ')}`)
}
