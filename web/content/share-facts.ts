import type { HomePage } from '#contract/content/content.ts'
import { number, score } from '#contract/format.ts'
import { type Catalogue, reader } from '#contract/words.ts'

export type Fact = { label: string; value: string }

const words = {
  'share.artists': { one: 'artist', other: 'artists' },
  'share.reviews': { one: 'from 1 review', other: 'from {n} reviews' },
} as const satisfies Catalogue
const t = reader(words)

/** How many artists, where there are any. */
export const artistsOf = (n: number): Fact[] => (n > 0 ? [{ label: t('share.artists', { n }), value: number(n) }] : [])
/** A score and of how many reviews it is. */
export const scoreOf = (mean: number | null, n: number): Fact[] =>
  mean === null || n === 0 ? [] : [{ label: t('share.reviews', { n }), value: score(mean) }]
/** What links to the front page show beside its title. */
export const homeFacts = ({ proof }: HomePage): Fact[] => [
  ...scoreOf(proof.reviews >= 20 ? proof.score : null, proof.reviews),
  ...artistsOf(proof.artists >= 10 ? proof.artists : 0),
]
