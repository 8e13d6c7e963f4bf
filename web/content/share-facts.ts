import type { HomePage } from '#contract/content/content.ts'
import { formatNumber, formatScore } from '#contract/format.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'

export type Fact = { label: string; value: string }

const words = defineMessages({
  'share.artists': '{n, plural, one {artist} other {artists}}',
  'share.reviews': '{n, plural, one {from 1 review} other {from {n} reviews}}',
})
const t = createTranslator(words)

export const getArtistFacts = (n: number): Fact[] =>
  n > 0 ? [{ label: t('share.artists', { n }), value: formatNumber(n) }] : []
export const getScoreFact = (mean: number | null, n: number): Fact[] =>
  mean === null || n === 0 ? [] : [{ label: t('share.reviews', { n }), value: formatScore(mean) }]
export const getHomeFacts = ({ proof }: HomePage): Fact[] => [
  ...getScoreFact(proof.reviews >= 20 ? proof.score : null, proof.reviews),
  ...getArtistFacts(proof.artists >= 10 ? proof.artists : 0),
]
