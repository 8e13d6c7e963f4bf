import { Form, useLoaderData, useNavigation, useSubmit } from 'react-router'
import type { Insights } from '#contract/bookings/insights/insights.ts'
import { duration, money, number } from '#contract/format.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { replyNote } from '#web/dashboard/reply-note.ts'
import dashboardStyles from '#web/dashboard/dashboard.module.css'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/empty.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { AheadFigure, EarnedFigure, PricesFigure } from './money-figures.tsx'
import { SuggestionCard } from './suggestion-card.tsx'
import { useInsightWords } from './use-insight-words.ts'
import { AskedFigure, LostFigure, SeenFigures } from './week-figures.tsx'
import styles from './insights-page.module.css'

const spans = [4, 12, 26, 53] as const
const USUAL_WEEKS = 12

/** How many weeks stands in the address. A suggestion takes its time and may be put off: the page stands without. */
export const clientLoader = membersOnly(async ({ request }) => {
  const asked = Number(new URL(request.url).searchParams.get('weeks'))
  const weeks = spans.find((span) => span === asked) ?? USUAL_WEEKS
  const api = browserApi()
  const [shown, suggestion] = await Promise.all([
    api.insights.show({ weeks }),
    api.insights.suggestion({}).catch(() => null),
  ])
  return { weeks, shown, suggestion }
})

/** How an artist's work goes: what would rather be looked at than read. */
export default function InsightsPage() {
  const { weeks, shown, suggestion } = useLoaderData<typeof clientLoader>()
  const { t } = useInsightWords()
  const submit = useSubmit()
  const moving = useNavigation().state === 'loading'
  return (
    <DashboardFrame title={t('in.title')} text={t('in.text')}>
      {isNew(shown) ? (
        <Empty title={t('in.none')}>
          <p>{t('in.none.text')}</p>
          <ButtonLink to="/dashboard/appearance" kind="secondary">
            {t('in.none.appearance')}
          </ButtonLink>
        </Empty>
      ) : (
        <Sums {...shown} />
      )}
      {suggestion && <SuggestionCard {...suggestion} />}
      {!isNew(shown) && (
        <>
          <Form className={styles.weeks} onChange={(event) => submit(event.currentTarget)}>
            <SelectField label={t('in.weeks')} name="weeks" defaultValue={weeks}>
              {spans.map((n) => (
                <option key={n} value={n}>
                  {t('in.weeks.n', { n })}
                </option>
              ))}
            </SelectField>
            <Button type="submit" kind="secondary" loading={moving}>
              {t('in.show')}
            </Button>
          </Form>
          <SeenFigures {...shown} />
          <AskedFigure {...shown} />
          <LostFigure {...shown} />
          <EarnedFigure {...shown} />
          <AheadFigure {...shown} />
        </>
      )}
      <PricesFigure {...shown} />
    </DashboardFrame>
  )
}

const isNew = ({ seen, asked, earned, ahead }: Insights): boolean =>
  seen.length === 0 && asked.length === 0 && ahead.length === 0 && earned.every(({ bookings }) => bookings === 0)

/** The four figures that say most, before the pictures of each. */
function Sums({ seen, asked, ahead, replies, currency }: Insights) {
  const { t } = useInsightWords()
  const sum = <R,>(rows: readonly R[], of: (row: R) => number) => rows.reduce((all, row) => all + of(row), 0)
  return (
    <dl className={classes(dashboardStyles.figures, dashboardStyles.four)} aria-label={t('in.total')}>
      <div>
        <dt>{t('in.sum.seen')}</dt>
        <dd className="number">{number(sum(seen, ({ first, near, further }) => first + near + further))}</dd>
        <dd className={dashboardStyles.noteLine}>{t('in.sum.seen.note', { n: sum(seen, ({ views }) => views) })}</dd>
      </div>
      <div>
        <dt>{t('in.sum.won')}</dt>
        <dd className="number">
          {t('in.sum.won.value', {
            won: number(sum(asked, ({ won }) => won)),
            offers: number(sum(asked, ({ offers }) => offers)),
          })}
        </dd>
        <dd className={dashboardStyles.noteLine}>
          {t('in.sum.won.note', { n: sum(asked, ({ instant }) => instant) })}
        </dd>
      </div>
      <div>
        <dt>{t('in.sum.ahead')}</dt>
        <dd className="number">{number(sum(ahead, ({ bookings }) => bookings))}</dd>
        <dd className={dashboardStyles.noteLine}>
          {t('in.sum.ahead.note', {
            yours: money(
              sum(ahead, ({ yours }) => yours),
              currency,
            ),
          })}
        </dd>
      </div>
      <div>
        <dt>{t('in.sum.reply')}</dt>
        <dd className="number">
          {replies.minutes === null ? t('in.sum.reply.none') : duration(Math.round(replies.minutes))}
        </dd>
        <dd className={dashboardStyles.noteLine}>{replyNote(replies)}</dd>
      </div>
    </dl>
  )
}

export { DashboardError as ErrorBoundary }
