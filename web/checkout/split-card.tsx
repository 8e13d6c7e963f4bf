import type { Appointment } from '#contract/appointments/appointment.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { formatAmount } from '#web/appointments/booking-phrases.ts'
import { ShareBadge } from './share-badge.tsx'
import splitHeadStyles from './split-head.module.css'
import { splitMessages } from './split-messages.ts'

const t = createTranslator(splitMessages)

export function SplitCard({ appointment }: { appointment: Appointment }) {
  if (!appointment.split) return null
  return (
    <section className="card pad-24 stack no-print" aria-labelledby="split">
      <h2 className="heading-3" id="split">
        {t('booking.title')}
      </h2>
      <ul>
        {appointment.split.map((share) => (
          <li key={share.person} className={splitHeadStyles.person}>
            <span>
              <b className="bold">{share.name || t('bill.person', { n: share.person })}</b>
              <br />
              <span className="tabular">{formatAmount(share.amount, appointment)}</span>
            </span>
            <ShareBadge share={share} currency={appointment.currency} />
          </li>
        ))}
      </ul>
    </section>
  )
}
