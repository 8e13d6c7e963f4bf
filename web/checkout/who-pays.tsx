import { Link } from 'react-router'
import { getBillDeadlines } from '#contract/checkout/lifecycle-bill.ts'
import { divideIntoShares } from '#contract/checkout/shares.ts'
import { formatMoney, toMajor, toMinor } from '#contract/money.ts'
import { getDueNow } from '#contract/payments/later-deposit.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Radio } from '#web/ui/fields/choice.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { listPersonLooks } from './day-fields.tsx'
import { splitMessages } from './split-messages.ts'

const t = createTranslator(splitMessages)

/** Returns a person's payment in major units; null if the bill cannot be split. */
export function computePersonShare(quote: LockedQuote, inFull: boolean, person: number, now: number): number | null {
  const dueMinor = toMinor(getDueNow(quote, inFull))
  const shares = divideIntoShares(quote.lines, { dueMinor, feeMinor: Math.min(toMinor(quote.fee), dueMinor) })
  const own = shares?.[person - 1]
  return own && quote.plan && getBillDeadlines(now, Date.parse(quote.plan.arriveAt)) ? toMajor(own.dueMinor) : null
}

interface WhoPaysProps {
  quote: LockedQuote
  amount: number
  person: number | null
  onChoose: (person: number | null) => void
}

/** Chooses whether the booker pays for all, or each person their share. */
export function WhoPays({ quote, amount, person, onChoose }: WhoPaysProps) {
  return (
    <fieldset className="stack gap-8">
      <legend className="title">{t('who.title')}</legend>
      <Radio name="who-pays" checked={person === null} onChange={() => onChoose(null)}>
        {t('who.me')}
      </Radio>
      <Radio name="who-pays" checked={person !== null} onChange={() => onChoose(1)}>
        {t('who.each')}
      </Radio>
      {person !== null && (
        <>
          <SelectField
            label={t('who.which')}
            value={String(person)}
            onChange={(event) => onChoose(Number(event.target.value))}>
            {listPersonLooks(quote).map((look, i) => (
              <option key={i} value={i + 1}>
                {t('who.person', { n: i + 1, look })}
              </option>
            ))}
          </SelectField>
          <p className="small muted">
            {t('who.note', { amount: formatMoney(amount, quote.currency, { decimals: 'always' }) })}
          </p>
        </>
      )}
    </fieldset>
  )
}

export const SharedNote = ({ holdId }: { holdId: string }) => (
  <Note kind="info">
    {t('who.open')} <Link to={`/book/split/${holdId}`}>{t('who.open.act')}</Link>
  </Note>
)
