import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Marks } from '#contract/operator/story.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { type ActKeys, useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkChip } from '#web/ui/fields/chips.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { type StoryScope, storyMessages } from './story-card.tsx'
import { FoldedCard } from '#web/ui/titled-page.tsx'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(storyMessages)
const api = () => browserApi().operatorStory

export function MarksCard({ of, marks: { notes, tags } }: { of: StoryScope; marks: Marks }) {
  const [confirm, dialog] = useConfirmation()
  const list = 'accountId' in of ? 'people' : 'providers'
  return (
    <FoldedCard
      title={t('marks.title')}
      note={[t('marks.count', { n: notes.length }), ...tags].join(', ')}
      open={notes.length > 0}>
      <p className="small muted">{t('marks.text')}</p>
      {tags.length > 0 && (
        <div className="row gap-8 wrapping">
          {tags.map((tag) => (
            <LinkChip key={tag} to={`/operator/${list}?tag=${encodeURIComponent(tag)}`}>
              {tag}
            </LinkChip>
          ))}
        </div>
      )}
      <Notes notes={notes} confirm={confirm} />
      <NoteForm add={(text, key) => api().addNote({ ...of, text }, { key })} />
      <TagsForm key={tags.join()} of={of} tags={tags} />
      {dialog}
    </FoldedCard>
  )
}

export function BookingNotesCard({ appointmentId, notes }: { appointmentId: string } & Pick<Marks, 'notes'>) {
  const [confirm, dialog] = useConfirmation()
  return (
    <FoldedCard title={t('marks.notes')} note={t('marks.count', { n: notes.length })} open={notes.length > 0}>
      <p className="small muted">{t('marks.text')}</p>
      <Notes notes={notes} confirm={confirm} />
      <NoteForm add={(text, key) => api().addBookingNote({ appointmentId, text }, { key })} />
      {dialog}
    </FoldedCard>
  )
}

const Notes = ({ notes, confirm }: Pick<Marks, 'notes'> & { confirm: (asked: Confirmation) => void }) =>
  notes.length > 0 && (
    <ul className={consoleStyles.lines}>
      {notes.map((note) => (
        <li key={note.id} className="stack gap-4">
          <p className={consoleStyles.text}>{note.text}</p>
          <div className="row space-between wrapping">
            <span className="small muted">{`${note.by}, ${formatOperatorMoment(note.at)}`}</span>
            <Button
              kind="quiet"
              size="small"
              aria-label={t('marks.remove.of', { moment: formatOperatorMoment(note.at) })}
              onClick={() =>
                confirm({
                  title: t('marks.remove.title'),
                  text: t('marks.remove.text'),
                  act: t('marks.remove'),
                  danger: true,
                  run: (reason) => api().removeNote({ noteId: note.id, reason }),
                })
              }>
              {t('marks.remove')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )

function NoteForm({ add }: { add: (text: string, key: ActKeys) => Promise<unknown> }) {
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const { revalidate } = useRevalidator()
  const { errors, pending, run } = useForm({ form })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const said = text.trim()
    const done = await run((key) => add(said, key), { errors: said ? {} : { text: t('marks.note.error') } })
    if (!done) return
    setText('')
    await revalidate()
  }
  return (
    <form ref={form} className="stack gap-8" noValidate onSubmit={submit}>
      {errors['form'] && <Note kind="error">{errors['form']}</Note>}
      {errors['fault'] && <Note kind="error">{errors['fault']}</Note>}
      <TextAreaField
        label={t('marks.note')}
        name="text"
        rows={2}
        maxLength={2000}
        value={text}
        error={errors['text'] ?? null}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button type="submit" kind="secondary" size="small" loading={pending}>
          {t('marks.add')}
        </Button>
      </div>
    </form>
  )
}

function TagsForm({ of, tags }: { of: StoryScope; tags: readonly string[] }) {
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState(tags.join(', '))
  const { revalidate } = useRevalidator()
  const { errors, pending, run } = useForm({ form })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean)
    if (await run(() => api().setTags({ ...of, tags: wanted }))) await revalidate()
  }
  return (
    <form ref={form} className="stack gap-8" noValidate onSubmit={save}>
      <TextField
        label={t('marks.tags')}
        hint={t('marks.tags.hint')}
        name="tags"
        maxLength={400}
        value={text}
        error={errors['form'] ?? errors['fault'] ?? null}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button type="submit" kind="secondary" size="small" loading={pending}>
          {t('marks.tags.save')}
        </Button>
      </div>
    </form>
  )
}
