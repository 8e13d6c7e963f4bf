import { date, money } from '#contract/format.ts'
import type { OwnFee } from '#contract/providers/own-catalogue.ts'
import { type Country, reader } from '#contract/words.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { ownFeeWords } from './fee-words.ts'
import { useOwn } from './own.tsx'

/** What the platform takes of somebody's prices, for each kind of their work, and until when. */
export function OwnFees({ fees }: { fees: readonly OwnFee[] }) {
  const { countryCode } = useOwn().profile
  const t = reader(ownFeeWords, countryCode)
  if (fees.length === 0) return null
  return (
    <TitledCard title={t('ownfee.title')}>
      <ul className="stack gap-8">
        {fees.map((fee) => (
          <li key={fee.categoryId}>
            <b className="bold">{t('ownfee.percent', { percent: fee.percent, category: fee.label })}</b>
            <p className="small">{saidOf(fee, countryCode)}</p>
          </li>
        ))}
      </ul>
      <p className="small muted">{t('ownfee.note')}</p>
    </TitledCard>
  )
}

function saidOf({ why, until, bookingsLeft, floor, cap, currency, usualPercent }: OwnFee, country: Country): string {
  const t = reader(ownFeeWords, country)
  const cash = (amount: number) => money(amount, currency, { decimals: 'always' })
  return [
    why === 'usual' ? t('ownfee.usual') : t(`ownfee.${why}`, { percent: usualPercent }),
    bookingsLeft !== null && t('ownfee.bookings', { n: bookingsLeft }),
    until !== null && t('ownfee.until', { date: date(until, country) }),
    floor !== null && t('ownfee.floor', { amount: cash(floor) }),
    cap !== null && t('ownfee.cap', { amount: cash(cap) }),
  ]
    .filter(Boolean)
    .join(' ')
}
