import type { Hold } from '#contract/bookings/holds.ts'
import type { Minor } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { HoldPromo } from '#web/bookings/promos/hold-promo.tsx'
import { UseCode } from './use-code.tsx'

interface HoldCreditsProps {
  hold: Hold
  pays: readonly Minor[]
  country: Country
  onChange: (hold: Hold) => void
}

/** The promo code on the price of a kept time, and the gift vouchers that pay part of it. */
export function HoldCredits({ hold, pays, country, onChange }: HoldCreditsProps) {
  const { id: holdId, credits, quote } = hold
  return (
    <>
      <HoldPromo hold={hold} country={country} onChange={onChange} />
      <UseCode
        credits={credits}
        pays={pays}
        currency={quote.currency}
        country={country}
        onUse={async (code, key) => onChange((await browserApi().bookings.addCredit({ holdId, code }, { key })).hold)}
        onDrop={async (creditId, key) =>
          onChange((await browserApi().bookings.removeCredit({ holdId, creditId }, { key })).hold)
        }
      />
    </>
  )
}
