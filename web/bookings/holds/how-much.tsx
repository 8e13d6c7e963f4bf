import { formatMoney } from '#contract/format.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import { type Country, createTranslator } from '#contract/words.ts'
import { bookMessages } from '#web/bookings/messages.ts'
import { Radio } from '#web/ui/fields/choice.tsx'

interface HowMuchProps {
  quote: Pick<LockedQuote, 'deposit' | 'balance' | 'total' | 'currency'>
  inFull: boolean
  onChoose: (inFull: boolean) => void
  country: Country
}

/** What is paid now: the deposit, or all of it so that nothing is left for the day. */
export function HowMuch({ quote, inFull, onChoose, country }: HowMuchProps) {
  const t = createTranslator(bookMessages, country)
  const cash = (amount: number) => formatMoney(amount, quote.currency, { decimals: 'always' })
  return (
    <fieldset className="stack gap-8">
      <legend className="title">{t('book.howMuch')}</legend>
      <Radio name="how-much" checked={!inFull} onChange={() => onChoose(false)}>
        {t('book.howMuch.deposit', { deposit: cash(quote.deposit), balance: cash(quote.balance) })}
      </Radio>
      <Radio name="how-much" checked={inFull} onChange={() => onChoose(true)}>
        {t('book.howMuch.whole', { total: cash(quote.total) })}
      </Radio>
    </fieldset>
  )
}
