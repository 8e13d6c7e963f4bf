import type { OutputOf } from '#contract/endpoint.ts'
import type { cards } from '#contract/payments/cards.ts'

/** A card that has been begun to be saved. */
export type CardSetup = OutputOf<typeof cards.save>['setup']

export interface CardFormProps {
  setup: CardSetup
  /** Asks whether the payment service has the card now; what is wrong where it has not. */
  keep: () => Promise<string | null>
}
