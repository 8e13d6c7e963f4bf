import { Link, useLoaderData } from 'react-router'
import { markets } from '#contract/format.ts'
import type { ProviderState } from '#contract/operator/people.ts'
import { countries } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ListTable, TableSearch } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { formatDayOf } from '#web/operator/when.ts'
import { storyMessages } from '#web/operator/story/story-card.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { BulkActs, usePicked } from '#web/operator/bulk/bulk-acts.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import { FlagBadge } from '#web/ui/status-badge.tsx'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(operatorMessages)
const tag = createTranslator(storyMessages)
const acts = ['providers.tag', 'providers.untag', 'providers.feature', 'providers.unfeature'] as const
const names = ['text', 'state', 'countryCode', 'tag'] as const
const states: readonly ProviderState[] = [
  'approved',
  'paused',
  'suspended',
  'submitted',
  'in_review',
  'changes_requested',
  'rejected',
  'draft',
]
type Query = { text?: string; tag?: string; state?: ProviderState; countryCode?: (typeof countries)[number] }

async function load(query: Query, cursor?: string) {
  const { providers: rows, nextCursor } = await browserApi().operatorPeople.providers({ ...query, cursor })
  return { rows, nextCursor }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, names) as Query
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function ProvidersPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const list = useRows(first, (cursor) => load(query, cursor))
  const picked = usePicked(list.rows)
  return (
    <ConsoleFrame title={t('operator.providers')}>
      <TableSearch
        extra={<TextField label={tag('marks.tag')} name="tag" defaultValue={query.tag ?? ''} maxLength={30} />}
        label={t('operator.search.providers')}
        filters={[
          {
            name: 'state',
            label: t('operator.filter.state'),
            options: states.map((state) => [state, t(`operator.state.${state}`)] as const),
          },
          {
            name: 'countryCode',
            label: t('operator.filter.country'),
            options: countries.map((country) => [country, markets[country].name] as const),
          },
        ]}
      />
      <ListTable
        list={list}
        above={<BulkActs acts={acts} picked={picked} />}
        name="providers"
        caption={t('operator.providers')}
        empty={t('empty.operator.providers')}
        clear={t('operator.clear')}
        columns={[
          t('operator.provider.name'),
          t('operator.provider.place'),
          t('operator.provider.state'),
          t('operator.provider.rating'),
          t('operator.provider.joined'),
        ]}
        row={(provider) => (
          <tr key={provider.id}>
            <td>
              {picked.pick(
                provider.id,
                provider.name,
                <div className="row">
                  <Avatar size={40} src={provider.profileImg.src} alt="" />
                  <div>
                    <Link to={`/operator/providers/${provider.id}`}>{provider.name}</Link>
                    {provider.featured && (
                      <div>
                        <FlagBadge flag="featured" />
                      </div>
                    )}
                  </div>
                </div>,
              )}
            </td>
            <td>
              {[provider.area, provider.city].filter((part, i, all) => part && all.indexOf(part) === i).join(', ')},{' '}
              {provider.countryCode}
            </td>
            <td>{t(`operator.state.${provider.state}`)}</td>
            <td className={consoleStyles.keep}>
              <Rating rating={provider.rating} reviews={provider.totalReviews} none={t('operator.provider.noRating')} />
            </td>
            <td className={consoleStyles.keep}>{formatDayOf(provider.createdAt)}</td>
          </tr>
        )}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
