import type { StorySubject } from '#contract/operator/hub.ts'
import { Link, useLoaderData } from 'react-router'
import type { OperatorReview } from '#contract/operator/market.ts'
import { createTranslator } from '#contract/words.ts'
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
    title: t('op.confirm.removeReview.title'),
    text: t(sample ? 'op.confirm.removeReview.sample' : 'op.confirm.removeReview.text'),
    act: t('op.reviews.remove'),
    danger: true,
    run: (reason) => api.removeReview({ reviewId, reason }),
  })
  const restore = ({ id: reviewId }: OperatorReview): Confirmation => ({
    title: t('op.confirm.restoreReview.title'),
    text: t('op.confirm.restoreReview.text'),
    act: t('op.reviews.restore'),
    run: (reason) => api.restoreReview({ reviewId, reason }),
  })
  return (
    <ConsoleFrame title={t('op.reviews')}>
      <WhoseOnly all="/operator/reviews" />
      <TableSearch
        label={t('op.search.reviews')}
        filters={[
          {
            name: 'score',
            label: t('op.filter.score'),
            options: ['5', '4', '3', '2', '1'].map((score) => [score, score] as const),
          },
          {
            name: 'state',
            label: t('op.filter.state'),
            options: [
              ['shown', t('op.reviews.shown')],
              ['removed', t('op.reviews.state.removed')],
            ],
          },
        ]}
      />
      <ListTable
        list={list}
        above={<BulkActs acts={acts} picked={picked} />}
        name="reviews"
        caption={t('op.reviews')}
        empty={t('empty.operator.reviews')}
        clear={t('op.clear.filters')}
        columns={[
          t('op.reviews.about'),
          t('op.reviews.writer'),
          t('op.filter.score'),
          t('op.reviews.words'),
          t('op.reviews.date'),
          <span key="act" className="visually-hidden">
            {t('op.audit.act')}
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
                <div className="small muted">{t('op.reviews.removed', { reason: review.hiddenReason })}</div>
              )}
            </td>
            <td className={consoleStyles.keep}>{formatDayOf(review.createdAt)}</td>
            <td>
              {review.hiddenAt ? (
                <Button kind="secondary" size="small" onClick={() => confirm(restore(review))}>
                  {t('op.reviews.restore')}
                </Button>
              ) : (
                <Button kind="secondary" size="small" onClick={() => confirm(remove(review))}>
                  {t('op.reviews.remove')}
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
