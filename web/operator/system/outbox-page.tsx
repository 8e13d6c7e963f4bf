import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { X } from 'lucide-react'
import type { NoticeState, OperatorNotice } from '#contract/operator/system.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Note } from '#web/ui/note.tsx'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ConsoleTable } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { formatOperatorMoment, formatShortMoment } from '#web/operator/when.ts'
import { usePicked } from '#web/operator/bulk/bulk-acts.tsx'
import { formatMailKind } from '#web/operator/mails/mail-kind.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(operatorMessages)
const acts = ['outbox.resend'] as const
const names = ['text', 'state', 'channel', 'sort'] as const
const states: readonly NoticeState[] = ['waiting', 'sent', 'failed', 'given_up', 'switched_off', 'held_back']
const looks: Record<NoticeState, BadgeLook> = {
  waiting: 'info',
  sent: 'jadeSoft',
  failed: 'accentSoft',
  given_up: 'disabled',
  switched_off: 'outline',
  held_back: 'disabled',
}
type Query = {
  text?: string
  state?: NoticeState
  channel?: 'mail' | 'sms' | 'push' | 'webhook'
  sort?: 'date' | '-date'
}

async function load(query: Query, cursor?: string) {
  const { notices: rows, nextCursor, texts } = await browserApi().operatorSystem.outbox({ ...query, cursor })
  return { rows, nextCursor, texts }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, names) as Query
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function OutboxPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const [confirm, dialog] = useConfirmation({ onDone: () => setOpened(null) })
  const [opened, setOpened] = useState<string | null>(null)
  const api = browserApi().operatorSystem
  const list = useRows(first, (cursor) => load(query, cursor))
  const picked = usePicked(list.rows)
  const resend = (noticeId: string) =>
    confirm({
      title: t('operator.confirm.resend.title'),
      text: t('operator.confirm.resend.text'),
      act: t('operator.confirm.resend.act'),
      run: (reason) => api.resend({ noticeId, reason }),
    })
  const letThrough = ({ id, address }: OperatorNotice) =>
    confirm({
      title: t('operator.confirm.let_through.title', { address }),
      text: t('operator.confirm.let_through.text'),
      act: t('operator.confirm.let_through.act'),
      run: (reason) => api.unblock({ noticeId: id, reason }),
    })
  return (
    <ConsoleFrame title={t('operator.outbox.title')}>
      {first.texts.written >= first.texts.budget ? (
        <Note kind="warning">{t('operator.outbox.texts.spent', { n: first.texts.budget })}</Note>
      ) : (
        <p className="small muted">
          {t('operator.outbox.texts', { n: first.texts.written, budget: first.texts.budget })}
        </p>
      )}
      <ConsoleTable
        list={list}
        name="outbox"
        caption={t('operator.outbox.title')}
        empty={t('empty.operator.outbox')}
        search={t('operator.search.outbox')}
        filters={[
          {
            name: 'state',
            label: t('operator.outbox.state'),
            options: states.map((state) => [state, t(`operator.outbox.${state}`)]),
          },
          {
            name: 'channel',
            label: t('operator.filter.channel'),
            options: (['mail', 'sms', 'push', 'webhook'] as const).map((one) => [one, t(`operator.channel.${one}`)]),
          },
        ]}
        bulk={{ acts, picked, nameOf: ({ subject, kind }) => subject || formatMailKind(kind) }}
        usualSort="-date"
        onOpen={({ id }) => setOpened(id)}
        columns={[
          {
            id: 'subject',
            label: t('operator.outbox.subject'),
            width: 40,
            cell: ({ subject, kind }) => subject || formatMailKind(kind),
          },
          {
            id: 'kind',
            label: t('operator.outbox.kind'),
            width: 20,
            cell: ({ kind }) => formatMailKind(kind),
          },
          { id: 'to', label: t('operator.outbox.to'), width: 30, cell: ({ address }) => address },
          {
            id: 'channel',
            label: t('operator.filter.channel'),
            cell: ({ channel }) => t(`operator.channel.${channel}`),
          },
          {
            id: 'state',
            label: t('operator.outbox.state'),
            cell: ({ state }) => <Badge look={looks[state]}>{t(`operator.outbox.${state}`)}</Badge>,
          },
          {
            id: 'error',
            label: t('operator.outbox.error'),
            width: 20,
            isOptional: true,
            cell: (notice) => formatFailure(notice),
          },
          {
            id: 'date',
            label: t('operator.outbox.written'),
            kind: 'date',
            sort: 'date',
            isLead: true,
            cell: ({ createdAt }) => formatShortMoment(createdAt),
          },
        ]}
      />
      <NoticeDialog id={opened} onClose={() => setOpened(null)} onResend={resend} onUnblock={letThrough} />
      {dialog}
    </ConsoleFrame>
  )
}

/** Returns why a notice failed, its attempts and the next one; empty without a failure. */
const formatFailure = ({ error, attempts, nextAt }: OperatorNotice): string =>
  error
    ? [
        error,
        t('operator.outbox.attempts', { n: attempts }),
        nextAt && t('operator.outbox.next', { dateTime: formatOperatorMoment(nextAt) }),
      ]
        .filter(Boolean)
        .join(', ')
    : ''

function NoticeDialog({
  id,
  onClose,
  onResend,
  onUnblock,
}: {
  id: string | null
  onClose: () => void
  onResend: (id: string) => void
  onUnblock: (notice: OperatorNotice) => void
}) {
  const { answer: found, fault } = useAnswer(id, () => browserApi().operatorSystem.notice({ noticeId: id ?? '' }))
  return (
    <Dialog open={id !== null} onClose={onClose} label={t('operator.outbox.body')} className={consoleStyles.wide}>
      <div className="row space-between">
        <h2 className="heading-3">{found?.notice.subject || t('operator.outbox.body')}</h2>
        <IconButton label={t('operator.close')} onClick={onClose}>
          <X className="icon icon-large" aria-hidden="true" />
        </IconButton>
      </div>
      {fault && <Note kind="error">{fault.message}</Note>}
      {found && (
        <div className="stack">
          <p className="small muted">
            {found.notice.address}, {t(`operator.outbox.${found.notice.state}`)}
          </p>
          {found.notice.state !== 'switched_off' && found.notice.error && (
            <Note kind="warning">{formatFailure(found.notice)}</Note>
          )}
          {/* A sandboxed frame: mail content must not run as script. */}
          {found.html && (
            <iframe className={consoleStyles.mail} title={t('operator.outbox.look')} sandbox="" srcDoc={found.html} />
          )}
          <details open={!found.html}>
            <summary>{t('operator.outbox.text')}</summary>
            <p className={consoleStyles.text}>{found.body}</p>
          </details>
          {found.notice.state === 'switched_off' && found.notice.error && (
            <div className="stack gap-8">
              <Note kind="info">{found.notice.error}</Note>
              <div>
                <Button kind="secondary" onClick={() => onUnblock(found.notice)}>
                  {t('operator.outbox.let_through')}
                </Button>
              </div>
            </div>
          )}
          {['sent', 'failed', 'given_up', 'held_back'].includes(found.notice.state) && (
            <div>
              <Button kind="secondary" onClick={() => onResend(found.notice.id)}>
                {t('operator.outbox.resend')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}

export const ErrorBoundary = ConsoleError
