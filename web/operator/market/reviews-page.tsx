import type { StorySubject } from '#contract/operator/hub.ts'
import { Link, useLoaderData } from 'react-router'
import type { OperatorReview } from '#contract/operator/market.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ListTable, TableSearch, WhoseOnly } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { formatDayOf } from '#web/operator/when.ts'
import { BulkActs, usePicked } from '#web/operator/bulk/bulk-acts.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(operatorMessages)
const acts = ['reviews.remove', 'reviews.restore'] as const
const names = ['text', 'score', 'state', 'accountId', 'providerId'] as const
type Query = StorySubject & { text?: string; score?: string; state?: 'shown' | 'removed' }

async function load(query: Query, cursor?: string) {
  const { reviews: rows, nextCursor } = await browserApi().operatorMarket.reviews({ ...query, cursor })
  return { rows, nextCursor }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, names) as Query
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function ReviewsOperatorPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const [confirm, dialog] = useConfirmation()
  const api = browserApi().operatorMarket
  const list = useRows(first, (cursor) => load(query, cursor))
  const picked = usePicked(list.rows)
  const remove = ({ id: reviewId, sample }: OperatorReview): Confirmation => ({
    title: t('operator.confirm.removeReview.title'),
    text: t(sample ? 'operator.confirm.removeReview.sample' : 'operator.confirm.removeReview.text'),
    act: t('operator.reviews.remove'),
    danger: true,
    run: (reason) => api.removeReview({ reviewId, reason }),
  })
  const restore = ({ id: reviewId }: OperatorReview): Confirmation => ({
    title: t('operator.confirm.restoreReview.title'),
    text: t('operator.confirm.restoreReview.text'),
    act: t('operator.reviews.restore'),
    run: (reason) => api.restoreReview({ reviewId, reason }),
  })
  return (
    <ConsoleFrame title={t('operator.reviews')}>
      <WhoseOnly all="/operator/reviews" />
      <TableSearch
        label={t('operator.search.reviews')}
        filters={[
          {
            name: 'score',
            label: t('operator.filter.score'),
            options: ['5', '4', '3', '2', '1'].map((score) => [score, score] as const),
          },
          {
            name: 'state',
            label: t('operator.filter.state'),
            options: [
              ['shown', t('operator.reviews.shown')],
              ['removed', t('operator.reviews.state.removed')],
            ],
          },
        ]}
      />
      <ListTable
        list={list}
        above={<BulkActs acts={acts} picked={picked} />}
        name="reviews"
        caption={t('operator.reviews')}
        empty={t('empty.operator.reviews')}
        clear={t('operator.clear.filters')}
        columns={[
          t('operator.reviews.about'),
          t('operator.reviews.writer'),
          t('operator.filter.score'),
          t('operator.reviews.words'),
          t('operator.reviews.date'),
          <span key="act" className="visually-hidden">
            {t('operator.audit.act')}
          </span>,
        ]}
        row={(review) => (
          <tr key={review.id}>
            <td>
              {picked.pick(
                review.id,
                `${review.author}, ${review.provider.name}`,
                <Link to={`/operator/providers/${review.provider.id}`}>{review.provider.name}</Link>,
              )}
            </td>
            <td>{review.author}</td>
            <td className="tabular">{review.score}</td>
            <td className={consoleStyles.words}>
              {review.comments}
              {review.hiddenReason && (
                <div className="small muted">{t('operator.reviews.removed', { reason: review.hiddenReason })}</div>
              )}
            </td>
            <td className={consoleStyles.keep}>{formatDayOf(review.createdAt)}</td>
            <td>
              {review.hiddenAt ? (
                <Button kind="secondary" size="small" onClick={() => confirm(restore(review))}>
                  {t('operator.reviews.restore')}
                </Button>
              ) : (
                <Button kind="secondary" size="small" onClick={() => confirm(remove(review))}>
                  {t('operator.reviews.remove')}
                </Button>
              )}
            </td>
          </tr>
        )}
      />
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
