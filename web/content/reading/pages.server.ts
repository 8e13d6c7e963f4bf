import { keptDays, termsVersions } from '#contract/constants.ts'
import { sayWhole, type Values } from '#contract/words.ts'
import type { Visit } from '#web/platform/context.ts'
import { type Block, blocksOf } from './markdown.ts'

const sources = import.meta.glob<string>('./pages/*.md', { query: '?raw', import: 'default', eager: true })

const heads: Record<string, { title: string; description: string }> = {
  about: { title: 'About Primp', description: 'Why we plan backwards from the time you need to be ready.' },
  help: { title: 'Help · Primp', description: 'Twenty short answers about searching, booking, paying, changing and joining.' },
  'legals-customers': { title: 'Customer terms · Primp', description: 'What you agree to when you book, in plain words.' },
  'legals-providers': { title: 'Provider terms · Primp', description: 'What artists agree to when they join, in plain words.' },
  'privacy-policy': { title: 'Privacy policy · Primp', description: 'What we keep, why, for how long, and what you can do about it.' },
  reviews: { title: 'Reviews · Primp', description: 'Reviews from completed bookings, none hidden, with the rules behind them.' },
  gallery: { title: 'Gallery · Primp', description: 'Looks by artists on Primp, by texture, skin tone and kind.' },
  cancellation: { title: 'Cancellation policies · Primp', description: 'Flexible, fair and strict: dates, shares and examples.' },
  ranking: { title: 'How ranking works · Primp', description: 'The signals behind the order of artists, and their weights.' },
  credits: { title: 'Credits · Primp', description: 'Data and fonts that Primp stands on.' },
}

/** How many days a setting keeps things, in the words of the privacy policy. */
export const lengthOf = (days: number): string => (days < 120 ? `${days} days` : `${Math.round(days / 30.4)} months`)

/** How long each kind of data is kept, as the privacy policy says it: what a setting decides, and what is fixed. */
const retentionOf = (days: Visit['retention']) => ({
  searches: lengthOf(days.searches), marketing: lengthOf(days.searches), outbox: lengthOf(days.outbox), audit: lengthOf(days.audit), signIns: lengthOf(days.signIns),
  account: '24 months', bookingDetails: lengthOf(keptDays.dayDetails), allergies: lengthOf(keptDays.dayDetails), financial: 'as long as tax law asks',
  messages: lengthOf(days.messages), privateReviews: lengthOf(keptDays.privateReviews), reports: lengthOf(keptDays.reports), logs: '30 days', terms: '6 years', signals: '24 months',
})

export interface ReadingPage {
  slug: string
  title: string
  description: string
  updated: string
  blocks: Block[]
}

const updated = '2026-11-20'

/** The words that an operator gave a page; what is empty stays as it was made. */
export type GivenWords = { title: string | null; description: string | null; body: string | null; updatedAt: string } | null

/** A page of the site's texts with its slots filled; a sentence whose slot is empty is left out. Null for an unknown page. */
export function readingPage(slug: string, values: Values, retention: Visit['retention'], given: GivenWords = null): ReadingPage | null {
  const made = sources[`./pages/${slug}.md`]
  const heading = heads[slug]
  if (!made || !heading) return null
  const source = given?.body ?? made
  const head = { title: given?.title ?? heading.title, description: given?.description ?? heading.description }
  const filled: Values = {
    version: termsVersions.customer,
    date: 'Fri 20 November 2026',
    ...Object.fromEntries(Object.entries(retentionOf(retention)).map(([key, value]) => [`retention_${key}`, value])),
    ...values,
  }
  const text = source
    .replace(/\{(retention|weight)\.(\w+)\}/g, '{$1_$2}')
    .split('\n')
    .map((line) => (/\{\w+\}/.test(line) ? sayWhole(line.replaceAll('e.g.', 'such as'), filled, 'GB') : line))
    .join('\n')
  return { slug, ...head, updated: given?.updatedAt.slice(0, 10) ?? updated, blocks: blocksOf(text) }
}

/** Every content page as it was made, for those who may change its words. */
export const madePages = (): { slug: string; title: string; description: string; body: string }[] =>
  Object.entries(heads).map(([slug, head]) => ({ slug, ...head, body: sources[`./pages/${slug}.md`] ?? '' }))
