import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { CountryCode } from '#contract/values.ts'
import { createTranslator } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { guestMessages } from './guest-messages.ts'

interface AddGuestProps {
  country: CountryCode
  waiting: boolean
  onAdd: (person: null, name: string) => Promise<boolean>
}

/** Putting somebody on the guest list who is not of the party yet. */
export function AddGuest({ country, waiting, onAdd }: AddGuestProps) {
  const t = createTranslator(guestMessages, country)
  const [name, setName] = useState('')
  const add = async () => {
    if (await onAdd(null, name.trim())) setName('')
  }
  return (
    <form
      className="stack gap-12"
      aria-label={t('list.add')}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}>
      <h3 className="bold">{t('list.add')}</h3>
      <TextField
        label={t('list.add.name')}
        hint={t('list.add.hint')}
        name="guest-name"
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div>
        <Button type="submit" kind="secondary" size="small" loading={waiting} disabled={name.trim() === ''}>
          <Plus className="icon" aria-hidden="true" />
          {t('list.add.act')}
        </Button>
      </div>
    </form>
  )
}
