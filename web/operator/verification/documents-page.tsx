import { useLoaderData, useNavigate, useRevalidator, useSearchParams } from 'react-router'
import type { DocumentRow } from '#contract/providers/checks/operator-checks.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ListTools } from '#web/operator/lists/list-tools.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { formatShortMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { operatorCheckMessages } from './check-messages.ts'
import { DocumentPanel } from './document-panel.tsx'
import { Age } from '#web/operator/age.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'

const t = createTranslator(operatorCheckMessages)
const tabs = ['waiting', 'done'] as const
type Tab = (typeof tabs)[number]

async function load(tab: Tab, cursor?: string) {
  const { rows, nextCursor, counts } = await browserApi().operatorChecks.documents({ tab, cursor })
  return { rows, nextCursor, counts }
}

export const clientLoader = requireSession(async ({ request }) => {
  const tab = tabs.find((one) => one === new URL(request.url).searchParams.get('tab')) ?? 'waiting'
  return { tab, first: await load(tab) }
})

export const HydrateFallback = Undetermined

export default function DocumentsPage() {
  const { tab, first } = useLoaderData<typeof clientLoader>()
  const [asked, setAsked] = useSearchParams()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { rows, nextCursor, loading, error, more } = useRows<DocumentRow>(first, (cursor) => load(tab, cursor))
  const chosen = asked.get('document') ?? rows[0]?.id ?? null
  const choose = (id: string) =>
    setAsked((now) => ({ ...Object.fromEntries(now), document: id }), { replace: true, preventScrollReset: true })
  const decided = () => {
    setAsked((now) => Object.fromEntries([...now].filter(([key]) => key !== 'document')), {
      replace: true,
      preventScrollReset: true,
    })
    revalidate()
  }
  return (
    <ConsoleFrame
      title={t('docs.title')}
      text={t('docs.text', { n: first.counts.waiting })}
      acts={
        <Tabs
          label={t('docs.tabs')}
          panel="documents"
          value={tab}
          onChange={(to) => navigate(to === 'waiting' ? '/operator/documents' : `/operator/documents?tab=${to}`)}
          tabs={tabs.map((value) => ({
            value,
            label: t(`docs.${value}`),
            ...(value === 'waiting' ? { count: first.counts.waiting } : {}),
          }))}
        />
      }>
      <div className="two-columns" id="documents" role="tabpanel" aria-label={t(`docs.${tab}`)}>
        <DataTable
          name="documents"
          caption={t('docs.title')}
          rows={rows}
          rowKey={({ id }) => id}
          chosen={chosen}
          onOpen={({ id }) => choose(id)}
          tools={rows.length > 0 && <ListTools list="documents" />}
          empty={<Empty title={t(`docs.none.${tab}`)} />}
          isLoadingMore={loading}
          error={error}
          onMore={nextCursor ? more : null}
          columns={[
            { id: 'artist', label: t('docs.artist'), width: 40, cell: ({ artist }) => artist.name },
            { id: 'check', label: t('docs.check'), width: 40, cell: ({ label }) => label },
            {
              id: 'state',
              label: t('docs.state'),
              cell: ({ state, firstApproval }) => (
                <Badge look={state === 'accepted' ? 'jadeSoft' : state === 'pending' ? 'info' : 'disabled'}>
                  {state === 'pending' && firstApproval ? t('docs.first') : t(`docs.state.${state}`)}
                </Badge>
              ),
            },
            {
              id: 'by',
              label: t('docs.by'),
              width: 20,
              isOptional: tab === 'waiting',
              cell: ({ decidedBy }) => decidedBy,
            },
            {
              id: 'when',
              label: tab === 'done' ? t('docs.decided') : t('docs.when'),
              kind: 'date',
              isLead: true,
              cell: ({ decidedAt, sentAt }) => (decidedAt ? formatShortMoment(decidedAt) : <Age since={sentAt} />),
            },
          ]}
        />
        {chosen !== null && rows.length > 0 && <DocumentPanel key={chosen} id={chosen} onDecided={decided} />}
      </div>
    </ConsoleFrame>
  )
}

export { ConsoleError as ErrorBoundary }
