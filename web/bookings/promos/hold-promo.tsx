import type { Hold } from '#contract/bookings/holds.ts'
import { toMinor, formatMoneyMinor } from '#contract/money.ts'
import { type Country, createTranslator } from '#contract/words.ts'
import { CodeField } from '#web/bookings/credits/code-field.tsx'
import { bookMessages } from '#web/bookings/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'

interface HoldPromoProps {
  hold: Hold
  country: Country
  onChange: (hold: Hold) => void
}

/** The promo code on the price of a kept time, to be taken off again, or a field for one. */
export function HoldPromo({ hold, country, onChange }: HoldPromoProps) {
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
