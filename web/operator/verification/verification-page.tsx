import { Check, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator, useSearchParams } from 'react-router'
import type { QueueRow } from '#contract/signup/verification.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { ListTools } from '#web/operator/lists/list-tools.tsx'
import { Age } from '#web/operator/age.tsx'
import { formatShortMoment, formatWaited } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { CasePanel } from './case-panel.tsx'

const t = createTranslator(operatorMessages)

type Tab = 'waiting' | 'sentBack' | 'done'
const tabs = ['waiting', 'sentBack', 'done'] as const
const tabOf = (asked: string | null): Tab => tabs.find((tab) => tab === asked) ?? 'waiting'

export const clientLoader = requireSession(async ({ request }) => {
  const tab = tabOf(new URL(request.url).searchParams.get('tab'))
  const { rows, counts, nextCursor } = await browserApi().verification.queue({ tab, limit: 50 })
  return { tab, counts, first: { rows, nextCursor } }
})

export const HydrateFallback = Undetermined

export default function VerificationPage() {
  const { tab, counts, first } = useLoaderData<typeof clientLoader>()
  const [asked, setAsked] = useSearchParams()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { rows, nextCursor, loading, error, more } = useRows<QueueRow>(first, async (cursor) => {
    const page = await browserApi().verification.queue({ tab, cursor, limit: 50 })
    return { rows: page.rows, nextCursor: page.nextCursor }
  })
  const chosen = Number(asked.get('case')) || rows[0]?.id || null
  const at = rows.findIndex((row) => row.id === chosen)
  const choose = (id: number) =>
    setAsked((now) => ({ ...Object.fromEntries(now), case: String(id) }), { replace: true, preventScrollReset: true })
  const step = (by: number) => {
    const row = rows[at + by]
    if (row) choose(row.id)
  }
  const [acting, setActing] = useState<{ act: 'approve' | 'sendBack'; n: number } | null>(null)
  useQueueKeys({
    next: () => step(1),
    previous: () => step(-1),
    approve: () => setActing((before) => ({ act: 'approve', n: (before?.n ?? 0) + 1 })),
    sendBack: () => setActing((before) => ({ act: 'sendBack', n: (before?.n ?? 0) + 1 })),
  })

  const oldest = Math.max(0, ...rows.map((row) => row.waitingMinutes))
  const decided = () => {
    const following = rows[at + 1] ?? rows[at - 1]
    setAsked(
      (now) => ({
        ...Object.fromEntries([...now].filter(([key]) => key !== 'case')),
        ...(following ? { case: String(following.id) } : {}),
      }),
      { replace: true, preventScrollReset: true },
    )
    revalidate()
  }
  const empties = {
    waiting: (
      <Empty
        title={t('empty.operator.queue')}
        action={
          <Button kind="secondary" onClick={() => navigate('/operator/verification?tab=sentBack')}>
            {t('empty.operator.queue.action')}
          </Button>
        }
      />
    ),
    sentBack: <Empty title={t('empty.operator.sentBack')} />,
    done: <Empty title={t('empty.operator.done')} />,
  }
  return (
    <ConsoleFrame
      title={t('operator.queue.title')}
      text={`${t('operator.queue.summary', { n: counts.waiting, duration: formatWaited(oldest) })}${counts.waiting ? ` ${t('operator.queue.promise')}` : ''}`}
      acts={
        <Tabs
          label={t('operator.queue.tabs')}
          panel="queue"
          value={tab}
          onChange={(to) => navigate(to === 'waiting' ? '/operator/verification' : `/operator/verification?tab=${to}`)}
          tabs={tabs.map((value) => ({ value, label: t(`operator.queue.${value}`), count: counts[value] }))}
        />
      }>
      <div className="two-columns" id="queue" role="tabpanel" aria-label={t(`operator.queue.${tab}`)}>
        <DataTable
          name="verification"
          caption={t('operator.queue.title')}
          rows={rows}
          rowKey={({ id }) => String(id)}
          chosen={chosen === null ? null : String(chosen)}
          onOpen={({ id }) => choose(id)}
          tools={rows.length > 0 && <ListTools list="verification" />}
          empty={empties[tab]}
          isLoadingMore={loading}
          error={error}
          onMore={nextCursor ? more : null}
          columns={[
            {
              id: 'artist',
              label: t('operator.queue.provider'),
              width: 45,
              cell: ({ provider }) => (
                <>
                  <Avatar size={32} src={provider.photo?.src ?? '/pictures/none.svg'} alt="" />
                  {provider.name}
                </>
              ),
            },
            {
              id: 'place',
              label: t('operator.provider.place'),
              width: 30,
              cell: ({ provider: { area, city } }) =>
                [area, city].filter((part, i, all) => part && all.indexOf(part) === i).join(', '),
            },
            {
              id: 'services',
              isWideOnly: true,
              label: t('operator.queue.services'),
              width: 25,
              cell: ({ services }) => services.join(', '),
            },
            {
              id: 'wait',
              label: tab === 'done' ? t('operator.queue.decided') : t('operator.queue.wait'),
              kind: 'date',
              isLead: true,
              cell: ({ decidedAt, submittedAt }) =>
                tab === 'done' && decidedAt ? formatShortMoment(decidedAt) : <Age since={submittedAt} />,
            },
            { id: 'checks', label: t('operator.queue.checks'), cell: (row) => <Checks row={row} /> },
          ]}
        />
        {chosen !== null && rows.length > 0 && (
          <CasePanel
            key={chosen}
            id={chosen}
            position={at >= 0 ? t('operator.queue.position', { n: at + 1, m: rows.length }) : ''}
            asked={acting}
            onDecided={decided}
          />
        )}
      </div>
      <p className="micro hint wide-only">{t('operator.keys')}</p>
    </ConsoleFrame>
  )
}

function Checks({ row }: { row: QueueRow }) {
  if (row.decision)
    return (
      <Badge look={row.decision === 'approved' ? 'jadeSoft' : 'disabled'}>
        {t(
          row.decision === 'approved'
            ? 'operator.state.approved'
            : row.decision === 'rejected'
              ? 'operator.state.rejected'
              : 'operator.state.changes_requested',
        )}
      </Badge>
    )
  if (row.claimedBy)
    return <Badge look="info">{t('operator.queue.claimed', { name: row.claimedBy.name.split(' ')[0] ?? '' })}</Badge>
  if (row.fixedSteps.length) {
    return (
      <Badge look="accentSoft">
        <TriangleAlert className="icon" aria-hidden="true" />
        {t('operator.queue.fixed', { n: row.fixedSteps.length })}
      </Badge>
    )
  }
  return row.checked > 0 ? (
    <Badge look="jadeSoft">
      <Check className="icon" aria-hidden="true" />
      {t('operator.queue.position', { n: row.checked, m: 5 })}
    </Badge>
  ) : (
    <Badge look="outline">{t('operator.queue.new')}</Badge>
  )
}

export const ErrorBoundary = ConsoleError

/** Single-key shortcuts of the queue, ignored while typing or in dialogs. */
function useQueueKeys(acts: {
  next: () => void
  previous: () => void
  approve: () => void
  sendBack: () => void
}): void {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
      if (
        target instanceof HTMLElement &&
        target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')
      )
        return
      const act = {
        j: latest.current.next,
        k: latest.current.previous,
        a: latest.current.approve,
        s: latest.current.sendBack,
      }[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
