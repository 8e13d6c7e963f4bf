import type { SavedCard } from '#contract/payments/cards.ts'
import { reader } from '#contract/words.ts'
import { cardWords } from './card-words.ts'

const t = reader(cardWords)

/** A card as its owner calls it: Visa ending 4242. */
export const nameOfCard = ({ brand, lastFour }: SavedCard): string =>
  t('card.name', { brand: brand.charAt(0).toUpperCase() + brand.slice(1), lastFour })
