import { type FormEvent, useEffect, useRef, useState } from 'react'
import { reader, say } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { sharedWords } from '#web/platform/shared-words.ts'
import { type Errors, useAct } from '#web/platform/use-act.ts'
import { ReasonField, wrongReason } from '#web/operator/reason-field.tsx'
import { operatorWords } from '#web/operator/words.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { toast } from '#web/ui/overlays/toasts.ts'
import { partWords } from './part-words.ts'
import { slugOfLabel } from './slug-of-label.ts'

const t = reader(partWords)
const o = reader(operatorWords)

/** What is asked for: a store, a category of one, a type of a category, or another name for what was made. */
export type PartAsked =
  | { act: 'store' }
  | { act: 'category'; storeId: number; store: string }
  | { act: 'type'; categoryId: number; category: string }
  | { act: 'rename'; part: 'store' | 'category' | 'type'; id: string; label: string }

type Typed = { label: string; slug: string; reason: string }

const titleOf = (asked: PartAsked): string =>
  asked.act === 'store'
    ? t('op.parts.addStore')
    : asked.act === 'category'
      ? t('op.parts.addCategory.to', { store: asked.store })
      : asked.act === 'type'
        ? t('op.parts.addType.to', { category: asked.category })
        : t('op.parts.rename.what', { name: asked.label })

const send = (asked: PartAsked, typed: Typed): Promise<unknown> => {
  const api = browserApi().operatorCatalogue
  if (asked.act === 'store') return api.addStore(typed)
  if (asked.act === 'category') return api.addCategory({ ...typed, storeId: asked.storeId })
  if (asked.act === 'type') return api.addType({ ...typed, categoryId: asked.categoryId })
  return api.rename({ part: asked.part, id: asked.id, label: typed.label, reason: typed.reason })
}

/** Name, address and reason of a part of the catalogue; what was typed stays where it is refused. */
export function PartDialog({
  asked,
  onClose,
  onDone,
}: {
  asked: PartAsked | null
  onClose: () => void
  onDone: () => void
}) {
  return (
    <Dialog open={asked !== null} onClose={onClose} label={asked ? titleOf(asked) : ''}>
      {asked && <PartForm key={titleOf(asked)} asked={asked} onClose={onClose} onDone={onDone} />}
    </Dialog>
  )
}

function PartForm({ asked, onClose, onDone }: { asked: PartAsked; onClose: () => void; onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, said, waiting, run } = useAct({ form })
  const renames = asked.act === 'rename'
  const [label, setLabel] = useState(renames ? asked.label : '')
  const [slug, setSlug] = useState('')
  const [own, setOwn] = useState(false)
  const [reason, setReason] = useState('')
  // The address follows the name until somebody has typed another.
  useEffect(() => {
    if (!own) setSlug(slugOfLabel(label))
  }, [label, own])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong: Errors = {
      ...(label.trim().length < 2 ? { label: say(sharedWords['field.required'], { Name: t('op.parts.name') }) } : {}),
      ...(renames || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) ? {} : { slug: t('op.parts.slug.wrong') }),
      ...wrongReason(reason),
    }
    const typed = { label: label.trim(), slug, reason: reason.trim() }
    const done = await run(() => send(asked, typed), { wrong })
    if (!done) return
    toast('success', o('op.saved'))
    onDone()
  }
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <h2 className="heading-3">{titleOf(asked)}</h2>
      <p className="muted">{t(`op.parts.${asked.act}.effect`)}</p>
      {said && <Note kind="error">{said}</Note>}
      <TextField
        label={t('op.parts.name')}
        name="label"
        value={label}
        maxLength={60}
        error={errors['label'] ?? null}
        onChange={({ target }) => setLabel(target.value)}
      />
      {!renames && (
        <TextField
          label={t('op.parts.slug')}
          hint={t('op.parts.slug.hint')}
          name="slug"
          value={slug}
          maxLength={60}
          error={errors['slug'] ?? null}
          onChange={({ target }) => {
            setOwn(true)
            setSlug(target.value)
          }}
        />
      )}
      <ReasonField value={reason} error={errors['reason']} onChange={setReason} />
      <div className={dialogStyles.modalFoot}>
        <Button kind="secondary" onClick={onClose}>
          {o('op.back')}
        </Button>
        <Button type="submit" loading={waiting}>
          {o('op.save')}
        </Button>
      </div>
    </form>
  )
}
