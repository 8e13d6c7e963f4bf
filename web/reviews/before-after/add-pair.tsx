import { type FormEvent, useRef, useState } from 'react'
import { beforeAfterFolder } from '#contract/reviews/before-after-consent.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { pictureTypes, sendPicture, shrinkPicture } from '#web/platform/pictures/upload-picture.ts'
import { type Errors, useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { pictureMessages } from './pair.tsx'

const t = createTranslator(pictureMessages)
const which = ['before', 'after'] as const
type Which = (typeof which)[number]

interface AddPairProps {
  label: string
  reviewKey?: string
  onSent: (files: Record<Which, string>) => Promise<void>
}

export function AddPair({ label, reviewKey, onSent }: AddPairProps) {
  const form = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState<Record<Which, File | undefined>>({ before: undefined, after: undefined })
  const [problems, setProblems] = useState<Errors>({})
  const { errors, formError, pending, run } = useForm({ form })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const { before, after } = chosen
    setProblems({})
    if (!before || !after) return setProblems({ [before ? 'after' : 'before']: t('add.missing') })
    await run(async () => {
      const files = { before: '', after: '' }
      for (const one of which) {
        const shrunk = await shrinkPicture(chosen[one] as File)
        if ('refused' in shrunk) return setProblems({ [one]: t(shrunk.refused === 'size' ? 'add.size' : 'add.type') })
        files[one] = await sendPicture(shrunk.blob, beforeAfterFolder, () => {}, reviewKey ? { reviewKey } : {})
      }
      await onSent(files)
    })
  }
  return (
    <form ref={form} className="stack gap-12" aria-label={label} noValidate onSubmit={send}>
      {formError && <Note kind="error">{formError}</Note>}
      <div className="field-grid even">
        {which.map((one) => (
          <TextField
            key={one}
            type="file"
            accept={pictureTypes}
            label={t(`add.${one}`)}
            hint={t('add.limits')}
            name={one}
            disabled={pending}
            error={problems[one] ?? errors[one] ?? null}
            onChange={({ target }) => setChosen((now) => ({ ...now, [one]: target.files?.[0] }))}
          />
        ))}
      </div>
      <div>
        <Button type="submit" kind="secondary" loading={pending}>
          {t('add.save')}
        </Button>
      </div>
    </form>
  )
}
