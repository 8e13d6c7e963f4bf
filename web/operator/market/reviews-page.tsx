import type { StorySubject } from '#contract/operator/hub.ts'
import { Link, useLoaderData } from 'react-router'
import type { InputOf } from '#contract/endpoint.ts'
import type { operatorMarket, OperatorReview } from '#contract/operator/market.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ConsoleTable, WhoseOnly } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { formatShortDay } from '#web/operator/when.ts'
import { usePicked } from '#web/operator/bulk/bulk-acts.tsx'
import { operatorMessages } from '#web/operator/messages.ts'

const t = createTranslator(operatorMessages)
const acts = ['reviews.remove', 'reviews.restore'] as const
const names = ['text', 'score', 'state', 'sort', 'accountId', 'providerId'] as const
type Query = StorySubject & {
  text?: string
  score?: string
  state?: 'shown' | 'removed'
  sort?: InputOf<typeof operatorMarket.reviews>['sort']
}

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
      <ConsoleTable
        list={list}
        name="reviews"
        caption={t('operator.reviews')}
        empty={t('empty.operator.reviews')}
        search={t('operator.search.reviews')}
        filters={[
          {
            name: 'score',
            label: t('operator.filter.score'),
            options: ['5', '4', '3', '2', '1'].map((score) => [score, score]),
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
        bulk={{ acts, picked, nameOf: ({ author, provider }) => `${author}, ${provider.name}` }}
        usualSort="-date"
        detail={({ comments, hiddenReason, provider }) => (
          <div className="stack gap-8">
            <p>{comments}</p>
            {hiddenReason && <p className="muted">{t('operator.reviews.removed', { reason: hiddenReason })}</p>}
            <p>
              <Link className="link" to={`/operator/providers/${provider.id}`}>
                {provider.name}
              </Link>
            </p>
          </div>
        )}
        columns={[
          { id: 'writer', label: t('operator.reviews.writer'), width: 18, cell: ({ author }) => author },
          {
            id: 'words',
            label: t('operator.reviews.words'),
            width: 62,
            cell: ({ comments }) => comments,
          },
          { id: 'about', label: t('operator.reviews.about'), width: 20, cell: ({ provider }) => provider.name },
          {
            id: 'score',
            label: t('operator.filter.score'),
            kind: 'number',
            sort: 'score',
            isLead: true,
            cell: ({ score }) => score,
          },
          {
            id: 'date',
            label: t('operator.reviews.date'),
            kind: 'date',
            sort: 'date',
            cell: ({ createdAt }) => formatShortDay(createdAt),
          },
          {
            id: 'act',
            label: t('operator.audit.act'),
            kind: 'act',
            cell: (review) =>
              review.hiddenReason ? (
                <Button kind="secondary" size="small" onClick={() => confirm(restore(review))}>
                  {t('operator.reviews.restore')}
                </Button>
              ) : (
                <Button kind="quiet" size="small" onClick={() => confirm(remove(review))}>
                  {t('operator.reviews.remove')}
                </Button>
              ),
          },
        ]}
      />
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
