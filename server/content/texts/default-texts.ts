import { readFileSync } from 'node:fs'
import { retentionDays } from '#contract/constants.ts'
import { getTextDate, termsConstants } from '#contract/terms.ts'
import { formatPolicyTable } from '#db/privacy/generate-privacy.ts'
import { formatRetention } from '#db/privacy/periods.ts'
import { policyTables } from '#db/privacy/topics.ts'

export type DefaultText = {
  slug: string
  title: string
  description: string
  updated: string
  body: string
  slots: readonly string[]
}

const ways = ['supportEmail', 'supportPhone'] as const
const terms = ['legalName', ...ways, 'version', 'date'] as const
const kept = Object.keys(formatRetention(retentionDays))
const weighed = ['rating', 'answerTime', 'answered', 'cancellations', 'distance', 'price', 'newness'] as const

type Head = { title: string; description: string; updated: string; slots: readonly string[] }

// `updated` is the date of the last change to the text file.
const heads = {
  about: {
    title: 'About Primp',
    description: 'Why we plan backwards from the time you need to be ready.',
    updated: '2026-11-30',
    slots: ['legalName', 'operator', 'businessAddress', 'taxNumber', ...ways],
  },
  help: {
    title: 'Help · Primp',
    description: 'Twenty short answers about searching, booking, paying, changing plans and joining.',
    updated: '2026-11-30',
    slots: ways,
  },
  'legals-customers': {
    title: 'Customer terms · Primp',
    description: 'What you agree to when you book, in plain words.',
    updated: getTextDate('customer'),
    slots: [...terms, ...Object.keys(termsConstants)],
  },
  'legals-providers': {
    title: 'Artist terms · Primp',
    description: 'What artists agree to when they join, in plain words.',
    updated: getTextDate('provider'),
    slots: [...terms, 'percent', ...Object.keys(termsConstants)],
  },
  'privacy-policy': {
    title: 'Privacy policy · Primp',
    description: 'What data we keep, why, for how long, and what you can do about it.',
    updated: getTextDate('privacy'),
    slots: [...terms, ...kept.map((kind) => `retention.${kind}`), 'processors', 'transfers', 'versionsLink'],
  },
  reviews: {
    title: 'Reviews · Primp',
    description: 'All reviews from completed bookings, and the rules behind them.',
    updated: '2026-11-30',
    slots: ['score', 'reviews'],
  },
  gallery: {
    title: 'Gallery · Primp',
    description: 'Looks by artists on Primp, by texture, skin tone and type.',
    updated: '2026-11-30',
    slots: [],
  },
  cancellation: {
    title: 'Cancellation policies · Primp',
    description: 'Flexible, fair and strict: dates, refunds and examples.',
    updated: '2026-11-30',
    slots: [],
  },
  ranking: {
    title: 'How ranking works · Primp',
    description: 'The signals behind the order of artists, and their weights.',
    updated: '2026-11-30',
    slots: [...weighed.map((signal) => `weight.${signal}`), 'missingWork'],
  },
  credits: {
    title: 'Credits · Primp',
    description: 'Data and fonts that Primp uses.',
    updated: '2026-11-30',
    slots: [],
  },
} as const satisfies Record<string, Head>

// Source and build output have the same depth.
const folder = new URL('../../../server/content/texts/', import.meta.url)

/** Reads a text. The tables of the privacy policy come from the register of personal data. */
const readBody = (slug: string): string =>
  policyTables.reduce(
    (body, table) => body.replace(`{table.${table}}`, () => formatPolicyTable(table)),
    readFileSync(new URL(`${slug}.md`, folder), 'utf8'),
  )

const made: ReadonlyMap<string, DefaultText> = new Map(
  Object.entries(heads).map(([slug, head]) => [slug, { slug, ...head, body: readBody(slug) }]),
)

export const getDefaultText = (slug: string): DefaultText | undefined => made.get(slug)

export const listDefaultTexts = (): readonly DefaultText[] => [...made.values()]
