import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import { CalendarPlus, Printer } from 'lucide-react'
import { reader } from '#contract/words.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { head } from '#web/platform/head.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { publicUrlOf } from '#web/shell/site.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { clockIn, dayText, readyText, wordsOf } from '#web/bookings/booking-phrases.ts'
import { bookingWords } from '#web/bookings/booking-words.ts'
import { LiveDay, seenOf } from './live-day.tsx'
import { Sheet } from './sheet-card.tsx'
import { useSheetLive } from './use-sheet-live.ts'
import '#web/ui/styles/profile.css'
import '#web/bookings/booking.css'

const words = reader(bookingWords)
export const meta: MetaFunction = ({ matches }) =>
  head({ title: `${words('sheet.group')} · Primp`, publicUrl: publicUrlOf(matches), noindex: true })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const key = params['key'] as string
  try {
    const { sheet } = await serverApi(context).bookings.sheet({ key })
    return { sheet, key, countryCode: sheet.countryCode }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw data(null, { status: 404 })
    throw error
  }
}

/** The run sheet for whoever has its link: no account, no contact details; it follows the day as it happens. */
export default function GroupSheet() {
  const { sheet, key } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const t = wordsOf(sheet)
  useSheetLive(key, revalidate)
  return (
    <main id="main" tabIndex={-1} className="wrap stack s24 pad-foot group-sheet">
      <div className="row between wrapx">
        <div>
          <h1 className="d1">{t('sheet.title')}</h1>
          <p className="lead">{[sheet.event, dayText(sheet), sheet.provider].filter(Boolean).join(', ')}</p>
        </div>
        <div className="row g8 wrapx no-print">
          <a className={buttonLook({ kind: 'secondary' })} href={`/v1/run-sheets/${key}/calendar.ics`} download>
            <CalendarPlus className="i" aria-hidden="true" />
            {t('sheet.calendar')}
          </a>
          <Button kind="secondary" onClick={() => window.print()}>
            <Printer className="i" aria-hidden="true" />
            {t('sheet.print')}
          </Button>
        </div>
      </div>
      {sheet.state === 'cancelled' && <Note kind="warning">{t('sheet.cancelled')}</Note>}
      <LiveDay {...seenOf(sheet)} />
      <dl className="sheet-facts">
        <dt>{t('sheet.when')}</dt>
        <dd>{`${dayText(sheet)}, ${clockIn(sheet.startsAt, sheet.timeZone)} to ${readyText(sheet)}`}</dd>
        <dt>{t('sheet.where')}</dt>
        <dd>{sheet.place}</dd>
        <dt>{t('sheet.who')}</dt>
        <dd>{sheet.artists.join(', ')}</dd>
      </dl>
      <div className="cardx p24">
        <Sheet {...sheet} />
      </div>
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
