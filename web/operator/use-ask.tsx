import { type FormEvent, type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { reader } from '#contract/words.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { operatorWords } from './words.ts'

const t = reader(operatorWords)

/** An act that waits to be confirmed: what it does in a sentence, and how it is done once there is a reason. */
export type Asked = {
  title: string
  text: string
  act: string
  danger?: boolean
  fields?: ReactNode /** Nothing has to be said why. */
  plain?: boolean
  run: (reason: string) => Promise<unknown>
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
  const done = () => {
    setAsked(null)
    if (!silent) toast('success', t('op.saved'))
    onDone?.()
    revalidate()
  }
  const dialog = (
    <Dialog open={asked !== null} onClose={() => setAsked(null)} label={asked?.title ?? ''}>
      {asked && <Ask key={asked.title} asked={asked} onDone={done} onClose={() => setAsked(null)} />}
    </Dialog>
  )
  return [setAsked, dialog]
}

/** Says the effect, asks why, and keeps what was typed where the act is refused. */
function Ask({ asked, onDone, onClose }: { asked: Asked; onDone: () => void; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!asked.plain && reason.trim().length < 3) {
      setError(t('op.reason.error'))
      event.currentTarget.querySelector('textarea')?.focus()
      return
    }
    setBusy(true)
    setRefused(null)
    try {
      await asked.run(reason.trim())
      onDone()
    } catch (fault) {
      const said = fault instanceof ApiError ? fault : new ApiError(0, {})
      setRefused(said.errors[0]?.message ?? said.message)
      setBusy(false)
    }
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <h2 className="d3">{asked.title}</h2>
      <p className="mut">{asked.text}</p>
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
          error={error}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <div className="modal-foot">
        <Button kind="secondary" onClick={onClose}>
          {t('op.back')}
        </Button>
        <Button type="submit" kind={asked.danger ? 'danger' : 'primary'} loading={busy}>
          {asked.act}
        </Button>
      </div>
    </form>
  )
}
