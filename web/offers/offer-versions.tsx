import { clock, money, zonedTime } from '#contract/format.ts'
import type { ReceivedRequestInFull } from '#contract/offers/requests.ts'
import { RoomCard } from '#web/ui/room.tsx'
import { wordsOf } from './request-phrases.ts'

/** What has been offered on a request, the newest first. */
export function OfferVersions({ request }: { request: ReceivedRequestInFull }) {
  const t = wordsOf(request)
  const { offers, firstName, currency, timeZone } = request
  if (offers.length === 0) return null
  return (
    <RoomCard title={t('offers.standing')}>
      <ol className="party-list stack s12">
        {offers.map((offer, index) => {
          const before = offers[index + 1]
          return (
            <li key={offer.id} className="stack s4">
              <div className="row between wrapx">
                <b className="b">{t(`state.offer.${offer.state}`, { firstName })}</b>
                <span className="num">{money(offer.earnings, currency)}</span>
              </div>
              {before && (
                <span className="small mut">
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
    </RoomCard>
  )
}
