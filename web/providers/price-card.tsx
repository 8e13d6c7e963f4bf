import { countOf } from '#contract/i18n/counts.ts'
import { getDueNow } from '#contract/payments/later-deposit.ts'
import { Clock3 } from 'lucide-react'
import { formatDate, formatMoney, zonedDay, formatClock, zonedTime } from '#contract/format.ts'
import { freeTravel } from '#contract/price.ts'
import type { LockedQuote, PriceLine } from '#contract/search/quotes.ts'
import { formatList, type Country } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { formatTaxNote } from '#web/payments/tax/messages.ts'
import { TestPaymentsMark } from '#web/payments/test-payments-mark.tsx'
import { PriceLines, type PriceLineView } from '#web/ui/price-lines.tsx'
import { getFirstName } from './first-name.ts'
import { planMessages } from './plan-messages.ts'
import noteStyles from '#web/ui/note.module.css'

const words = (country: Country) => createTranslator(planMessages, country)

export function presentLine(line: PriceLine, currency: string, country: Country): PriceLineView {
  const t = words(country)
  if (line.kind === 'addOn') {
    const [price, amount] = [formatMoney(line.unit, currency), line.amount]
    return line.count > 1
      ? {
          label: t('price.look', { n: line.count, look: line.label }),
          detail: t('price.look.each', { prices: price }),
          amount,
        }
      : { label: line.label, amount }
  }
  if (line.kind === 'look') {
    const prices = formatList(line.parts.map((part) => formatMoney(part.unit, currency)))
    const detail =
      line.parts.length > 1 || line.count > 1
        ? t(line.count > 1 ? 'price.look.each' : 'price.look.single', { prices })
        : undefined
    return { label: t('price.look', { n: line.count, look: line.label }), detail, amount: line.amount }
  }
  const labels: Partial<Record<PriceLine['kind'], string>> = {
    travel: line.label === freeTravel ? t('price.travel.free') : t('price.travel'),
    topUp: t('price.topup'),
    early: t('price.early'),
    kept: t('price.kept'),
  }
  const label = labels[line.kind] ?? line.label
  return {
    label,
    detail: line.label && line.amount > 0 && line.label !== label ? line.label : undefined,
    amount: line.amount,
  }
}

export function LockedPrice({
  locked,
  people,
  name,
  country,
}: {
  locked: LockedQuote
  people: number
  name: string
  country: Country
}) {
  const t = words(country)
  return (
    <>
      <PriceLines
        lines={locked.lines.map((line) => presentLine(line, locked.currency, country))}
        currency={locked.currency}
        total={{
          label: t('price.total', { n: people }),
          amount: locked.total,
          note: formatTaxNote(locked.tax, locked.currency),
        }}
        deposit={{
          label: t(locked.laterDeposit ? 'price.fee' : 'price.deposit'),
          amount: getDueNow(locked, false),
          later: locked.laterDeposit && {
            label: t('price.later', { date: formatDate(locked.laterDeposit.at.slice(0, 10), country) }),
            amount: locked.laterDeposit.amount,
          },
          balanceLabel: t('price.balance', { firstName: getFirstName(name) }),
          balance: locked.balance,
        }}
      />
      {locked.lower && (
        <p className="small muted">{t(`price.lower.${locked.lower.kind}`, { percent: locked.lower.percent })}</p>
      )}
      <TestPaymentsMark />
    </>
  )
}

export function ReadyNote({
  locked,
  readyBy,
  day,
  artists,
}: {
  locked: LockedQuote
  readyBy: string | null
  day: string
  artists: readonly string[]
}) {
  const { plan } = locked
  const t = createTranslator(planMessages)
  if (!plan || !readyBy)
    return (
      <p className={noteStyles.note}>
        <Clock3 className="icon" aria-hidden="true" />
        <span>{t('price.noTime', { day })}</span>
      </p>
    )
  const at = formatClock(zonedTime(locked.mode === 'studio' ? plan.startAt : plan.arriveAt, plan.timeZone))
  const arrival =
    artists.length > 1
      ? t('price.arrive', { names: artists.slice(0, -1).join(', '), last: artists.at(-1), clock: at })
      : t('price.arrives', { name: artists[0] ?? t('price.someone'), clock: at })
  return (
    <p className={noteStyles.note}>
      <Clock3 className="icon" aria-hidden="true" />
      <span>
        <b className="bold">{t('price.ready', { time: readyBy })}</b>
        {t('price.ready.on', { day })}
        <br />
        {locked.mode === 'studio' ? t('price.studio.at', { clock: at }) : arrival}
      </span>
    </p>
  )
}

/** Returns how long a price is locked, in the event's zone. */
export function lockText(locked: LockedQuote, timeZone: string, country: Country): string {
  const until = `${formatDate(zonedDay(locked.expiresAt, timeZone), country, new Date().getFullYear())}, ${formatClock(zonedTime(locked.expiresAt, timeZone))}`
  return words(country)('price.locked', { dateTime: until })
}

export const formatPeople = (people: number): string =>
  formatMessage(planMessages['price.for'], { people: countOf('people', people) })
