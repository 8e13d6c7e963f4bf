import { Form } from 'react-router'
import { formatDate } from '#contract/format.ts'
import { formatMoney } from '#contract/money.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { getQuotesTranslator } from '#web/search/quotes/quote-phrases.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './days-around.module.css'

export function DaysList({ search, open }: { search: SavedSearch; open: boolean }) {
  const t = getQuotesTranslator(search)
  const { answer, fault, again } = useAnswer(open ? search.id : null, () =>
    browserApi().quotes.days({ quoteId: search.id }),
  )
  const own = search.appointmentSpot.eventDate
  return (
    <div className={joinClasses('stack gap-8', styles.days)}>
      <p className="small muted">{t('days.around.text')}</p>
      {fault && (
        <p role="alert" className="row gap-8">
          {t('days.around.failed')}
          <Button kind="quiet" size="small" onClick={again}>
            {t('days.around.again')}
          </Button>
        </p>
      )}
      {!answer && !fault && (
        <p className="small muted" role="status">
          {t('days.around.finding')}
        </p>
      )}
      <ul className={styles.list}>
        {answer?.days.map(({ eventDate, fits, from }) => {
          const row = (
            <>
              <span className="bold">{formatDate(eventDate, search.countryCode, Number(own.slice(0, 4)))}</span>
              <span className={styles.count}>
                {fits > 0 ? t('days.around.fits', { n: fits }) : t('days.around.none')}
                {from !== null && `, ${t('days.around.from', { price: formatMoney(from, search.currency) })}`}
              </span>
            </>
          )
          return (
            <li key={eventDate}>
              {eventDate === own ? (
                <p className={joinClasses(styles.dayRow, styles.ownDay)} aria-current="date">
                  {row}
                  <span className={styles.here}>{t('days.around.this')}</span>
                </p>
              ) : (
                <Form method="post" action="/search">
                  <input type="hidden" name="from" value={search.id} />
                  <input type="hidden" name="change" value={JSON.stringify({ eventDate })} />
                  <button type="submit" className={styles.dayRow}>
                    {row}
                  </button>
                </Form>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
