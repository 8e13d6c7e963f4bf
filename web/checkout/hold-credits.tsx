import type { Hold } from '#contract/checkout/holds.ts'
import { formatMoneyMinor, type Minor, toMinor } from '#contract/money.ts'
import { fitCreditsToDue, splitFee } from '#contract/payments/cover.ts'
import type { PaidAmount } from '#contract/payments/refund.ts'
import type { Credit } from '#contract/payments/vouchers.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { bookMessages } from '#web/appointments/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField, UseCode } from './code-field.tsx'

interface HoldCreditsProps {
  hold: Hold
  pays: readonly Minor[]
  country: Country
  onChange: (hold: Hold) => void
}

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

interface HoldPromoProps {
  hold: Hold
  country: Country
  onChange: (hold: Hold) => void
}

/** A hold's promo code with a remove button, or a code field. */
function HoldPromo({ hold, country, onChange }: HoldPromoProps) {
  const t = createTranslator(bookMessages, country)
  const drop = useForm({ toasts: true })
  const { id: holdId, quote } = hold
  const line = quote.lines.find(({ kind }) => kind === 'promo')
  if (line)
    return (
      <p className="row space-between wrapping">
        <span>
          {t('promo.line', {
            label: line.label,
            amount: formatMoneyMinor(-toMinor(line.amount), quote.currency, { decimals: 'always' }),
          })}
        </span>
        <Button
          kind="quiet"
          size="small"
          loading={drop.pending}
          onClick={() =>
            drop.run(async (keys) =>
              onChange((await browserApi().bookings.removePromo({ holdId }, { key: keys })).hold),
            )
          }>
          {t('promo.drop')}
        </Button>
      </p>
    )
  return (
    <CodeField
      name="promo"
      words={{ ask: t('promo.ask'), code: t('promo.code'), use: t('promo.use') }}
      onUse={async (code, keys) =>
        onChange((await browserApi().bookings.addPromo({ holdId, code }, { key: keys })).hold)
      }
    />
  )
}

/** Returns what credits and card pay now, by the same rule as payments and refunds. */
export function computeCreditsNow(
  credits: readonly Credit[],
  dueMinor: Minor,
  feeMinor: Minor,
): { pays: Minor[]; cardMinor: Minor; paid: PaidAmount[] } {
  const pays = fitCreditsToDue(
    dueMinor,
    credits.map(({ amount, left }) => toMinor(amount + left)),
  )
  const cardMinor = dueMinor - pays.reduce((sum, one) => sum + one, 0)
  const parts = [cardMinor, ...pays]
  const fees = splitFee(parts, feeMinor)
  return {
    pays,
    cardMinor,
    paid: parts.flatMap((amountMinor, i) => (amountMinor > 0 ? [{ amountMinor, feeMinor: fees[i] ?? 0 }] : [])),
  }
}
