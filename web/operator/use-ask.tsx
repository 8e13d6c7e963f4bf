import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { reader } from '#contract/words.ts'
import type { ActKeys } from '#web/platform/api/act-keys.ts'
import { type Errors, useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { operatorWords } from './words.ts'
import dialogStyles from '#web/ui/overlays/dialog.module.css'

const t = reader(operatorWords)

/** An act that waits to be confirmed: what it does in a sentence, and how it is done once there is a reason. */
export type Asked = {
  title: string
  text: string
  act: string
  danger?: boolean
  fields?: ReactNode /** Nothing has to be said why. */
  plain?: boolean
  run: (reason: string, key: ActKeys) => Promise<unknown>
}

/** Asks before an act that touches people or money; once it is done the page is read anew. Answers how to ask, and the dialog to place. */
export function useAsk({
  onDone,
  silent = false,
}: {
  onDone?: () => void
  silent?: boolean
} = {}): [ask: (asked: Asked) => void, dialog: ReactNode] {
  const { revalidate } = useRevalidator()
  const [asked, setAsked] = useState<Asked | null>(null)
  const form = useRef<HTMLFormElement>(null)
  // Kept while the dialog is closed and opened again: what was asked twice is still one act.
  const act = useAct({ form })
  const ask = (next: Asked) => {
    act.clear()
    setAsked(next)
  }
  const done = () => {
    setAsked(null)
    if (!silent) toast('success', t('op.saved'))
    onDone?.()
    revalidate()
  }
  const dialog = (
    <Dialog open={asked !== null} onClose={() => setAsked(null)} label={asked?.title ?? ''}>
      {asked && (
        <Ask key={asked.title} form={form} act={act} asked={asked} onDone={done} onClose={() => setAsked(null)} />
      )}
    </Dialog>
  )
  return [ask, dialog]
}

interface AskProps {
  asked: Asked
  form: RefObject<HTMLFormElement | null>
  act: ReturnType<typeof useAct>
  onDone: () => void
  onClose: () => void
}

/** Says the effect, asks why, and keeps what was typed where the act is refused. */
function Ask({ asked, form, act, onDone, onClose }: AskProps) {
  const [reason, setReason] = useState('')
  const { errors, waiting, run } = act
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong: Errors = !asked.plain && reason.trim().length < 3 ? { reason: t('op.reason.error') } : {}
    if (await run((key) => asked.run(reason.trim(), key), { wrong })) onDone()
  }
  // What belongs to a field that is the caller's own is said above them all.
  const [refused] = Object.entries(errors).flatMap(([name, said]) => (name === 'reason' ? [] : [said]))
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <h2 className="heading-3">{asked.title}</h2>
      <p className="muted">{asked.text}</p>
      {refused && <Note kind="error">{refused}</Note>}
      {asked.fields}
      {!asked.plain && (
        <TextAreaField
          label={t('op.reason')}
          hint={t('op.reason.hint')}
          name="reason"
          rows={2}
          maxLength={500}
          value={reason}
          error={errors['reason'] ?? null}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <div className={dialogStyles.modalFoot}>
        <Button kind="secondary" onClick={onClose}>
          {t('op.back')}
        </Button>
        <Button type="submit" kind={asked.danger ? 'danger' : 'primary'} loading={waiting}>
          {asked.act}
        </Button>
      </div>
    </form>
  )
}
