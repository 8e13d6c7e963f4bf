import { Form, Link, useSubmit } from 'react-router'
import { date } from '#contract/format.ts'
import { type StoryEntry, type StoryKind, storyKinds } from '#contract/operator/story.ts'
import { reader } from '#contract/words.ts'
import { moment, sumsText } from '#web/operator/when.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { loadEntries, type Of, type Story } from './load-story.ts'
import { useReadTalk } from './read-talk.tsx'
import { storyWords } from './story-words.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = reader(storyWords)
const ofArtists: readonly StoryKind[] = ['payout']
const ofPeople: readonly StoryKind[] = ['search', 'device', 'notice']

/** The page that an entry leads to; a conversation is opened, and others lead nowhere. */
const pathOf = ({ kind, refId }: StoryEntry): string | null => {
  if (!refId) return null
  if (kind === 'booking' || kind === 'ended' || kind === 'note') return `/operator/bookings/${refId}`
  if (kind === 'payment' || kind === 'refund') return `/operator/payments/${refId}`
  if (kind === 'dispute') return `/operator/disputes/${refId}`
  return kind === 'report' ? `/operator/reports/${refId}` : null
}

function said({ kind, name, what, about }: StoryEntry): string {
  if (kind === 'search') return t('story.search.is', { name, what: date(what, 'GB') })
  if (kind === 'device') return t('story.device.is', { name, what: what || t('story.device.unknown') }).trim()
  if (kind === 'report') return t(`story.report.is.${about ?? 'conversation'}`, { name, what })
  return t(`story.${kind}.is`, { name: name || t('story.team'), what })
}

/** All that happened with a person or an artist, newest first. */
export function StoryCard({ of, story: { kind, first } }: { of: Of; story: Story }) {
  const submit = useSubmit()
  const { rows, nextCursor, loading, error, more } = useRows(first, (cursor) => loadEntries(of, kind, cursor))
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
          {rows.map((entry) => {
            const path = pathOf(entry)
            return (
              <li key={entry.id} className="row space-between wrapping">
                <span className="can-shrink">
                  {path ? (
                    <Link className="link" to={path}>
                      {said(entry)}
                    </Link>
                  ) : (
                    said(entry)
                  )}
                  {entry.sum && <span className="tabular"> {sumsText([entry.sum])}</span>}
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
                  {moment(entry.at)}
                </time>
              </li>
            )
          })}
        </ol>
      )}
      {error && <Note kind="error">{error}</Note>}
      {nextCursor && (
        <div>
          <Button kind="secondary" loading={loading} onClick={more}>
            {t('story.more')}
          </Button>
        </div>
      )}
      {dialogs}
    </TitledCard>
  )
}
