import { money } from '#contract/format.ts'
import type { TaxIncluded } from '#contract/payments/tax.ts'
import { reader } from '#contract/words.ts'
import { taxWords } from './words.ts'

const t = reader(taxWords)

/** What a total says of the tax in it; nothing where there is none. */
export const taxNote = (tax: TaxIncluded | null, currency: string): string | undefined =>
  tax ? t('tax.included', { amount: money(tax.amount, currency, { decimals: 'always' }), name: tax.name }) : undefined
