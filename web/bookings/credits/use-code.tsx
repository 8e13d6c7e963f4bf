import { toMinor, formatMoneyMinor } from '#contract/money.ts'
import type { Credit } from '#contract/payments/vouchers.ts'
import { type Country, createTranslator } from '#contract/words.ts'
import { bookMessages } from '#web/bookings/messages.ts'
import { type ActKeys, useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from './code-field.tsx'

interface UseCodeProps {
  credits: readonly Credit[]
  /** What each of them pays now, in minor units. */
  pays: readonly number[]
  currency: string
  country: Country
  onUse: (code: string, keys: ActKeys) => Promise<unknown>
  onDrop: (creditId: string, keys: ActKeys) => Promise<unknown>
}

/** What gift vouchers pay, each to be taken off again, and a field for the code of one more. */
export function UseCode({ credits, pays, currency, country, onUse, onDrop }: UseCodeProps) {
  const t = createTranslator(bookMessages, country)
  const drop = useForm({ toasts: true })
  return (
    <div className="stack gap-8">
      {credits.map((credit, i) => (
        <p key={credit.id} className="row space-between wrapping">
          <span>
            {t('credit.voucher', {
              number: credit.label,
              amount: formatMoneyMinor(pays[i] ?? 0, currency, { decimals: 'always' }),
              left: formatMoneyMinor(toMinor(credit.amount + credit.left) - (pays[i] ?? 0), currency, {
                decimals: 'always',
              }),
            })}
          </span>
          <Button
            kind="quiet"
            size="small"
            loading={drop.pending}
            onClick={() => drop.run((keys) => onDrop(credit.id, keys))}>
            {t('credit.drop')}
          </Button>
        </p>
      ))}
      <CodeField
        name="code"
        words={{ ask: t('credit.ask'), code: t('credit.code'), use: t('credit.use') }}
        says={({ code, detail }) =>
          code === 'voucher_other_artist'
            ? t('credit.other', { name: (detail as { artist: { name: string } }).artist.name })
            : undefined
        }
        onUse={onUse}
      />
    </div>
  )
}
