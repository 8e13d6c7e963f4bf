import { CalendarPlus, Printer } from 'lucide-react'
import { Fragment } from 'react'
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { bookingMessages } from '#web/appointments/booking-messages.ts'
import { formatEventDay, formatShortPlace, getBookingTranslator, listTimes } from '#web/appointments/booking-phrases.ts'
import { bookingParts, getBookingStage } from '#web/appointments/booking-stage.ts'
import factsStyles from '#web/ui/facts.module.css'
import { ApiError } from '#web/platform/api/api.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { createStandingData } from '#web/platform/standing.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button, getButtonClasses } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import styles from './group-sheet-page.module.css'
import { LiveDay, toLive } from './live-day.tsx'
import { Sheet } from './sheet-card.tsx'
import { useMatesClock } from './use-forecast.ts'
import { useSheetLive } from './use-sheet-live.ts'

const words = createTranslator(bookingMessages)
export const meta: MetaFunction = ({ matches }) =>
  createHead({ title: `${words('sheet.group')} · Primp`, publicUrl: getPublicUrl(matches), noindex: true })

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

const { useStanding, load } = createStandingData()
export const clientLoader = load

/** The group's run sheet by link: no account, no contact details, live updates. */
export default function GroupSheet() {
  const loaded = useLoaderData<typeof loader>()
  useStanding(loaded)
  const { sheet, key } = loaded
  const { revalidate } = useRevalidator()
  const t = getBookingTranslator(sheet)
  useSheetLive(key, revalidate)
  useMatesClock(sheet, revalidate)
  const stage = getBookingStage(sheet)
  const parts = bookingParts[stage]
  return (
    <main
      id="main"
      tabIndex={-1}
      className={joinClasses('page-width stack gap-24 above-phone-foot', styles.groupSheet)}>
      <div className="row space-between wrapping">
        <div>
          <h1 className="heading-1">{t('sheet.title')}</h1>
          <p className="lead">{[sheet.event, formatEventDay(sheet), sheet.provider].filter(Boolean).join(', ')}</p>
        </div>
        <div className="row gap-8 wrapping no-print">
          {parts.calendarLink && (
            <a className={getButtonClasses({ kind: 'secondary' })} href={`/v1/run-sheets/${key}/calendar.ics`} download>
              <CalendarPlus className="icon" aria-hidden="true" />
              {t('sheet.calendar')}
            </a>
          )}
          {parts.print && (
            <Button kind="secondary" onClick={() => window.print()}>
              <Printer className="icon" aria-hidden="true" />
              {t('sheet.print')}
            </Button>
          )}
        </div>
      </div>
      {stage === 'off' && (
        <Note kind="warning">{t(sheet.state === 'cancelled' ? 'sheet.cancelled' : 'sheet.noShow')}</Note>
      )}
      {parts.runSheet && <LiveDay {...toLive(sheet)} />}
      <dl className={factsStyles.facts}>
        {/* The line above has the day. */}
        {listTimes(sheet)
          .slice(1)
          .map(
            ([label, said]) =>
              said && (
                <Fragment key={label}>
                  <dt>{label}</dt>
                  <dd>{said}</dd>
                </Fragment>
              ),
          )}
        <dt>{t('sheet.where')}</dt>
        <dd>{formatShortPlace(sheet.place)}</dd>
        <dt>{t('sheet.who')}</dt>
        <dd>{sheet.artists.join(', ')}</dd>
      </dl>
      {parts.runSheet && (
        <div className="card pad-24">
          <Sheet {...sheet} />
        </div>
      )}
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
