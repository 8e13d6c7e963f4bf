import { useLoaderData, useNavigate, useRevalidator, useSearchParams } from 'react-router'
import type { DocumentRow } from '#contract/providers/checks/operator-checks.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ListTools } from '#web/operator/lists/list-tools.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { Table } from '#web/operator/table.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { operatorCheckMessages } from './check-messages.ts'
import { DocumentPanel } from './document-panel.tsx'
import consoleStyles from '#web/operator/console.module.css'

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
      <ListTools list="documents" />
      <div className="two-columns" id="documents" role="tabpanel" aria-label={t(`docs.${tab}`)}>
        <Table
          caption={t('docs.title')}
          count={rows.length}
          empty={<Empty title={t(`docs.none.${tab}`)} />}
          loading={loading}
          error={error}
          more={nextCursor ? more : null}
          columns={[
            t('docs.artist'),
            t('docs.check'),
            tab === 'done' ? t('docs.decided') : t('docs.when'),
            t('docs.state'),
          ]}>
          {rows.map((row) => (
            <tr
              key={row.id}
              className={consoleStyles.pickRow}
              data-chosen={row.id === chosen || undefined}
              onClick={() => choose(row.id)}>
              <td>
                <button
                  type="button"
                  className={consoleStyles.pickName}
                  aria-current={row.id === chosen ? 'true' : undefined}
                  onClick={() => choose(row.id)}>
                  {row.artist.name}
                </button>
              </td>
              <td>{row.label}</td>
              <td className={consoleStyles.keep}>{formatOperatorMoment(row.decidedAt ?? row.sentAt)}</td>
              <td>
                <Badge look={row.state === 'accepted' ? 'jadeSoft' : row.state === 'pending' ? 'info' : 'disabled'}>
                  {row.state === 'pending' && row.firstApproval ? t('docs.first') : t(`docs.state.${row.state}`)}
                </Badge>
                {row.decidedBy && <div className="small muted">{row.decidedBy}</div>}
              </td>
            </tr>
          ))}
        </Table>
        {chosen !== null && rows.length > 0 && <DocumentPanel key={chosen} id={chosen} onDecided={decided} />}
      </div>
    </ConsoleFrame>
  )
}

export { ConsoleError as ErrorBoundary }
