import { type ReactNode, useState } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/format.ts'
import {
  type Marks,
  type operatorStory,
  type ReportedMessage,
  type StoryEntry,
  type StoryKind,
  storyKinds,
} from '#contract/operator/story.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import consoleStyles from '#web/operator/console.module.css'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment, formatSums } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { type Page, useRows } from '#web/platform/use-rows.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import styles from './story-card.module.css'

export const storyMessages = defineMessages({
  'story.title': 'History',
  'story.text': 'Newest first. Viewing is logged.',
  'story.kind': 'Show',
  'story.kind.all': 'Everything',
  'story.none': 'No entries.',
  'story.more': 'Show more',
  'story.search': 'Searches',
  'story.request': 'Requests',
  'story.booking': 'New bookings',
  'story.ended': 'Bookings ended',
  'story.payment': 'Payments',
  'story.refund': 'Refunds',
  'story.payout': 'Payouts',
  'story.talk': 'Conversations',
  'story.review': 'Reviews',
  'story.report': 'Reports',
  'story.dispute': 'Disputes',
  'story.document': 'Documents',
  'story.appeal': 'Appeals',
  'story.device': 'Devices',
  'story.notice': 'Emails and SMS',
  'story.note': 'Notes',
  'story.act': 'Operator actions',
  'story.search.is': 'Searched in {name} for {what}',
  'story.request.is': 'Request, {name}: {what}',
  'story.booking.is': 'Booking {what}, {name}',
  'story.ended.is': 'Booking ended, {name}: {what}',
  'story.payment.is': 'Paid: {what}',
  'story.refund.is': 'Refunded: {what}',
  'story.payout.is': 'Payout: {what}',
  'story.talk.is': 'Last message with {name}',
  'story.review.is': 'Review, {name}: {what} out of 5',
  'story.report.is.conversation': 'Conversation with {name} reported: {what}',
  'story.report.is.review': 'Review reported, {name}: {what}',
  'story.report.is.outside': 'Work elsewhere reported, {name}: {what}',
  'story.dispute.is': 'Problem reported, {name}: {what}',
  'story.document.is': 'Document sent for {name}: {what}',
  'story.appeal.is': 'Appeal against a decision, {name}: {what}',
  'story.device.is': 'Logged in on {what} {name}',
  'story.device.unknown': 'an unknown device',
  'story.notice.is': 'Sent: {what}',
  'story.note.is': 'Note by {name}: {what}',
  'story.act.is': '{name}: {what}',
  'story.earlier': 'Show earlier',
  'story.team': 'Primp',

  'marks.title': 'Notes and tags',
  'marks.notes': 'Notes',
  'marks.text': 'Only operators see these. A person gets notes about them if they request their data.',
  'marks.count': '{n, plural, =0 {No notes yet} one {1 note} other {{n} notes}}',
  'marks.note': 'Note for other operators',
  'marks.note.error': 'Enter a note.',
  'marks.add': 'Add note',
  'marks.remove': 'Remove',
  'marks.remove.of': 'Remove note from {moment}',
  'marks.remove.title': 'Remove this note?',
  'marks.remove.text': 'The text is deleted. The audit log keeps who wrote it and why it was removed.',
  'marks.tags': 'Tags, separated by commas',
  'marks.tags.hint': 'Lower-case letters, digits, spaces and hyphens. You can search by tag.',
  'marks.tags.save': 'Save tags',
  'marks.tag': 'Tag',

  'talk.read': 'Read',
  'talk.read.of': 'Read the conversation with {name}',
  'talk.open.title': 'Read the conversation with {name}?',
  'talk.open.text': 'This conversation is private. Your name and reason are logged.',
  'talk.open': 'Read',
  'talk.between': '{customer} and {provider}',
  'talk.empty': 'No messages yet.',
  'talk.close': 'Close',
})

const t = createTranslator(storyMessages)
const ofArtists: readonly StoryKind[] = ['payout']
const ofPeople: readonly StoryKind[] = ['search', 'device', 'notice']

/** Returns the page of an entry; null for conversations and entries without one. */
const pathOf = ({ kind, refId }: StoryEntry): string | null => {
  if (!refId) return null
  if (kind === 'booking' || kind === 'ended' || kind === 'note') return `/operator/bookings/${refId}`
  if (kind === 'payment' || kind === 'refund') return `/operator/payments/${refId}`
  if (kind === 'dispute') return `/operator/disputes/${refId}`
  return kind === 'report' ? `/operator/reports/${refId}` : null
}

function formatEntry({ kind, name, what, about }: StoryEntry): string {
  if (kind === 'search') return t('story.search.is', { name, what: formatDate(what, 'GB') })
  if (kind === 'device') return t('story.device.is', { name, what: what || t('story.device.unknown') }).trim()
  if (kind === 'report') return t(`story.report.is.${about ?? 'conversation'}`, { name, what })
  return t(`story.${kind}.is`, { name: name || t('story.team'), what })
}

/** Number of entries before “Show more”. */
const atFirst = 8

export function StoryCard({ of, story: { kind, first } }: { of: StoryScope; story: Story }) {
  const submit = useSubmit()
  const { rows, nextCursor, loading, error, more } = useRows(first, (cursor) => loadEntries(of, kind, cursor))
  const [most, setMost] = useState(atFirst)
  const [read, dialogs] = useReadTalk()
  const others = 'accountId' in of ? ofArtists : ofPeople
  return (
    <TitledCard
      title={t('story.title')}
      beside={
        <Form onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}>
          <SelectField label={t('story.kind')} name="kind" defaultValue={kind ?? ''}>
            <option value="">{t('story.kind.all')}</option>
            {storyKinds
              .filter((one) => !others.includes(one))
              .map((one) => (
                <option key={one} value={one}>
                  {t(`story.${one}`)}
                </option>
              ))}
          </SelectField>
        </Form>
      }>
      <p className="small muted">{t('story.text')}</p>
      {rows.length === 0 ? (
        <Empty drawing="letter" title={t('story.none')} />
      ) : (
        <ol className={consoleStyles.lines}>
          {rows.slice(0, most).map((entry) => {
            const path = pathOf(entry)
            return (
              <li key={entry.id} className="row space-between wrapping">
                <span className="can-shrink">
                  {path ? (
                    <Link className="link" to={path}>
                      {formatEntry(entry)}
                    </Link>
                  ) : (
                    formatEntry(entry)
                  )}
                  {entry.sum && <span className="tabular"> {formatSums([entry.sum])}</span>}
                  {entry.kind === 'talk' && entry.refId && (
                    <>
                      {' '}
                      <Button
                        kind="secondary"
                        size="small"
                        aria-label={t('talk.read.of', { name: entry.name })}
                        onClick={() => read({ id: entry.refId ?? '', withName: entry.name })}>
                        {t('talk.read')}
                      </Button>
                    </>
                  )}
                </span>
                <time className="small muted" dateTime={entry.at}>
                  {formatOperatorMoment(entry.at)}
                </time>
              </li>
            )
          })}
        </ol>
      )}
      {error && <Note kind="error">{error}</Note>}
      {rows.length > most ? (
        <div>
          <Button kind="secondary" size="small" onClick={() => setMost(Number.POSITIVE_INFINITY)}>
            {t('story.earlier')}
          </Button>
        </div>
      ) : (
        nextCursor && (
          <div>
            <Button kind="secondary" size="small" loading={loading} onClick={more}>
              {t('story.more')}
            </Button>
          </div>
        )
      )}
      {dialogs}
    </TitledCard>
  )
}

type Opened = OutputOf<typeof operatorStory.openTalk>

/** A conversation by id, or a team's by booking, with the other name. */
type Talk = { withName: string } & ({ id: string } | { appointmentId: string })

const open = (talk: Talk, reason: string): Promise<Opened> => {
  const { operatorStory } = browserApi()
  return 'id' in talk
    ? operatorStory.openTalk({ conversationId: talk.id, reason })
    : operatorStory.openTeamTalk({ appointmentId: talk.appointmentId, reason })
}

/** Returns a function that opens a conversation after asking for a reason, and its dialogs. */
export function useReadTalk(): [read: (talk: Talk) => void, dialogs: ReactNode] {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [confirm, dialog] = useConfirmation({ silent: true })
  const read = (talk: Talk) =>
    confirm({
      title: t('talk.open.title', { name: talk.withName }),
      text: t('talk.open.text'),
      act: t('talk.open'),
      run: async (reason) => setOpened(await open(talk, reason)),
    })
  const between = opened ? t('talk.between', { customer: opened.customer, provider: opened.provider }) : ''
  return [
    read,
    <>
      {dialog}
      <Dialog open={opened !== null} onClose={() => setOpened(null)} label={between}>
        {opened && (
          <div className="stack">
            <h2 className="heading-3">{between}</h2>
            {opened.words.length === 0 ? (
              <p className="muted">{t('talk.empty')}</p>
            ) : (
              <ReportedMessages words={opened.words} />
            )}
            <div className={dialogStyles.modalFoot}>
              <Button kind="secondary" onClick={() => setOpened(null)}>
                {t('talk.close')}
              </Button>
            </div>
          </div>
        )}
      </Dialog>
    </>,
  ]
}

const tOperator = createTranslator(operatorMessages)

export const ReportedMessages = ({ words }: { words: readonly ReportedMessage[] }) => (
  <ol className={styles.said} tabIndex={0}>
    {words.map((word) => (
      <li key={`${word.at} ${word.text}`}>
        <b className="bold">{word.name ?? tOperator(`operator.reports.${word.from}`)}</b>{' '}
        <span className="micro muted">{formatOperatorMoment(word.at)}</span>
        <p>
          {word.text ||
            (word.pictures.length ? tOperator('operator.reports.pictures', { n: word.pictures.length }) : word.kind)}
        </p>
        {word.pictures.map(({ src }) => (
          <img key={src} src={src} alt="" width={96} height={96} loading="lazy" />
        ))}
      </li>
    ))}
  </ol>
)

export type StoryScope = { accountId: string } | { providerId: string }

type Story = { kind: StoryKind | undefined; first: Page<StoryEntry>; marks: Marks }

/** Loads a page of history entries. */
async function loadEntries(of: StoryScope, kind: StoryKind | undefined, cursor?: string): Promise<Page<StoryEntry>> {
  const { entries: rows, nextCursor } = await browserApi().operatorStory.story({ ...of, kind, cursor })
  return { rows, nextCursor }
}

/** Loads history of the kind in the address, with notes and tags. */
export async function loadStory(of: StoryScope, request: Request): Promise<Story> {
  const asked = new URL(request.url).searchParams.get('kind')
  const kind = storyKinds.find((known) => known === asked)
  const [first, marks] = await Promise.all([loadEntries(of, kind), browserApi().operatorStory.marks(of)])
  return { kind, first, marks }
}
