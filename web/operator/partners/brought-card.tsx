import { Download } from 'lucide-react'
import { Link } from 'react-router'
import type { operatorPartnerBookings, PartnerBooking } from '#contract/bookings/partners/partner-bookings.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { date, money } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import consoleStyles from '#web/operator/console.module.css'
import { listWords } from '#web/operator/lists/list-words.ts'
import { ListTable } from '#web/operator/table.tsx'
import { moment, sumsText } from '#web/operator/when.ts'
import { wholeFile } from '#web/operator/whole-file.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { download } from '#web/platform/download.ts'
import { useAct } from '#web/platform/use-act.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import tableStyles from '#web/ui/table.module.css'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { partnerWords } from './partner-words.ts'

const t = reader(partnerWords)
const l = reader(listWords)
const LIST = 'partner-bookings'

interface BroughtCardProps {
  partnerId: string
  first: OutputOf<typeof operatorPartnerBookings.list>
}

/** The bookings that came through a partner: how many, what they are worth, each of them, and all as a file. */
export function BroughtCard({ partnerId, first }: BroughtCardProps) {
  const list = useRows({ rows: first.bookings, nextCursor: first.nextCursor }, async (cursor) => {
    const { bookings: rows, nextCursor } = await browserApi().operatorPartnerBookings.list({
      partner: partnerId,
      cursor,
    })
    return { rows, nextCursor }
  })
  const { run, waiting } = useAct({ toasts: true })
  const { bookings, cancelled, worth } = first.sums
  const save = async () => {
    const query = `partner=${partnerId}`
    const done = await run(() =>
      wholeFile((cursor) => browserApi().operatorLists.file({ list: LIST, query, ...cursor })),
    )
    if (!done) return
    download(`primp-${LIST}.csv`, done.answer)
    toast('success', l('lists.file.saved', { n: done.answer.split('\r\n').length - 2 }))
  }
  return (
    <TitledCard title={t('op.partner.bookings')}>
      {bookings > 0 && (
        <div className="row gap-8 wrapping">
          <p className="grow">
            <b className="bold">{t('op.partner.bookings.count', { n: bookings })}</b>,{' '}
            {t('op.partner.bookings.cancelled', { n: cancelled })}.{' '}
            {t('op.partner.bookings.worth', { amounts: sumsText(worth) })}
          </p>
          <Button kind="quiet" size="small" loading={waiting} onClick={save}>
            <Download className="icon" aria-hidden="true" />
            {l('lists.file')}
          </Button>
        </div>
      )}
      <ListTable
        list={list}
        caption={t('op.partner.bookings')}
        empty={t('op.partner.bookings.none')}
        columns={[
          t('op.partner.booking.number'),
          t('op.partner.booking.day'),
          t('op.partner.booking.services'),
          t('op.partner.booking.artist'),
          t('op.partner.booking.total'),
          t('op.partner.booking.booked'),
        ]}
        row={(booking) => <BookingRow key={booking.id} booking={booking} />}
      />
    </TitledCard>
  )
}

const BookingRow = ({ booking }: { booking: PartnerBooking }) => (
  <tr>
    <td>
      <Link className={consoleStyles.pickName} to={`/operator/bookings/${booking.id}`}>
        {booking.number}
      </Link>
      <div className="micro muted">{t(`op.partner.booking.state.${booking.state}`)}</div>
    </td>
    <td className={consoleStyles.keep}>
      {date(booking.eventDate, 'GB')}
      <div className="micro muted">{booking.town}</div>
    </td>
    <td className={consoleStyles.words}>
      {booking.services.map(({ label, count }) => `${label} × ${count}`).join(', ')}
    </td>
    <td>{booking.artist.name}</td>
    <td className={tableStyles.amount}>
      {money(booking.total, booking.currency, { decimals: 'always', mixed: true })}
    </td>
    <td className={consoleStyles.keep}>{moment(booking.bookedAt)}</td>
  </tr>
)
