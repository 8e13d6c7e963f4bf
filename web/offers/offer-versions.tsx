import { clock, money, zonedTime } from '#contract/format.ts'
import type { ReceivedRequestInFull } from '#contract/offers/requests.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { wordsOf } from './request-phrases.ts'
import { classes } from '#web/ui/class-names.ts'
import offersStyles from './offers.module.css'

/** What has been offered on a request, the newest first. */
export function OfferVersions({ request }: { request: ReceivedRequestInFull }) {
  const t = wordsOf(request)
  const { offers, firstName, currency, timeZone } = request
  if (offers.length === 0) return null
  return (
    <TitledCard title={t('offers.standing')}>
      <ol className={classes('stack gap-12', offersStyles.partyList)}>
        {offers.map((offer, index) => {
          const before = offers[index + 1]
          return (
            <li key={offer.id} className="stack gap-4">
              <div className="row space-between wrapping">
                <b className="bold">{t(`state.offer.${offer.state}`, { firstName })}</b>
                <span className="number">{money(offer.earnings, currency)}</span>
              </div>
              {before && (
                <span className="small muted">
                  {t('offer.version', { n: offer.version, clock: clock(zonedTime(before.madeAt, timeZone)) })}
                </span>
              )}
              {offer.plan && (
                <span className="small">
                  {t('offer.time.plan', {
                    arrive: clock(zonedTime(offer.plan.arriveAt, timeZone)),
                    done: clock(zonedTime(offer.plan.doneAt, timeZone)),
                  })}
                </span>
              )}
              {(offer.reason || offer.note) && (
                <p className="small">{[offer.reason, offer.note].filter(Boolean).join(' ')}</p>
              )}
            </li>
          )
        })}
      </ol>
    </TitledCard>
  )
}
