import { type FormEvent, useRef, useState } from 'react'
import { type DocumentRefusal, documentRefusals } from '#contract/providers/checks/document-refusals.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { operatorCheckWords } from './check-words.ts'
import dialogStyles from '#web/ui/overlays/dialog.module.css'

const t = reader(operatorCheckWords)
const reasons = Object.keys(documentRefusals) as DocumentRefusal[]

interface RefuseDialogProps {
  open: boolean
  documentId: string
  /** It was accepted, and that is taken back. */
  accepted: boolean
  onClose: () => void
  onDone: () => void
}

/** Why a document is refused: one of the reasons, and a note for the artist. */
export function RefuseDialog({ open, documentId, accepted, onClose, onDone }: RefuseDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const { said, errors, waiting, run } = useAct({ form })
  const [refusal, setRefusal] = useState<DocumentRefusal | ''>(accepted ? 'withdrawn' : '')
  const [note, setNote] = useState('')
  const title = t(accepted ? 'doc.withdraw.title' : 'doc.refuse.title')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...(refusal ? {} : { refusal: t('doc.refuse.error') }),
      ...(refusal === 'other' && note.trim().length < 3 ? { note: t('doc.refuse.note.error') } : {}),
    }
    const done = await run(
      () => browserApi().operatorChecks.refuse({ documentId, refusal: refusal || 'other', note }),
      { wrong },
    )
    if (!done) return
    toast('success', t('doc.refuse.done'))
    onClose()
    onDone()
  }
  return (
    <Dialog open={open} onClose={onClose} label={title}>
      <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
        <h2 className="heading-3">{title}</h2>
        <p className="muted">{t('doc.refuse.text')}</p>
        {said && <Note kind="error">{said}</Note>}
        <SelectField
          label={t('doc.refuse.why')}
          name="refusal"
          value={refusal}
          error={errors['refusal'] ?? null}
          onChange={(event) => setRefusal(event.target.value as DocumentRefusal | '')}>
          <option value="">{t('doc.refuse.choose')}</option>
          {reasons.map((reason) => (
            <option key={reason} value={reason}>
              {documentRefusals[reason]}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label={t('doc.refuse.note')}
          name="note"
          rows={3}
          maxLength={500}
          value={note}
          error={errors['note'] ?? null}
          onChange={(event) => setNote(event.target.value)}
        />
        <div className={dialogStyles.modalFoot}>
          <Button kind="secondary" onClick={onClose}>
            {t('back')}
          </Button>
          <Button type="submit" kind="danger" loading={waiting}>
            {t(accepted ? 'doc.withdraw' : 'doc.refuse')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
