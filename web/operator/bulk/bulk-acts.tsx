import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { BulkAct, DoneBulk, Planned } from '#contract/operator/bulk.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { ReasonField, validateReason } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import styles from './bulk-acts.module.css'

const bulkMessages = defineMessages({
  'bulk.chosen': '{n} selected',
  'bulk.people.tag': 'Add a tag',
  'bulk.people.untag': 'Remove a tag',
  'bulk.providers.tag': 'Add a tag',
  'bulk.providers.untag': 'Remove a tag',
  'bulk.providers.feature': 'Feature until a day',
  'bulk.providers.unfeature': 'Stop featuring',
  'bulk.reviews.remove': 'Remove reviews',
  'bulk.reviews.restore': 'Restore reviews',
  'bulk.outbox.resend': 'Send again',
  'bulk.tag': 'Tag',
  'bulk.day': 'Last day',
  'bulk.value.error': 'Enter a value.',
  'bulk.preview': 'Preview',
  'bulk.changes': '{n} will change',
  'bulk.stays': '{n} will stay the same',
  'bulk.cannot': '{n} cannot be changed',
  'bulk.changes.one': 'changes',
  'bulk.stays.one': 'no change',
  'bulk.cannot.one': 'not possible',
  'bulk.changes.none': 'This changes nothing.',
  'bulk.mails': '{n, plural, one {{n} person gets an email.} other {{n} people get an email.}}',
  'bulk.undo.there': 'You can undo this within a day.',
  'bulk.undo.none': 'You cannot undo this.',
  'bulk.do': 'Apply to {n}',
  'bulk.back': 'Back',
  'bulk.last': '{act}: {n}, {time}.',
  'bulk.undo': 'Undo',
  'bulk.undone': '{n, plural, one {{n} restored.} other {{n} restored.}}',
  'bulk.undone.none': 'All of them have changed since then, so nothing was undone.',
})

const t = createTranslator(bulkMessages)

/** The last bulk action of a list, which can be undone within a day. */
export function LastBulk({ acts }: { acts: readonly BulkAct[] }) {
  const { revalidate } = useRevalidator()
  const { run, pending } = useForm({ toasts: true })
  // The list works without the undo response.
  const { answer, fault, again } = useAnswer('last', () => browserApi().operatorBulk.last({}))
  const last = (fault ? null : answer)?.acts.find(({ act, undoUntil }) => undoUntil !== null && acts.includes(act))
  const undo = async ({ id: bulkId }: DoneBulk) => {
    const done = await run((key) => browserApi().operatorBulk.undo({ bulkId }, { key }))
    if (!done) return
    const n = done.answer.restored
    showToast(n > 0 ? 'success' : 'error', n > 0 ? t('bulk.undone', { n }) : t('bulk.undone.none'))
    revalidate()
    again()
  }
  if (!last) return null
  return (
    <div className={styles.actions} role="status">
      <p className="small">
        {t('bulk.last', { act: t(`bulk.${last.act}`), n: last.changed, time: formatOperatorMoment(last.at) })}
      </p>
      <Button kind="secondary" size="small" loading={pending} onClick={() => undo(last)}>
        {t('bulk.undo')}
      </Button>
    </div>
  )
}

/** Bulk actions on selected rows, each with a preview. */
export function BulkActs({
  acts,
  picked: { picked, pick },
  onDone,
}: {
  acts: readonly BulkAct[]
  picked: RowSelection
  onDone: () => void
}) {
  const [asked, setAsked] = useState<BulkAct | null>(null)
  const { revalidate } = useRevalidator()
  return (
    <>
      {acts.map((act) => (
        <Button key={act} kind="secondary" size="small" onClick={() => setAsked(act)}>
          {t(`bulk.${act}`)}
        </Button>
      ))}
      <Dialog open={asked !== null} onClose={() => setAsked(null)} label={asked ? t(`bulk.${asked}`) : ''}>
        {asked && (
          <BulkForm
            act={asked}
            ids={picked}
            onClose={() => setAsked(null)}
            onDone={() => {
              setAsked(null)
              pick(new Set())
              revalidate()
              onDone()
            }}
          />
        )}
      </Dialog>
    </>
  )
}

const valueFor = (act: BulkAct): 'tag' | 'day' | null =>
  act.endsWith('tag') ? 'tag' : act === 'providers.feature' ? 'day' : null

type Preview = { items: Planned[]; mails: number; undo: boolean }

interface BulkFormProps {
  act: BulkAct
  ids: readonly string[]
  onDone: () => void
  onClose: () => void
}

/** Asks for input, shows a preview and runs the action; typed values stay if refused. */
function BulkForm({ act, ids, onDone, onClose }: BulkFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [value, setValue] = useState('')
  const [reason, setReason] = useState('')
  const [preview, setPreview] = useState<Preview | null>(null)
  const { errors, pending, run } = useForm({ form })
  const kind = valueFor(act)
  const api = browserApi().operatorBulk
  const ask = { act, ids: [...ids], ...(kind && { value: value.trim() }) }
  const n = preview?.items.filter(({ does }) => does === 'changes').length ?? 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = { ...(kind && !value.trim() ? { value: t('bulk.value.error') } : {}), ...validateReason(reason) }
    if (!preview) {
      const seen = await run(() => api.preview(ask), { errors: wrong, name: 'preview' })
      if (seen) setPreview(seen.answer)
      return
    }
    const done = await run((key) => api.run({ ...ask, reason: reason.trim() }, { key }), { errors: wrong })
    if (done) onDone()
  }
  const whole = errors['form'] ?? errors['fault']
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <h2 className="heading-3">{t(`bulk.${act}`)}</h2>
      <p className="muted">{t('bulk.chosen', { n: ids.length })}</p>
      {whole && <Note kind="error">{whole}</Note>}
      {kind && (
        <TextField
          label={t(`bulk.${kind}`)}
          name="value"
          type={kind === 'day' ? 'date' : 'text'}
          maxLength={30}
          value={value}
          error={errors['value'] ?? null}
          onChange={(event) => {
            setValue(event.target.value)
            setPreview(null)
          }}
        />
      )}
      <ReasonField value={reason} error={errors['reason']} onChange={setReason} />
      {preview && <PreviewOf preview={preview} n={n} />}
      <div className={dialogStyles.modalFoot}>
        <Button kind="secondary" onClick={onClose}>
          {t('bulk.back')}
        </Button>
        {preview && n === 0 ? null : (
          <Button type="submit" kind={act === 'reviews.remove' ? 'danger' : 'primary'} loading={pending}>
            {preview ? t('bulk.do', { n }) : t('bulk.preview')}
          </Button>
        )}
      </div>
    </form>
  )
}

function PreviewOf({ preview: { items, mails, undo }, n }: { preview: Preview; n: number }) {
  const counted = (['changes', 'stays', 'cannot'] as const).flatMap((does) => {
    const count = items.filter((item) => item.does === does).length
    return count > 0 ? [t(`bulk.${does}`, { n: count })] : []
  })
  return (
    <div className="stack" role="status">
      <p>
        <strong>{n === 0 ? t('bulk.changes.none') : counted.join(', ')}</strong>
      </p>
      <ul className={styles.planned}>
        {items.map(({ id, name, does }) => (
          <li key={id}>
            <span>{name || id}</span>
            <span className="muted">{t(`bulk.${does}.one`)}</span>
          </li>
        ))}
      </ul>
      <p className="small muted">
        {mails > 0 && `${t('bulk.mails', { n: mails })} `}
        {t(undo ? 'bulk.undo.there' : 'bulk.undo.none')}
      </p>
    </div>
  )
}

/** Returns the selected rows among those shown, by id. */
export function usePicked(shown: readonly { id: string | number }[]) {
  const [kept, pick] = useState<ReadonlySet<string>>(new Set())
  return { picked: shown.map(({ id }) => String(id)).filter((id) => kept.has(id)), pick }
}
export type RowSelection = ReturnType<typeof usePicked>
