import { Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { pictureTypes } from '#web/platform/pictures/upload-picture.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/fields/field.tsx'
import styles from './picture-drop.module.css'

interface Props {
  label: string
  choose: string
  limits: string
  name: string
  error?: string | null | undefined
  busy?: boolean
  capture?: 'user' | 'environment'
  onFile: (file: File) => void
}

export function PictureDrop({ label, choose, limits, name, error, busy, capture, onFile }: Props) {
  const id = useId()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }
  return (
    <div className="stack gap-8">
      <label
        htmlFor={id}
        className={joinClasses(styles.drop, over && styles.over, error && styles.wrong)}
        aria-busy={busy || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}>
        <Upload className="icon icon-large" aria-hidden="true" />
        <b className="bold">{label}</b>
        <span className="small muted">{choose}</span>
        <input
          id={id}
          name={name}
          type="file"
          accept={pictureTypes}
          capture={capture}
          className="visually-hidden"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-limits${error ? ` ${id}-error` : ''}`}
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) onFile(file)
            event.target.value = ''
          }}
        />
      </label>
      <p className="micro hint" id={`${id}-limits`}>
        {limits}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
