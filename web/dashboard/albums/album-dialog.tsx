import { X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { say } from '#contract/words.ts'
import { sharedWords } from '#web/platform/shared-words.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import dashboardStyles from '#web/dashboard/dashboard.module.css'
import { reveal } from '#web/ui/reveal.ts'

interface AlbumDialogProps {
  title: string
  /** The name as it is; empty for a new album. */
  name: string
  act: string
  busy: boolean
  refused: string | null
  onSave: (name: string) => void
  onClose: () => void
  children?: React.ReactNode
}

/** Names an album, a new one or one that is there; what else can be done with it stands below. */
export function AlbumDialog({ title, name, act, busy, refused, onSave, onClose, children }: AlbumDialogProps) {
  const t = useDashboardWords()
  const [typed, setTyped] = useState(name)
  const [wrong, setWrong] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setWrong(typed.trim() === '')
    if (typed.trim() === '') reveal(form.current?.querySelector('input'))
    else onSave(typed.trim())
  }
  return (
    <Dialog open onClose={onClose} label={title} className={dashboardStyles.pictureDialog}>
      <div className="row space-between">
        <h2 className="heading-3">{title}</h2>
        <IconButton label={t('pd.close')} onClick={onClose}>
          <X className="icon icon-large" aria-hidden="true" />
        </IconButton>
      </div>
      <form ref={form} className="stack" onSubmit={save} noValidate>
        <TextField
          label={t('palb.album.name')}
          value={typed}
          maxLength={80}
          onChange={(event) => setTyped(event.target.value)}
          error={wrong && typed.trim() === '' ? say(sharedWords['field.required'], { Name: 'Name' }) : refused}
        />
        <div>
          <Button type="submit" loading={busy}>
            {act}
          </Button>
        </div>
      </form>
      {children}
    </Dialog>
  )
}
